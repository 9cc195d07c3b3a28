import { execFileSync } from 'node:child_process';
import { findProgram } from '../../sandbox/queue/programs.ts';
import { type QueueSandbox, startQueueSandbox } from '../../sandbox/queue/sandbox.ts';
import { showSteps } from '../../sandbox/start/steps.ts';
import { durableCursors } from './n8n-database.ts';
import { freePorts } from './own-sandbox.ts';

/** The most executions that each of the two workers runs in parallel. */
export const concurrency = 5;

export const startOwnQueue = async (dataFolder: string): Promise<QueueSandbox> =>
	startQueueSandbox({
		dataFolder,
		workers: 2,
		n8nSettings: { ...durableCursors, N8N_CONCURRENCY_PRODUCTION_LIMIT: `${concurrency}` },
		...(await freePorts()),
		step: showSteps(process.stderr),
	});

/** Answers a question to n8n's database: one value. */
export async function database({ postgres }: QueueSandbox): Promise<(sql: string) => string> {
	const psql = await findProgram('psql');
	return (sql) => execFileSync(psql, [postgres.url.href, '-Atc', sql], { encoding: 'utf8' }).trim();
}
