import { Server } from 'node:http';
import { guard } from './guard.ts';

/**
 * What a workflow opens to everybody: its node says who may. n8n takes the origin away from its own form
 * pages, so that nothing tells them from others.
 */
const open = /^\/(form|webhook)(-test|-waiting)?\//;

// n8n has no list of allowed host names. Loaded before n8n, this guards every port that it opens.
guard(Server.prototype, open);

// When the sandbox is killed, nobody reads what n8n tells. n8n would log each failed attempt to log, without an end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit());
