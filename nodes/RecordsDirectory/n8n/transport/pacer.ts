import { sleep } from 'n8n-workflow';
import { rateWords } from '../../core/limits';
import { Failure } from '../../core/request/failure';
import {
	allowed,
	asked,
	freshPace,
	hasRoom,
	isShareUsed,
	pollsOf,
	refusedAt,
	sentAt,
	waitingTimeFor,
	turnOf,
	withdrawn,
	type Pace,
} from '../../core/request/rate-window';

/**
 * The pace of every site, for the whole process: the limit counts for the site, so all executions,
 * triggers and lists that use it share one.
 */
const paces = new Map<string, Pace>();
let asks = 0;

/** Long waits are slept in slices, as n8n offers no sleep that can be cancelled. */
const SLICE_MS = 250;

// A clock that does not step with the machine's time.
const now = () => performance.now();

const paceOf = (site: string) => paces.get(site) ?? freshPace;

/** Whether what waits is to give up: a signal of n8n, or a word of our own. */
export type Stop = Pick<AbortSignal, 'aborted'>;

export interface Waiting {
	/** The longest wait, after which the request fails instead; finite where somebody waits for it. */
	readonly patienceMs: number;
	readonly isPoll: boolean;
	readonly stop: Stop;
	/** Told once how long it takes, if nobody else comes first. */
	tell(ms: number): void;
}

/** Waits for the turn of one more request. */
export async function turn(
	site: string,
	limit: number,
	{ patienceMs, isPoll, stop, tell }: Waiting,
): Promise<void> {
	const id = ++asks;
	paces.set(site, asked(paceOf(site), { id, limit, isUrgent: patienceMs < Infinity, isPoll }));
	try {
		for (let isTold = false; !allowed(paceOf(site), now()).includes(id); isTold = true) {
			const ms = turnOf(paceOf(site), id, now()) - now();
			if (ms > patienceMs)
				throw usedUp(ms, isPoll && isShareUsed(paceOf(site), limit, now()) ? limit : undefined);
			if (!isTold) tell(ms);
			// Others may withdraw, or be told that the limit is reached: look again soon.
			await pause(Math.min(ms, SLICE_MS), stop);
		}
		paces.set(site, sentAt(paceOf(site), id, now()));
	} finally {
		paces.set(site, withdrawn(paceOf(site), id));
	}
}

/** With the limit of which the triggers have used their share, if that is why. */
const usedUp = (retryAfterMs: number, limit?: number) =>
	new Failure({
		kind: 'rate',
		message:
			limit === undefined ? rateWords.usedUp : rateWords.usedUpByTriggers(pollsOf(limit), limit),
		retryAfterMs,
	});

/** Whether the polls of a site leave room for work of theirs that can wait. */
export const hasRoomForWork = (site: string, limit: number): boolean =>
	hasRoom(paceOf(site), limit, now());

/** Milliseconds that so many requests more of an execution will wait, if nobody else asks. */
export const waitFor = (site: string, limit: number, requests: number): number =>
	waitingTimeFor(paceOf(site), { limit, more: requests }, now());

/** Keeps everybody away from a site that has refused for its limit, for that many milliseconds. */
export function quiet(site: string, ms: number): void {
	paces.set(site, refusedAt(paceOf(site), now(), now() + ms));
}

/** Sleeps, and fails within a moment when it is to give up. */
export async function pause(ms: number, stop: Stop): Promise<void> {
	const until = now() + ms;
	for (let left = ms; left > 0; left = until - now()) {
		if (stop.aborted) {
			// By this word n8n tells an execution that was stopped from one that failed.
			throw new Failure({ kind: 'cancelled', message: 'The execution was canceled' });
		}
		await sleep(Math.min(left, SLICE_MS));
	}
}
