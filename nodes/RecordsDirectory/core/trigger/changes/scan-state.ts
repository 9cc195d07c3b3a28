import type { PageRequest, Walk } from '../../listing/walk';
import type { Id } from '../../id';
import type { RecordRow } from '../listed-record';

/**
 * Reads all rows down to `windowStart`, over one or more polls. Plain JSON. Its times, from old to new:
 *
 * - `windowStart`: the scan ends here. Rows above it are the window, whose versions `seen` remembers.
 * - `timeEdge`: the scan has read down to here (`walk.edge` while the walk is by time).
 * - `settledBefore`: rows older than this are settled. It is the `windowStart` of the next scan.
 * - `newestAtStart`: the newest row when the scan began.
 */
export interface Scan {
	/** The time that counts: creations never move in a list sorted by `createdAt`. */
	readonly by: 'updatedAt' | 'createdAt';
	readonly isBaseline: boolean;
	/** Whether it is the first of its trigger and emits what it finds. */
	readonly isStart?: true;
	/** The oldest time to read. */
	readonly windowStart: string;
	/** The newest time known when the first page was read; null before that. */
	readonly newestAtStart: string | null;
	/** Rows older than this cannot change without becoming newer. */
	readonly settledBefore: string;
	/** The server's time of the first page, in milliseconds. */
	readonly startedAt?: number;
	/** The server's time when the previous newest time was first read. */
	readonly newestReadAt?: number | undefined;
	/** Rows with a later time are dated in the future, so no window may begin there; absent if there are none. */
	readonly possibleUntil?: string | undefined;
	readonly walk: Walk;
	/** Set in a walk by record ID: the time down to which the walk by time has read. */
	readonly timeEdge?: string | undefined;
	/** The largest page of this scan: a smaller one is the end of the list. */
	readonly largestPage: number;
	readonly requests: number;
	readonly tally?: Tally;
	/** The newest time of the first in a series of scans whose rows were not proven complete. */
	readonly unproven?: string | undefined;
}

/** The records of which the trigger remembers a version in the window. */
export type KnownVersions = Pick<ReadonlyMap<Id, unknown>, 'has' | 'size'>;

/** The context of a scan. */
export interface ScanContext {
	readonly overlapSeconds: number;
	readonly pageSize: number;
	readonly known: KnownVersions;
	/** Returns the newest time at which a record was known before. */
	readonly timeOf?: (recordId: Id) => string | undefined;
}

/** A page that was read: its request and its rows. */
export interface ReadPage {
	readonly asked: PageRequest;
	readonly rows: readonly RecordRow[];
}

/** The effect of a reply on a scan. `open`: probably read to the end; a later scan must prove it. */
export interface ScanStep {
	readonly scan: Scan;
	/** The rows of the reply that are in the window and were not certainly read before. */
	readonly fresh: readonly RecordRow[];
	readonly end?: 'complete' | 'open';
	/** Whether the first page was too small, so that the scan starts again. */
	readonly isCut?: true;
}

/** A scan that counts rows. */
export interface CountingScan extends Scan {
	readonly tally: Tally;
}

/**
 * Counting rows saves a walk by record ID from reading the whole form. The list by time shows how many rows are
 * in the window at one moment: the index of the first older one. A row read later that was known before, or is
 * too old to be new, was among them; once as many such rows are found, they are all of them.
 */
export interface Tally {
	/** Index at which the window seems to end; the next request looks there. */
	readonly probe?: number;
	/** Rows in the window when they were counted; null if that can no longer be known. */
	readonly count?: number | null | undefined;
	/** Rows in the window that have been read since. */
	readonly found: number;
	/** How many of them certainly existed when the rows were counted; null for an older walk. */
	readonly sure: number | null;
	/** Set while pages are read in order: the next page, and the IDs read so far. */
	readonly pages?: { readonly next: number; readonly read: readonly Id[] };
}
