import type { Id } from '../../id';
import type { PageRequest } from '../../listing/walk';
import type { RecordRow } from '../listed-record';
import type { Sweep } from '../sweep';

/** What the user chose, and the limits of a poll. */
export interface DeletionSettings {
	/** Fingerprint of site, form and filter: another one causes a new baseline. */
	readonly scope: string;
	readonly appsId: Id;
	/** The most requests per poll; the rest of the work is left to the next polls. */
	readonly maxRequests: number;
	/** The most rows per page; the document allows 1000. */
	readonly pageSize: number;
	/** The most records that may be missing at once; without it, a share of the known ones. */
	readonly mostRemovals?: number | undefined;
	/** Polls between two patrols, which check what the gap finder does not cover. */
	readonly patrolEvery?: number;
}

/** One row of the list, with the properties that deletions depend on. */
export type ListedRow = Pick<RecordRow, 'recordId' | 'isDeleted'>;

/** A request for a page of the list; the second order puts records listed as deleted first. */
export interface DeletionPageRequest extends Omit<PageRequest, 'order'> {
	readonly kind: 'page';
	readonly order: PageRequest['order'] | 'isDeleted:desc';
}

/** A request: for a page of the list, or for one record. */
export type DeletionRequest =
	| DeletionPageRequest
	| { readonly kind: 'record'; readonly recordId: Id };

/** A record that was read singly; `raw` is the service's reply. */
export type SingleRecord = Required<Pick<RecordRow, 'isDeleted' | 'raw'>>;

/** The reply to a request: rows, or the record, or why it cannot be read; neither if the service replied 404. */
export type DeletionReply =
	| { readonly kind: 'page'; readonly rows: readonly ListedRow[] }
	| { readonly kind: 'record'; readonly record?: SingleRecord; readonly failure?: string };

/** A record whose single read failed for the first time. */
export interface UnreadRecord {
	readonly recordId: Id;
	/** Why, in the service's words. */
	readonly why: string;
}

/** A confirmed deletion; `record` is what the single read still returned. */
export interface DeletionEvent {
	readonly event: 'recordDeleted';
	/** The last part counts the emitted deletions of this record. */
	readonly eventId: string;
	readonly recordId: Id;
	readonly record?: SingleRecord;
	/** Why it is an event, for the log. */
	readonly cause: string;
}

/** The ID of the event for a record's nth deletion. */
export const deletionId = (appsId: Id, recordId: Id, nth: number): string =>
	['recordDeleted', appsId, recordId, nth].join(':');

/** Everything the trigger keeps between polls, as plain JSON; each text is a packed set of IDs. */
export interface DeletionState {
	readonly version: 1;
	readonly scope: string;
	/** Records that the list is believed to contain. */
	readonly listed: string;
	/** Those of them that are listed as deleted. */
	readonly dead?: string;
	/** Records that a single read finds although the list does not contain them. */
	readonly hidden?: string;
	/** Records whose disappearance from the list is still to be confirmed. */
	readonly pending?: string;
	/** Pending records whose single read failed, in the order in which they are read again. */
	readonly unread?: readonly Id[];
	/** Whether the pending ones are known not to be part of a mass disappearance. */
	readonly isWeighed?: boolean;
	/** Emitted deletions, and how often each record was deleted again after it had come back. */
	readonly emitted?: string;
	readonly emittedAgain?: Readonly<Record<string, number>>;
	/** The largest page so far: what the service certainly returns. */
	readonly largestPage: number;
	/** Whether deleted records leave the list, if known. */
	readonly leave?: true;
	/** The current reading of the whole list. */
	readonly sweep?: DeletionSweep;
	/** Whether a poll since the last patrol had too few requests to find out if something is gone. */
	readonly isStalled?: boolean;
	/** Polls since the last patrol, which checks what the gap finder does not cover. */
	readonly sincePatrol: number;
	/** The unlisted record that was checked last. */
	readonly hiddenAt?: Id;
}

/** A reading of the whole list. */
export interface DeletionSweep extends Sweep {
	/**
	 * `baseline` is the first, silent one; `urgent` replaces a gap finder that had too few requests; `patrol`
	 * reads one page from time to time.
	 */
	readonly kind: 'baseline' | 'urgent' | 'patrol';
}
