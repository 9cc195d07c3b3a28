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

/** Work on one element; a promise only if there is something to wait for, as there may be 100,000 elements. */
type Work<T> = (one: T) => Promise<void> | void;

/** Does some work for each element and lets other work in the process run in between. */
export async function eachWithPauses<T>(all: Iterable<T>, work: Work<T>): Promise<void> {
	const pause = pauseTimer();
	for (const one of all) {
		const waiting = pause();
		if (waiting) await waiting;
		const working = work(one);
		if (working instanceof Promise) await working;
	}
}

/** Does the same for items, and fails each item whose work throws. */
export const eachItemWithPauses = (
	items: Iterable<Checked>,
	fail: Fail,
	work: Work<Checked>,
): Promise<void> =>
	eachWithPauses(items, (one) => {
		const failed = (error: unknown) => {
			fail(one.item, error);
		};
		try {
			const working = work(one);
			return working instanceof Promise ? working.catch(failed) : undefined;
		} catch (error) {
			failed(error);
			return undefined;
		}
	});
