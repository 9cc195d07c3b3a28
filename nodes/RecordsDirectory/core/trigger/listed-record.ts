import { idIn, type Id } from '../id';
import { textIn, type JsonObject } from '../json';
import type { Moment } from './changes/clock';
import { isTextTime } from '../values/moment';
import { ScanError } from '../listing/walk';

/** One row of the record list with normalised system fields; `raw` is the record as returned. */
export interface RecordRow {
	readonly recordId: Id;
	readonly createdAt: string;
	readonly updatedAt: string;
	/** 0 or missing: a live record. Others are remembered but cause no event. */
	readonly isDeleted?: number;
	readonly raw: object;
}

/** One reply: its rows, and when it was made, if it has a `Date` header. */
export interface PageReply {
	readonly rows: readonly RecordRow[];
	readonly moment?: Moment | undefined;
	/** Seconds that the site's clock repeats around now, if known. */
	readonly repeatedSeconds?: number;
}

/**
 * Reads a record of the list for the change detector, with its deletion type; the record itself stays unchanged. Throws a
 * `ScanError` for a record without an ID or without one of its times.
 */
export function recordRow(raw: JsonObject, isDeleted = 0): RecordRow {
	const recordId = idIn(raw.recordId);
	if (recordId === undefined)
		throw new ScanError(`The service listed a record without a record ID: ${textIn(raw.recordId)}`);
	const [createdAt, updatedAt] = [textIn(raw.createdAt), textIn(raw.updatedAt)];
	if (isTextTime(createdAt) && isTextTime(updatedAt))
		return { recordId, createdAt, updatedAt, isDeleted, raw };
	const times = `createdAt "${createdAt}", updatedAt "${updatedAt}"`;
	throw new ScanError(`Record ${recordId} has no times YYYY-MM-DD hh:mm:ss: ${times}`);
}
