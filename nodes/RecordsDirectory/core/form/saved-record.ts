import { grouped } from '../grouped';
import type { JsonObject } from '../json';
import type { LookedUpEntry } from '../request/failure';
import { comparer } from './comparison';
import type { ComparisonZone } from '../values/time-zone';
import type { FormField } from './definition';
import { isDeleted } from '../request/deletion';
import { recordIn } from './edits';
import { looseKeyReader } from './lookalikes';
import { keyReader } from './match';
import { foldedWithoutSpaces } from '../values/folded';
import { isEmpty } from './value';

/** The fields of a form, and the time zone of its site. */
export interface FormAt {
	readonly fields: readonly FormField[];
	readonly zone: ComparisonZone;
}

/** A record as it was sent; one with an ID was to update that record. */
export interface SentRecord {
	readonly record: JsonObject;
	readonly recordId?: unknown;
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

/** A key without its spaces; JSON writes line breaks and tabs as two characters. */
const plainKey = (key: string): string => foldedWithoutSpaces(key.replace(/\\[nrt]/g, ''));

/**
 * Compares records that may have been saved with the newest records of the form. A record is saved if its key
 * and all its values are there. One with its key but another value may have existed before. A key that differs
 * only in case, width or spaces may be the service's spelling of the one that was sent.
 */
export function recordsLookedUp(
	form: FormAt,
	sent: readonly SentRecord[],
	newest: readonly JsonObject[],
): readonly LookedUpEntry[] {
	const { fields, zone } = form;
	const by = fields.filter(({ isKey }) => isKey);
	const [keyOf, looseKeyOf] = [keyReader(by, zone.named), looseKeyReader(by, zone)];
	const compare = comparer(fields, zone.named);
	const live = newest.filter((row) => !isDeleted(row));
	const byKey = new Map(grouped(live, (row) => keyOf(recordIn(row))));
	const loose = new Set(live.map((row) => looseKeyOf(recordIn(row))));
	const spelled = new Set([...byKey.keys()].map(plainKey));
	const keys = sent.map((one) => keyOfSent(form, one));
	return sent.map((one, n) => {
		const key = keys[n];
		if (key === undefined) return { fate: 'unknown' };
		const found = byKey.get(key) ?? [];
		if (found.length === 0) {
			const mayBeThere = spelled.has(plainKey(key)) || loose.has(looseKeyOf(one.record));
			// A record to update need not be among the newest.
			const isAbsent = one.recordId === undefined && !mayBeThere;
			return { fate: isAbsent ? 'absent' : 'unknown' };
		}
		const alike = found.filter(
			(row) => ![...compare(recordIn(row), one.record).values()].includes('different'),
		);
		const [row] = alike;
		// If two have the same key, it is unknown which of them is there.
		return row && alike.length >= keys.filter((other) => other === key).length
			? { fate: 'saved', rows: [row] }
			: { fate: 'unknown' };
	});
}
