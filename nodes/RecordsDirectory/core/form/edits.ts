import { canonical } from '../fingerprint';
import { isJsonObject, textIn, type JsonObject } from '../json';
import { isLocalTime } from '../values/date-text';

/** The content of records when they were read, by record ID. */
export type RecordsAsRead = ReadonlyMap<string, JsonObject>;

export const recordIn = (row: JsonObject): JsonObject =>
	isJsonObject(row.record) ? row.record : {};

/** Returns the time of the last edit among rows sorted by it; '' for none. */
export const latestOf = (rows: readonly JsonObject[]): string => textIn(rows[0]?.updatedAt);

/**
 * Whether rows, sorted by last edit, show every edit since a time. That second may not have been over when it
 * was read. Times that are not spelled as documented (Resources, Record) prove nothing.
 */
export function reachBack(rows: readonly JsonObject[], since: string): boolean {
	const oldest = textIn(rows.at(-1)?.updatedAt);
	return isLocalTime(oldest) && isLocalTime(since) && oldest < since;
}

/** Returns the records whose content has changed. The time alone would hide a second edit within the same second. */
export function editedIn(read: RecordsAsRead, rows: readonly JsonObject[]): string[] {
	const now = new Map(rows.map((row) => [textIn(row.recordId), recordIn(row)]));
	return [...read].flatMap(([id, before]) => {
		const record = now.get(id);
		return record && canonical(record) !== canonical(before) ? [id] : [];
	});
}

/** Returns the records whose content has changed, or may have, according to the rows edited last. */
export function editedAmong(
	read: RecordsAsRead,
	rows: readonly JsonObject[],
	since: string,
): string[] {
	const edited = editedIn(read, rows);
	if (reachBack(rows, since)) return edited;
	const shown = new Set(rows.map((row) => textIn(row.recordId)));
	return [...edited, ...[...read.keys()].filter((id) => !shown.has(id))];
}
