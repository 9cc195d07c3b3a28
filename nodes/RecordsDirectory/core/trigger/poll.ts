/**
 * One poll: answer `request` until it is undefined, or stop earlier when time is up; then `end`. The saved state that it
 * begins with is never changed: a poll that fails is a poll that never was.
 */
export interface Poll<Request, Reply, Ended> {
	/** The request to answer next. */
	readonly request: Request | undefined;
	/** Takes the reply to `request`; throws if the service's list cannot be trusted. */
	take(reply: Reply): void;
	/** Gives what was found, once, after everything else. */
	end(): Ended;
}

/** What a poll has found: events, the oldest first, and the state to save. */
export interface Ended<Event, State> {
	readonly events: readonly Event[];
	readonly state: State;
	/** Rows that were not read before. */
	readonly fresh?: number;
}
