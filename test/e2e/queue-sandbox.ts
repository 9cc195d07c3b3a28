import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../sandbox/queue/programs.ts';
import { type QueueSandbox, startQueueSandbox } from '../../sandbox/queue/sandbox.ts';
import { installN8n } from '../../sandbox/start/n8n-installation.ts';
import { installPackage } from '../../sandbox/start/package-installation.ts';
import { showSteps, silent } from '../../sandbox/start/steps.ts';
import { freePorts, newFolder } from './own-sandbox.ts';

/** The most executions that each of the two workers runs in parallel. */
export const concurrency = 5;

/** One folder with the package for each sandbox: they could not build it at the same time. */
export async function foldersWithPackage(count: number): Promise<string[]> {
	const folders = await Promise.all(Array.from({ length: count }, newFolder));
	const [first = '', ...others] = folders;
	const log = join(first, 'install.log');
	const step = showSteps(process.stderr);
	await installN8n(step, log);
	await installPackage(join(first, 'n8n'), step, log);
	for (const folder of others)
		await cp(join(first, 'n8n'), join(folder, 'n8n'), { recursive: true });
	return folders;
}

export const startOwnQueue = async (
	dataFolder: string,
	n8nSettings: NodeJS.ProcessEnv,
): Promise<QueueSandbox> =>
	startQueueSandbox({
		dataFolder,
		workers: 2,
		n8nSettings: { ...n8nSettings, N8N_CONCURRENCY_PRODUCTION_LIMIT: `${concurrency}` },
		...(await freePorts()),
		step: silent,
	});

/** Answers a question to n8n's database: one value. */
export async function database({ postgres }: QueueSandbox): Promise<(sql: string) => string> {
	const psql = await findProgram('psql');
	return (sql) => execFileSync(psql, [postgres.url.href, '-Atc', sql], { encoding: 'utf8' }).trim();
}
