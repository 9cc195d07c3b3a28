import { idIn, type Id } from '../id';
import { isOff, numberIn, textIn, type JsonObject } from '../json';
import { Failure } from '../request/failure';
import { isTextTime } from './text-time';
import { ScanError } from '../listing/walk';

/** One row of the record list, its system fields normalised; `raw` is the record as replied. */
export interface RecordRow {
	readonly recordId: Id;
	readonly createdAt: string;
	readonly updatedAt: string;
	/** 0 or absent: a live record. Others are remembered but are no creation and no update. */
	readonly isDeleted?: number;
	readonly raw: object;
}

/** One reply: its rows, and its `Date` header in milliseconds when it has one. */
export interface PageReply {
	readonly rows: readonly RecordRow[];
	readonly date?: number;
	/** Seconds that the clock of the site repeats about now, if it is known. */
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

/** A record of the list as the change detector reads it; the record itself stays as it came. */
export function recordRow(raw: JsonObject): RecordRow {
	return {
		// What is no ID is reported when the row is read.
		recordId: idIn(raw.recordId) ?? NaN,
		createdAt: textIn(raw.createdAt),
		updatedAt: textIn(raw.updatedAt),
		isDeleted: deletionIn(raw),
		raw,
	};
}

/**
 * The deletion type of a record, 0 for a live one: a number, its text, true or false, or absent. Throws a
 * `Failure` for anything else, as a record is not to be taken for deleted, or for live, by guess.
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
