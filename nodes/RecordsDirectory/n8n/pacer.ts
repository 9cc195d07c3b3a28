import { sleep } from 'n8n-workflow';
import { Failure } from '../core/failure';
import { givenBack, nextSlot, openWindow, quietened, type Window } from '../core/pace';

/**
 * The only state of the process: the window of every site. The limit counts for the whole site,
 * so all executions, triggers and lists that use it share one.
 */
const windows = new Map<string, Window>();

/** Long waits are slept in slices, as n8n offers no sleep that can be cancelled. */
const SLICE_MS = 250;

// A clock that does not step with the machine's time.
const now = () => performance.now();

/** Waits for the turn of one more request; fails instead where that takes longer than `patienceMs`. */
export async function turn(
	site: string,
	limit: number,
	patienceMs: number,
	wait: (ms: number) => Promise<void>,
): Promise<void> {
	for (;;) {
		const { at, window } = nextSlot(windows.get(site) ?? openWindow, now(), limit);
		const ms = at - now();
		if (ms > patienceMs) throw usedUp(ms);
		windows.set(site, window);
		if (ms <= 0) return;
		await wait(ms).catch((error: unknown) => {
			windows.set(site, givenBack(windows.get(site) ?? openWindow, at));
			throw error;
		});
		// While this one slept, another may have been told that the limit is reached.
		if ((windows.get(site)?.quietUntil ?? 0) <= now()) return;
	}
}

const usedUp = (retryAfterMs: number) =>
	new Failure({
		kind: 'rate',
		message: 'The requests of the last 100 seconds are used up',
		retryAfterMs,
	});

/** Keeps everybody away from a site that has refused for its limit, for that many milliseconds. */
export function quiet(site: string, ms: number): void {
	windows.set(site, quietened(windows.get(site) ?? openWindow, now() + ms));
}

/** Sleeps, and fails within a moment when the execution is cancelled. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const until = now() + ms;
	for (let left = ms; left > 0; left = until - now()) {
		if (signal?.aborted) {
			// By this word n8n tells an execution that was stopped from one that failed.
			throw new Failure({ kind: 'cancelled', message: 'The execution was canceled' });
		}
		await sleep(Math.min(left, SLICE_MS));
	}
}
