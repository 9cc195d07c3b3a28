import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Everything that a start creates in its data folder, which may also contain the user's own files. */
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
 * Makes everything that this program and its children write readable by the owner only: databases, settings,
 * logs. Also what an earlier start has created.
 */
export async function keepForOwner(dataFolder: string): Promise<void> {
	// The folders above may not be ours: PostgreSQL, which may run as another user, passes through them.
	await mkdir(dirname(dataFolder), { recursive: true });
	process.umask(OF_OTHERS);
	await mkdir(dataFolder, { recursive: true });
	for (const name of await readdir(dataFolder)) {
		if (!MADE.some((pattern) => pattern.test(name))) continue;
		const path = join(dataFolder, name);
		await chmod(path, (await stat(path)).mode & 0o7777 & ~OF_OTHERS);
	}
}
