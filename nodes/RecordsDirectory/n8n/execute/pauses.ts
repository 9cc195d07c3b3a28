import { sleep } from 'n8n-workflow';
import type { Checked, Job } from './job';

/** How long other executions, polls and the editor of the same n8n may have to wait. */
const LONGEST_MS = 50;

/** Work on one element; a promise only if there is something to wait for, as there may be 100,000 elements. */
type Work<T> = (one: T) => Promise<void> | void;

/** Does some work for each element and lets other work in the process run from time to time. */
export async function eachWithPauses<T>(all: Iterable<T>, work: Work<T>): Promise<void> {
	let since = performance.now();
	for (const one of all) {
		if (performance.now() - since >= LONGEST_MS) {
			await sleep(0);
			since = performance.now();
		}
		const working = work(one);
		if (working instanceof Promise) await working;
	}
}

/** Does the same for items, and rejects each item whose work throws. */
export const eachItemWithPauses = (
	{ outcomes }: Job,
	items: Iterable<Checked>,
	work: Work<Checked>,
): Promise<void> =>
	eachWithPauses(items, (one) => {
		const reject = (error: unknown) => outcomes.reject(one.item, error);
		try {
			const working = work(one);
			return working instanceof Promise ? working.catch(reject) : undefined;
		} catch (error) {
			return reject(error);
		}
	});
