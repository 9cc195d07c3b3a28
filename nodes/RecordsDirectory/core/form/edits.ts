import { canonical } from '../fingerprint';
import { isOff, isJsonObject, textIn, type JsonObject } from '../json';
import { isLocalTime } from '../values/date-text';

/** What a record held when it was read, by record ID. */
export type HeldRecords = ReadonlyMap<string, JsonObject>;

export const recordIn = (row: JsonObject): JsonObject =>
	isJsonObject(row.record) ? row.record : {};

/** Services give it as a number, as its text, as a truth value or not at all (Resources, Record). */
export const isDeleted = (row: JsonObject): boolean => !isOff(row.isDeleted);

/** The time of the last edit among rows, the latest first; '' for none. */
export const latestOf = (rows: readonly JsonObject[]): string => textIn(rows[0]?.updatedAt);

/**
 * Whether rows, the last edited first, show every edit since a time. Its own second may not have been over
 * when it was read, and times that are not spelled as the document shows (Resources, Record) say nothing.
 */
export function reachBack(rows: readonly JsonObject[], since: string): boolean {
	const oldest = textIn(rows.at(-1)?.updatedAt);
	return isLocalTime(oldest) && isLocalTime(since) && oldest < since;
}

/** The records that rows show with other values than they held: the time alone would hide a second edit in the same second. */
export function editedIn(held: HeldRecords, rows: readonly JsonObject[]): string[] {
	const now = new Map(rows.map((row) => [textIn(row.recordId), recordIn(row)]));
	return [...held].flatMap(([id, before]) => {
		const record = now.get(id);
		return record && canonical(record) !== canonical(before) ? [id] : [];
	});
}

/** The records that do not hold what they held, or may not, as the rows edited last show. */
export function editedAmong(
	held: HeldRecords,
	rows: readonly JsonObject[],
	since: string,
): string[] {
	const edited = editedIn(held, rows);
	if (reachBack(rows, since)) return edited;
	const shown = new Set(rows.map((row) => textIn(row.recordId)));
	return [...edited, ...[...held.keys()].filter((id) => !shown.has(id))];
}
