import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8nProcess } from '../start/n8n-process.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../start/sandbox.ts';
import { silent } from '../start/steps.ts';
import { command } from './arguments.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { secretIn } from '../start/secret.ts';
import { foreign, type Server } from './server.ts';
import { queueSettings } from './settings.ts';
import { startWorker } from './workers.ts';

export interface QueueOptions extends Omit<SandboxOptions, 'reset' | 'command'> {
	dataFolder: string;
	workers: number;
	/** Servers that are already running. */
	redis?: URL;
	postgres?: URL;
}

/** The sandbox with an n8n of several processes. */
export interface QueueSandbox extends Sandbox {
	workers: N8nProcess[];
	redis: Server;
	postgres: Server;
	/** Starts a worker to replace one that has ended. */
	restartWorker(index: number): Promise<void>;
}

export async function startQueueSandbox(options: QueueOptions): Promise<QueueSandbox> {
	const { dataFolder, step = silent, signal } = options;
	const undo: Array<() => Promise<unknown>> = [];
	try {
		await mkdir(dataFolder, { recursive: true });
		const redis = options.redis
			? foreign(options.redis)
			: await step('Starting Redis', () => startRedis(dataFolder, signal));
		undo.push(redis.stop);
		const postgres = options.postgres
			? foreign(options.postgres)
			: await step('Starting PostgreSQL', () => startPostgres(dataFolder, signal));
		undo.push(postgres.stop);
		const key = await secretIn(join(dataFolder, 'n8n-encryption-key'));
		const n8nSettings = {
			...options.n8nSettings,
			...queueSettings(redis.url, postgres.url, key),
		};
		const main = await startSandbox({ ...options, n8nSettings, command });
		undo.push(() => main.stop());
		const workers: N8nProcess[] = [];
		undo.push(() => Promise.all(workers.map((worker) => worker.stop())));
		for (let number = 1; number <= options.workers; number++)
			workers.push(await startWorker(dataFolder, number, n8nSettings));
		await step(`Starting ${workers.length} workers`, () =>
			Promise.all(workers.map((worker) => worker.ready(signal))),
		);
		signal?.throwIfAborted();
		return together(main, { workers, redis, postgres }, options, n8nSettings);
	} catch (error) {
		for (const stop of undo.reverse()) await stop();
		throw error;
	}
}

function together(
	main: Sandbox,
	parts: Pick<QueueSandbox, 'workers' | 'redis' | 'postgres'>,
	{ dataFolder }: QueueOptions,
	settings: NodeJS.ProcessEnv,
): QueueSandbox {
	const { workers, redis, postgres } = parts;
	return {
		...main,
		...parts,
		async restartWorker(index) {
			const worker = await startWorker(dataFolder, index + 1, settings);
			workers[index] = worker;
			await worker.ready();
		},
		async stop() {
			try {
				const [exit] = await Promise.all([
					main.n8nProcess.stop(),
					...workers.map((worker) => worker.stop()),
				]);
				await main.service.close();
				return exit;
			} finally {
				await Promise.all([redis.stop(), postgres.stop()]);
			}
		},
		kill() {
			for (const one of [main.n8nProcess, ...workers, redis, postgres]) void one.kill();
		},
	};
}
