import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type N8nProcess, startN8n } from '../start/n8n-process.ts';
import { freePort } from '../start/ports.ts';
import { workerSettings } from './settings.ts';

/** Starts a worker with its own folder, as if on its own machine. */
export async function startWorker(
	dataFolder: string,
	number: number,
	settings: NodeJS.ProcessEnv,
): Promise<N8nProcess> {
	const name = `worker-${number}`;
	const userFolder = join(dataFolder, name);
	await shareNodes(join(dataFolder, 'n8n'), userFolder);
	const port = await freePort();
	const log = join(dataFolder, `${name}.log`);
	return startN8n(userFolder, port, log, { ...settings, ...workerSettings(port) }, 'worker');
}

/** The package is installed once, for the main process. */
async function shareNodes(mainFolder: string, userFolder: string): Promise<void> {
	await mkdir(join(userFolder, '.n8n'), { recursive: true });
	const [from, to] = [mainFolder, userFolder].map((folder) => join(folder, '.n8n', 'nodes'));
	await symlink(from!, to!, 'junction').catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
}
