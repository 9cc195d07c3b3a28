import { grouped } from '../grouped';
import { idIn, isAbove, type Id } from '../id';
import { isEmpty, type JsonObject } from '../json';
import type { LookedUpEntry } from '../request/failure';
import { isDeleted } from '../request/reply';
import { foldedWithoutSpaces } from '../text';
import { recordIn } from '../values/record-properties';
import type { ComparisonZone } from '../values/time-zone';
import { hasValues, keyReader, looseKeyReader, mayHaveValues } from './equality';
import type { FormField } from './field';

/** The fields of a form, and the time zone of its site. */
interface FormAt {
	readonly fields: readonly FormField[];
	readonly zone: ComparisonZone;
}

/** A record as it was sent; one with an ID was to update that record. */
export interface SentRecord {
	readonly record: JsonObject;
	readonly recordId?: unknown;
	/** Whether the record to update had other values before. */
	readonly isNew?: boolean | undefined;
}

/** The newest records of a form, and what a run knew before it sent its own. */
interface NewestRecords {
	readonly rows: readonly JsonObject[];
	/** The highest record ID, 0 for an empty form; undefined if unknown. */
	readonly newest: Id | undefined;
	/** How many records with a key the run has sent, those in question included. */
	readonly sentWith: (key: string) => number;
}

/**
 * Returns the key of a sent record; undefined if it lacks a key field, or the form has none. A list proves
 * nothing, because services return lists in other shapes than they accept.
 */
export function keyOfSent({ fields, zone }: FormAt, { record }: SentRecord): string | undefined {
	const by = fields.filter(({ isKey }) => isKey);
	const isPlain = (value: unknown) => !isEmpty(value) && typeof value !== 'object';
	const isWhole = by.length > 0 && by.every(({ id }) => isPlain(record[id]));
	return isWhole ? keyReader(by, zone.named)(record) : undefined;
}

/** A key without its spaces and its case; JSON writes line breaks and tabs as two characters. */
const foldKey = (key: string): string => foldedWithoutSpaces(key.replace(/\\[nrt]/g, ''));

/**
 * Compares records that may have been saved with the newest records of the form. A record is saved if a newer
 * record than before has its key and all its values. If it is unknown which records are newer, a record with its
 * key proves nothing. A key that differs only in case, width or spaces may be the service's spelling of the one
 * that was sent.
 */
export function recordsLookedUp(
	form: FormAt,
	sent: readonly SentRecord[],
	{ rows, newest, sentWith }: NewestRecords,
): readonly LookedUpEntry[] {
	const { fields, zone } = form;
	const by = fields.filter(({ isKey }) => isKey);
	const readKey = keyReader(by, zone.named);
	const readLooseKey = looseKeyReader(by, zone);
	const foldedKey = (record: JsonObject) => foldKey(readLooseKey(record));
	const mayHave = mayHaveValues(fields, zone);
	const has = hasValues(fields, zone.named);
	const live = rows.filter((row) => !isDeleted(row));
	const fresh = live.filter(
		({ recordId }) => newest === undefined || isAbove(idIn(recordId), newest),
	);
	const byKey = new Map(grouped(fresh, (row) => readKey(recordIn(row))));
	const spellings = new Set(fresh.map((row) => foldedKey(recordIn(row))));
	const keys = sent.map((one) => keyOfSent(form, one));
	return sent.map((one, n) => {
		const key = keys[n];
		if (one.recordId !== undefined) {
			// A record to update need not be among the newest, and values that it had before prove nothing.
			const row = live.find(({ recordId }) => idIn(recordId) === idIn(one.recordId));
			return savedAs(one.isNew && row && has(recordIn(row), one.record) ? row : undefined);
		}
		if (key === undefined) return { fate: 'unknown' };
		const found = byKey.get(key) ?? [];
		if (found.length === 0)
			return { fate: spellings.has(foldedKey(one.record)) ? 'unknown' : 'absent' };
		const alike = found.filter((row) => mayHave(recordIn(row), one.record));
		// If more or fewer have the key than were sent, it is unknown which of them is there.
		const isCertain = newest !== undefined && alike.length === sentWith(key);
		const row = alike.at(-1 - keys.slice(0, n).filter((other) => other === key).length);
		return savedAs(isCertain ? row : undefined);
	});
}

const savedAs = (row: JsonObject | undefined): LookedUpEntry =>
	row ? { fate: 'saved', rows: [row] } : { fate: 'unknown' };
