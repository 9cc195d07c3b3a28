import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WINDOW_MS } from '../../nodes/RecordsDirectory/core/limits';

/** When requests were sent to a site, in milliseconds since 1970. */
export interface Times {
	all(): readonly number[];
	add(ms: number): void;
}

/** Times older than that count for no run. */
const OLD_MS = 2 * WINDOW_MS;

/** The times of this run alone. */
export function ownTimes(): Times {
	const own: number[] = [];
	return { all: () => own, add: (ms) => void own.push(ms) };
}

/** The times of all runs that share a folder. Throws the system's error if nothing can be saved there. */
export function sharedTimes(folder: string, site: string): Times {
	mkdirSync(folder, { recursive: true });
	// The name of the site is nobody's business there.
	const name = createHash('sha256').update(site).digest('hex').slice(0, 16);
	const file = join(folder, name);
	// Runs in parallel append to it; none may overwrite the times of another.
	appendFileSync(file, '');
	const all = () => readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
	if (Date.now() - (all().at(-1) ?? 0) > OLD_MS) writeFileSync(file, '');
	return {
		all,
		add: (ms) => appendFileSync(file, `${ms}\n`),
	};
}
