import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Everything that a start makes in its data folder, which may be somebody's own. */
const MADE = [
	/^(n8n|worker-\d+|redis|postgres)(\.log)?$/,
	/^(n8n|redis|postgres)-password$/,
	/^n8n-encryption-key$/,
	/^service\.sqlite(-shm|-wal)?$/,
	/^channel\.jsonl$/,
	/^install\.log$/,
];

const OF_OTHERS = 0o077;

/**
 * From now on only the owner can read what this program writes, and what is written by the programs that it starts: databases,
 * settings, logs. What an earlier start has made becomes so as well.
 */
export async function keepForOwner(dataFolder: string): Promise<void> {
	// The folders above are not ours: PostgreSQL, which may run as another user, passes through them.
	await mkdir(dirname(dataFolder), { recursive: true });
	process.umask(OF_OTHERS);
	await mkdir(dataFolder, { recursive: true });
	for (const name of await readdir(dataFolder)) {
		if (!MADE.some((pattern) => pattern.test(name))) continue;
		const path = join(dataFolder, name);
		await chmod(path, (await stat(path)).mode & 0o7777 & ~OF_OTHERS);
	}
}
