import { sleep } from 'n8n-workflow';
import type { Checked, Fail } from './job';

/** How long other executions, polls and the editor of the same n8n may have to wait. */
const LONGEST_MS = 50;

/**
 * Returns a function that lets other work in the process run from time to time. Call it between parts of long
 * work.
 */
export function pauseTimer(): () => Promise<void> | undefined {
	let since = performance.now();
	const pause = async () => {
		await sleep(0);
		since = performance.now();
	};
	return () => (performance.now() - since < LONGEST_MS ? undefined : pause());
}

/** Does some work for each element and lets other work in the process run in between. */
export async function eachWithPauses<T>(
	all: Iterable<T>,
	work: (one: T) => Promise<void> | void,
): Promise<void> {
	const pause = pauseTimer();
	for (const one of all) {
		await pause();
		await work(one);
	}
}

/** Does the same for items, and fails each item whose work throws. */
export const eachItemWithPauses = (
	items: Iterable<Checked>,
	fail: Fail,
	work: (one: Checked) => Promise<void> | void,
): Promise<void> =>
	eachWithPauses(items, async (one) => {
		try {
			await work(one);
		} catch (error) {
			fail(one.item, error);
		}
	});
