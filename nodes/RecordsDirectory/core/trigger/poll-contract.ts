import type { Id } from '../id';
import { mistake, type InputError } from '../values/input-error';
import type { Moment } from './changes/clock';

/** Answer `request` until it is undefined or time is up, then `end`. A failed poll has no effect on any state. */
export interface Poll<Request, Reply, Event, State> {
	readonly request: Request | undefined;
	/** Throws if the service's list cannot be trusted. */
	take(reply: Reply): void;
	end(): Ended<Event, State>;
}

/** The events are oldest first. */
export interface Ended<Event, State> {
	readonly events: readonly Event[];
	readonly state: State;
	/** The times, records or users, for the log. */
	readonly window: string;
	/** What a poll reads instead of changes: what exists, silently or as events. */
	readonly purpose?: 'baseline' | 'existing' | undefined;
	/** Set if the next poll continues: not all was read, or not all that was read is proven. */
	readonly unfinished?: 'unread' | 'unproven' | undefined;
	/** The part of the state that no later poll could find again if n8n forgot this one. */
	readonly learned?: unknown;
	/** The number of rows that were not read before, if it is not that of the events. */
	readonly fresh?: number | undefined;
	/** Sentences for the log, each needed once. */
	readonly warnings?: readonly string[] | undefined;
}

/** The most items that start one execution. */
export const MOST_ITEMS = 5_000;

/** Whether the events of another page fit into the execution that a poll starts. */
export const pageFits = (
	found: number,
	{ pageSize, mostItems = MOST_ITEMS }: { readonly pageSize: number; readonly mostItems?: number },
): boolean => found + pageSize <= mostItems;

/** Without a limit of the user, more than both of these probably mean that the key has lost a permission. */
const MOST_AT_ONCE = 50;
const MOST_SHARE = 0.2;

/** Undefined unless more are missing than are probably deleted. */
export const massDeletion = (
	what: 'records' | 'entries',
	missing: number,
	known: number,
	limit = Math.max(MOST_AT_ONCE, Math.floor(MOST_SHARE * known)),
): InputError | undefined =>
	missing > limit ? mistake('massDeletion', { what, missing, known, limit }) : undefined;

/** `raw` is the record as returned. */
export interface RecordRow {
	readonly recordId: Id;
	readonly createdAt: string;
	readonly updatedAt: string;
	/** Deleted records cause no event. */
	readonly isDeleted?: boolean;
	readonly raw: object;
}

export interface PageReply {
	readonly rows: readonly RecordRow[];
	readonly moment?: Moment | undefined;
	/** From when on existing records count, as the rows write times; default: as the settings say. */
	readonly since?: string;
	/** Seconds that the site's clock repeats around now, if known. */
	readonly repeatedSeconds?: number;
}
