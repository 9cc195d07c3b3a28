import { WORTH_TELLING_MS } from '../../core/duration';
import { rateWords } from '../../core/limits';

/** The time that the requests of a client wait for the limit: counted and logged once where several wait together. */
export class WaitingTime {
	private readonly site: string;
	private readonly log: (line: string) => void;
	private total = 0;
	private waiting = 0;
	private since = 0;
	private loggedUntil = 0;

	constructor(site: string, log: (line: string) => void) {
		this.site = site;
		this.log = log;
	}

	/** Milliseconds so far. */
	get ms(): number {
		return this.total;
	}

	/** Counts the time that this takes. */
	async during(wait: () => Promise<void>): Promise<void> {
		if (this.waiting++ === 0) this.since = performance.now();
		try {
			await wait();
		} finally {
			if (--this.waiting === 0) this.total += performance.now() - this.since;
		}
	}

	/** Says that a wait of so many milliseconds begins, where a person may wonder. */
	begins(ms: number): void {
		if (ms < WORTH_TELLING_MS || performance.now() + ms < this.loggedUntil + WORTH_TELLING_MS)
			return;
		this.loggedUntil = performance.now() + ms;
		const until = new Date(Date.now() + ms).toISOString();
		this.log(rateWords.waiting(this.site, ms, until));
	}
}
