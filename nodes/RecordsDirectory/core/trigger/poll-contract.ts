/**
 * One poll: answer `request` until it is undefined, or stop when time is up; then call `end`. The saved state
 * is never changed, so a failed poll has no effect.
 */
export interface Poll<Request, Reply, Ended> {
	/** The next request. */
	readonly request: Request | undefined;
	/** Takes the reply to `request`; throws if the service's list cannot be trusted. */
	take(reply: Reply): void;
	/** Returns what was found. Called once, at the end. */
	end(): Ended;
}

/** The most items that start one execution. */
const MOST_ITEMS = 5_000;

interface ItemLimits {
	readonly pageSize: number;
	readonly mostItems?: number;
}

/** Whether the events of another page fit into the execution that a poll starts. */
export const mayFindMore = (
	found: number,
	{ pageSize, mostItems = MOST_ITEMS }: ItemLimits,
): boolean => found + pageSize <= mostItems;

/** What a poll found: events, oldest first, and the state to save. */
export interface Ended<Event, State> {
	readonly events: readonly Event[];
	readonly state: State;
	/** The number of rows that were not read before. */
	readonly fresh?: number | undefined;
	/** Sentences for the log, each needed once. */
	readonly warnings?: readonly string[] | undefined;
}
