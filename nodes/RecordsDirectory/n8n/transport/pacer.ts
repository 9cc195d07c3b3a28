import { sleep } from 'n8n-workflow';
import { rateWords } from '../../core/limits';
import { Failure } from '../../core/request/failure';
import {
	sendableNow,
	withWaiting,
	freshPace,
	hasRoom,
	isShareUsed,
	pollsOf,
	quietAfterRejection,
	sentAt,
	waitingTimeFor,
	turnOf,
	withoutWaiting,
	type Pace,
} from '../../core/request/rate-window';

/**
 * The pace of every site, for the whole process: the rate limit is per site, so all executions, triggers and
 * lists share it.
 */
const paces = new Map<string, Pace>();
let asks = 0;

/** Long waits sleep in slices, because n8n offers no sleep that can be cancelled. */
const SLICE_MS = 250;

// A clock that does not jump when the machine's time is set.
const now = () => performance.now();

const paceOf = (site: string) => paces.get(site) ?? freshPace;

/** Whether waiting work should stop: a signal of n8n or one of our own. */
export type StopSignal = Pick<AbortSignal, 'aborted'>;

interface Waiting {
	/** The longest wait, after which the request fails instead; finite if a user waits for it. */
	readonly patienceMs: number;
	readonly isPoll: boolean;
	readonly stop: StopSignal;
	/** Called once with the length of the wait, in milliseconds, if nobody else comes first. */
	tell(ms: number): void;
}

/** Waits for the turn of one request. */
export async function waitForTurn(
	site: string,
	limit: number,
	{ patienceMs, isPoll, stop, tell }: Waiting,
): Promise<void> {
	const id = ++asks;
	paces.set(
		site,
		withWaiting(paceOf(site), { id, limit, isUrgent: patienceMs < Infinity, isPoll }),
	);
	try {
		for (let isTold = false; !sendableNow(paceOf(site), now()).includes(id); isTold = true) {
			const ms = turnOf(paceOf(site), id, now()) - now();
			if (ms > patienceMs)
				throw usedUp(ms, isPoll && isShareUsed(paceOf(site), limit, now()) ? limit : undefined);
			if (!isTold) tell(ms);
			// Others may give up their turn, or the rate limit may be reached: check again soon.
			await sleepUntilStopped(Math.min(ms, SLICE_MS), stop);
		}
		paces.set(site, sentAt(paceOf(site), id, now()));
	} finally {
		paces.set(site, withoutWaiting(paceOf(site), id));
	}
}

/** The failure for a full window, with the limit if the triggers have used their share of it. */
const usedUp = (retryAfterMs: number, limit?: number) =>
	new Failure({
		kind: 'rate',
		message:
			limit === undefined ? rateWords.usedUp : rateWords.usedUpByTriggers(pollsOf(limit), limit),
		retryAfterMs,
	});

/** Whether the polls of a site leave room for work that can wait. */
export const hasRoomForWork = (site: string, limit: number): boolean =>
	hasRoom(paceOf(site), limit, now());

/** Returns how long this many more requests of an execution will wait, in milliseconds, if nobody else sends any. */
export const expectedWait = (site: string, limit: number, requests: number): number =>
	waitingTimeFor(paceOf(site), { limit, more: requests }, now());

/** Pauses all requests to a site that has reported its rate limit, for this many milliseconds. */
export function pauseSite(site: string, ms: number): void {
	paces.set(site, quietAfterRejection(paceOf(site), now(), now() + ms));
}

/** Sleeps, and fails soon after `stop` fires. */
export async function sleepUntilStopped(ms: number, stop: StopSignal): Promise<void> {
	const until = now() + ms;
	for (let left = ms; left > 0; left = until - now()) {
		if (stop.aborted) {
			// n8n recognizes a stopped execution by this word.
			throw new Failure({ kind: 'cancelled', message: 'The execution was canceled' });
		}
		await sleep(Math.min(left, SLICE_MS));
	}
}
