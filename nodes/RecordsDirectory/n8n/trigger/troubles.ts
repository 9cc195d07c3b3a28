const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Less than two polls of a minute. */
const SHORTEST_PAUSE_MS = 90_000;

/** What a trigger has logged and shown of its failed polls, so that it does not repeat it with every poll. */
export class Troubles {
	/** When each was logged or shown last. */
	private readonly shown = new Map<string, number>();
	private waitLoggedAt = -Infinity;
	private pauses = 0;
	private pausedUntil = -Infinity;

	/** Whether to log a failure: the first one since a successful poll. */
	isToLog(): boolean {
		return this.isDue('log', Infinity);
	}

	/** Whether to log that a poll waits for its turn: at most once an hour, as busy executions cause it, too. */
	isWaitToLog(): boolean {
		const now = performance.now();
		if (now - this.waitLoggedAt < HOUR_MS) return false;
		this.waitLoggedAt = now;
		return true;
	}

	/** Whether to show a problem that lasts as an error: once a day until a poll succeeds. */
	isToShow(problem: string): boolean {
		return this.isDue(problem, DAY_MS);
	}

	/** Pauses the polls: longer after each failure, an hour at most. */
	pause(): void {
		this.pausedUntil =
			performance.now() + Math.min(SHORTEST_PAUSE_MS * 2 ** this.pauses++, HOUR_MS);
	}

	isPaused(): boolean {
		return performance.now() < this.pausedUntil;
	}

	/** Forgets everything after a successful poll. */
	end(): void {
		this.shown.clear();
		this.pauses = 0;
		this.pausedUntil = -Infinity;
	}

	private isDue(what: string, everyMs: number): boolean {
		const now = performance.now();
		if (now - (this.shown.get(what) ?? -Infinity) < everyMs) return false;
		this.shown.set(what, now);
		return true;
	}
}
