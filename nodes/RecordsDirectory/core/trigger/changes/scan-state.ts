import type { PageRequest, Walk } from '../../listing/walk';
import type { Id } from '../../id';
import type { RecordRow } from '../listed-record';

/** The reading of all rows down to a bound, over one or more polls; plain JSON. */
export interface Scan {
	/** The time that counts: creations never move in a list by `createdAt`. */
	readonly by: 'updatedAt' | 'createdAt';
	readonly isBaseline: boolean;
	/** Whether it is the first of its trigger and emits what it finds. */
	readonly isStart?: true;
	/** Oldest time that is wanted. */
	readonly bound: string;
	/** Newest time known when the first page was read; null before that. */
	readonly top: string | null;
	/** Rows older than this cannot change any more without becoming newer. */
	readonly calm: string;
	/** The server's time of the first page, in milliseconds. */
	readonly startedAt?: number;
	/** The server's time when the newest time known before was first read. */
	readonly newestReadAt?: number | undefined;
	readonly walk: Walk;
	/** Set in a walk by record id: the time down to which the walk by time has read. */
	readonly timeEdge?: string | undefined;
	/** Most rows that one page of this scan held: a page with fewer is the end of the list. */
	readonly largestPage: number;
	readonly requests: number;
	readonly tally?: Tally;
	/** Newest time of the first of the scans in a row whose rows were not proven to be all. */
	readonly unproven?: string | undefined;
}

/** The records of which the trigger remembers a version in the window. */
export type KnownVersions = Pick<ReadonlyMap<Id, unknown>, 'has' | 'size'>;

/** What a scan goes by. */
export interface ScanContext {
	readonly overlapSeconds: number;
	readonly pageSize: number;
	readonly known: KnownVersions;
}

/** A page that was read: the request for it, and its rows. */
export interface ReadPage {
	readonly asked: PageRequest;
	readonly rows: readonly RecordRow[];
}

/** What a reply did to a scan. `open`: most likely read to the end, and to be proven later. */
export interface ScanStep {
	readonly scan: Scan;
	/** The rows of the reply that are wanted and were not certainly read before. */
	readonly fresh: readonly RecordRow[];
	readonly end?: 'complete' | 'open';
	/** Whether the first page was too small, and the next one begins again. */
	readonly isCut?: true;
}

/** A scan that counts rows. */
export interface CountingScan extends Scan {
	readonly tally: Tally;
}

/**
 * Counting saves a walk by record id from going through the whole form. The list by time shows at one
 * moment how many rows are in the window: the index of the first older one. A row read afterwards that
 * was known before, or is too old to have come since, was among them; so many such rows are all of them.
 */
export interface Tally {
	/** Index at which the window is believed to end; the next request looks there. */
	readonly probe?: number;
	/** Rows in the window when they were counted; null when that cannot be known any more. */
	readonly count?: number | null | undefined;
	/** Rows in the window that have been read since. */
	readonly found: number;
	/** Those of them that were there for certain when the rows were counted; null: the walk is older. */
	readonly sure: number | null;
	/** Set while page after page is read as they come: the next one, and the ids read so far. */
	readonly pages?: { readonly next: number; readonly read: readonly Id[] };
}
