import { Server } from 'node:http';
import { guard } from './guard.ts';

/**
 * What a workflow opens to everybody: its node decides who may use it. n8n removes the origin from requests of
 * its own form pages, so they cannot be recognized.
 */
const open = /^\/(form|webhook)(-test|-waiting)?\//;

// n8n has no list of allowed host names. Loaded before n8n, this guards every port that n8n opens.
guard(Server.prototype, open);

// If the sandbox is killed, nobody reads n8n's output any longer, and n8n would log each failed attempt to log,
// forever.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit());
