import type { ListedRow } from './known-records';
import type { Id } from '../../id';
import type { IdNumber } from './id-number';
import type { PageRequest } from '../../listing/walk';

export type { ListedRow } from './known-records';
export type { DeletionState } from './state';

/** What the user chose, and the limits of one poll. */
export interface DeletionSettings {
	/** Fingerprint of site, form and filter: another one starts from a new baseline. */
	readonly scope: string;
	readonly appsId: Id;
	/** Most requests of one poll; the rest is left to the next polls. */
	readonly maxRequests: number;
	/** Most rows of one page; the document allows 1000. */
	readonly pageSize: number;
	/** Polls from one look at what the gap finder does not cover to the next. */
	readonly patrolEvery?: number;
}

/** A request for a page of the list; the second order puts what is listed as deleted first. */
export interface DeletionPageRequest extends Omit<PageRequest, 'order'> {
	readonly kind: 'page';
	readonly order: PageRequest['order'] | 'isDeleted:desc';
}

/** A request: for a page of the list, or for one record. */
export type DeletionRequest =
	| DeletionPageRequest
	| { readonly kind: 'record'; readonly recordId: IdNumber };

/** A record read singly; `raw` is what the service replied. */
export interface SingleRecord {
	readonly isDeleted: number;
	readonly raw: object;
}

/** The reply to a request: rows, or the record; no record where the service says 404. */
export type DeletionReply =
	| { readonly kind: 'page'; readonly rows: readonly ListedRow[] }
	| { readonly kind: 'record'; readonly record?: SingleRecord };

/** A deletion that a single read has confirmed, once; `record` is what that read still gave. */
export interface DeletionEvent {
	readonly event: 'recordDeleted';
	/** The last part counts the emitted deletions of this record. */
	readonly eventId: string;
	readonly recordId: IdNumber;
	readonly record?: SingleRecord;
}

/** Names the event of this record's nth deletion. */
export const deletionId = (appsId: Id, recordId: Id | IdNumber, nth: number): string =>
	['recordDeleted', appsId, recordId, nth].join(':');
