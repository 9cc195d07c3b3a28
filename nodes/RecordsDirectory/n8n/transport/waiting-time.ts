import { spanInWords, WORTH_TELLING_MS } from '../../core/text';

/**
 * How long the requests of a client wait for the limit. Requests that wait at the same time count, and are
 * logged, once.
 */
export class WaitingTime {
	private readonly log: (line: string) => void;
	private total = 0;
	private waiting = 0;
	private since = 0;
	private loggedUntil = 0;

	constructor(log: (line: string) => void) {
		this.log = log;
	}

	/** Milliseconds so far. */
	get ms(): number {
		return this.total;
	}

	/** Counts the time of one wait. */
	async during(wait: () => Promise<void>): Promise<void> {
		if (this.waiting++ === 0) this.since = performance.now();
		try {
			await wait();
		} finally {
			if (--this.waiting === 0) this.total += performance.now() - this.since;
		}
	}

	/** Logs that a wait begins, and why, if it is long enough to make a user wonder. */
	begins(ms: number, why: string): void {
		if (ms < WORTH_TELLING_MS || performance.now() + ms < this.loggedUntil + WORTH_TELLING_MS)
			return;
		this.loggedUntil = performance.now() + ms;
		const until = new Date(Date.now() + ms).toISOString();
		this.log(`${why}. Waiting ${spanInWords(ms)}, until ${until}`);
	}
}
