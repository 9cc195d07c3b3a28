import { idIn, type Id } from '../id';
import { isOff, numberIn, textIn, type JsonObject } from '../json';
import { Failure } from '../request/failure';
import { isTextTime } from './text-time';
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

/** One reply: its rows, and the time of its `Date` header in milliseconds, if there is one. */
export interface PageReply {
	readonly rows: readonly RecordRow[];
	readonly date?: number;
	/** Seconds that the site's clock repeats around now, if known. */
	readonly repeatedSeconds?: number;
}

/** Throws a `ScanError` for a row without a record ID or without one of its times. */
export function mustBeRow({ recordId, createdAt, updatedAt }: RecordRow): void {
	if (idIn(recordId) === undefined)
		throw new ScanError('row', `The service listed a record without a record ID: ${recordId}`);
	if (isTextTime(createdAt) && isTextTime(updatedAt)) return;
	const times = `createdAt "${createdAt}", updatedAt "${updatedAt}"`;
	throw new ScanError('row', `Record ${recordId} has no times YYYY-MM-DD hh:mm:ss: ${times}`);
}

/** Reads a record of the list for the change detector; the record itself stays unchanged. */
export function recordRow(raw: JsonObject): RecordRow {
	return {
		// An invalid ID is reported when the row is read.
		recordId: idIn(raw.recordId) ?? NaN,
		createdAt: textIn(raw.createdAt),
		updatedAt: textIn(raw.updatedAt),
		isDeleted: deletionIn(raw),
		raw,
	};
}

/**
 * Returns the deletion type of a record, 0 for a live one: from a number, a text, true or false, or a missing
 * value. Throws a `Failure` for anything else, because a guess could be wrong.
 */
export function deletionIn({ recordId, isDeleted }: JsonObject): number {
	if (isOff(isDeleted)) return 0;
	const type = /^true$/i.test(textIn(isDeleted)) ? 1 : numberIn(isDeleted);
	if (type !== undefined) return type;
	throw unclearDeletion(textIn(recordId));
}

export const unclearDeletion = (recordId: string | number): Failure =>
	new Failure({
		kind: 'foreign',
		message: `The service does not say clearly whether record ${recordId} is deleted`,
	});
