import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainError } from './terminal.ts';

export const lockFile = 'running';

/**
 * Locks a data folder for this process; returns the function to unlock it. Two sandboxes with the same data
 * would overwrite each other's credential, and the workflows of both would fail.
 */
export async function lock(
	dataFolder: string,
	command = 'npm start',
): Promise<() => Promise<void>> {
	const file = join(dataFolder, lockFile);
	const owner = Number(await readFile(file, 'utf8').catch(() => ''));
	if (owner !== process.pid && isAlive(owner))
		throw new PlainError(
			`A sandbox already runs with the data in ${dataFolder} (process ${owner}).\n` +
				`Stop it, or start this one with its own data: ${command} -- --data <folder>\n` +
				`If no sandbox runs, delete the file "${lockFile}" in that folder.`,
		);
	await writeFile(file, String(process.pid));
	return () => rm(file, { force: true });
}

function isAlive(id: number): boolean {
	try {
		return id > 0 && process.kill(id, 0);
	} catch (error) {
		// EPERM means that the process runs, but as another user.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
