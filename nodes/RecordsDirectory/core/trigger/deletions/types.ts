import type { ListedRow } from './known-records';
import type { Id } from '../../id';
import type { IdNumber } from './id-number';
import type { PageRequest } from '../../listing/walk';

export type { ListedRow } from './known-records';
export type { DeletionState } from './deletion-state';

/** What the user chose, and the limits of a poll. */
export interface DeletionSettings {
	/** Fingerprint of site, form and filter: another one causes a new baseline. */
	readonly scope: string;
	readonly appsId: Id;
	/** The most requests per poll; the rest of the work is left to the next polls. */
	readonly maxRequests: number;
	/** The most rows per page; the document allows 1000. */
	readonly pageSize: number;
	/** Polls between two patrols, which check what the gap finder does not cover. */
	readonly patrolEvery?: number;
}

/** A request for a page of the list; the second order puts records listed as deleted first. */
export interface DeletionPageRequest extends Omit<PageRequest, 'order'> {
	readonly kind: 'page';
	readonly order: PageRequest['order'] | 'isDeleted:desc';
}

/** A request: for a page of the list, or for one record. */
export type DeletionRequest =
	| DeletionPageRequest
	| { readonly kind: 'record'; readonly recordId: IdNumber };

/** A record that was read singly; `raw` is the service's reply. */
export interface SingleRecord {
	readonly isDeleted: number;
	readonly raw: object;
}

/** The reply to a request: rows, or the record; no record if the service replied 404. */
export type DeletionReply =
	| { readonly kind: 'page'; readonly rows: readonly ListedRow[] }
	| { readonly kind: 'record'; readonly record?: SingleRecord };

/** A confirmed deletion; `record` is what the single read still returned. */
export interface DeletionEvent {
	readonly event: 'recordDeleted';
	/** The last part counts the emitted deletions of this record. */
	readonly eventId: string;
	readonly recordId: IdNumber;
	readonly record?: SingleRecord;
	/** Why it is an event, for the log. */
	readonly cause: string;
}

/** The ID of the event for a record's nth deletion. */
export const deletionId = (appsId: Id, recordId: Id | IdNumber, nth: number): string =>
	['recordDeleted', appsId, recordId, nth].join(':');
