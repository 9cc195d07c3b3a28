import { sleep } from 'n8n-workflow';
import { rateWords } from '../../core/limits';
import { Failure } from '../../core/request/failure';
import { Pace } from '../../core/request/rate-window';

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

/** Whether waiting work should stop: a signal of n8n or one of our own. */
export type StopSignal = Pick<AbortSignal, 'aborted'>;
export type StopSignals = ReadonlyArray<StopSignal | undefined>;

interface Waiting {
	/** The longest wait, after which the request fails instead; finite if a user waits for it. */
	readonly patienceMs: number;
	readonly isPoll: boolean;
	readonly stops: StopSignals;
	/** Called once with the length of the wait, in milliseconds, if nobody else comes first. */
	tell(ms: number): void;
}

/** The turns of a client at a site, with the limit of its credential: requests per 100 seconds. */
export class Pacer {
	private readonly site: string;
	private readonly limit: number;

	constructor(site: string, limit: number) {
		this.site = site;
		this.limit = limit;
	}

	private get pace(): Pace {
		return paces.get(this.site) ?? new Pace();
	}

	private set pace(pace: Pace) {
		paces.set(this.site, pace);
	}

	/** Waits for the turn of one request. */
	async waitForTurn({ patienceMs, isPoll, stops, tell }: Waiting): Promise<void> {
		const { limit } = this;
		const id = ++asks;
		this.pace = this.pace.withWaiting({ id, limit, isUrgent: patienceMs < Infinity, isPoll });
		try {
			for (let isTold = false; !this.pace.sendableNow(now()).includes(id); isTold = true) {
				const ms = this.pace.startTime(id, now()) - now();
				if (ms > patienceMs) throw this.usedUp(ms, isPoll);
				if (!isTold) tell(ms);
				// Others may give up their turn, or the rate limit may be reached: check again soon.
				await sleepUntilStopped(Math.min(ms, SLICE_MS), stops);
			}
			this.pace = this.pace.sentAt(id, now());
		} finally {
			this.pace = this.pace.withoutWaiting(id);
		}
	}

	/** The failure for a full window, or for the share of it that all triggers may use. */
	private usedUp(retryAfterMs: number, isPoll: boolean): Failure {
		const { limit } = this;
		const share = isPoll ? this.pace.usedUpShare(limit, now()) : undefined;
		const message =
			share === undefined ? rateWords.usedUp : rateWords.usedUpByTriggers(share, limit);
		return new Failure({ kind: 'rate', message, retryAfterMs });
	}

	/** Whether the polls of the site leave room for work that can wait. */
	hasRoom(): boolean {
		return this.pace.hasRoom(this.limit, now());
	}

	/** Pauses all requests to the site, which has reported its rate limit, for this many milliseconds. */
	pause(ms: number): void {
		this.pace = this.pace.quietAfterRejection(now(), now() + ms);
	}
}

/** Sleeps, and fails soon after one of the signals fires. */
export async function sleepUntilStopped(ms: number, stops: StopSignals): Promise<void> {
	const until = now() + ms;
	for (let left = ms; left > 0; left = until - now()) {
		if (stops.some((stop) => stop?.aborted)) {
			// n8n recognizes a stopped execution by this word.
			throw new Failure({ kind: 'cancelled', message: 'The execution was canceled' });
		}
		await sleep(Math.min(left, SLICE_MS));
	}
}
