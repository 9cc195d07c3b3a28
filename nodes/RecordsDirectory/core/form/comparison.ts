import { isDecimal } from '../decimal';
import { canonical } from '../fingerprint';
import { isExact, isJsonObject, propertyOf, type JsonObject } from '../json';
import { writtenOf } from '../values/moment';
import type { ValueContext } from '../values/time-zone';
import { namesOf } from './choices';
import type { FormField } from './definition';
import { KINDS } from './kind';
import { hasOneReading } from './list-entries';
import { isSpelled, looseMeaning, meaningOf, spelled } from './meaning';
import { cellsOf } from './table-cells';
import { isEmpty, listOf } from './value';

/**
 * The result of comparing a value to send with the value of a record: `same`; `different` in meaning, not just
 * in spelling; or `unsure`, such as the texts `9:05` and `09:05:00`, or an object in a field of unknown type.
 */
export type Likeness = 'same' | 'unsure' | 'different';

/** By field ID, for every value to send. */
export type Comparison = ReadonlyMap<string, Likeness>;

/**
 * Returns a function that compares values to send with records of one form. A field that the form does not have
 * is `unsure`.
 */
export function comparer(
	fields: readonly FormField[],
	zone: string | undefined,
): (record: JsonObject, sent: JsonObject) => Comparison {
	const comparers = new Map(fields.map((field) => [field.id, valueComparer(field, zone)]));
	return (record, sent) =>
		new Map(
			Object.entries(sent).map(([id, value]) => [
				id,
				comparers.get(id)?.(propertyOf(record, id), value) ?? 'unsure',
			]),
		);
}

function valueComparer(
	field: FormField,
	zone: string | undefined,
): (current: unknown, sent: unknown) => Likeness {
	if (field.kind === 'table') {
		const compare = comparer(field.columns, zone);
		return (current, sent) => tableLikeness(field, compare, [listOf(current), listOf(sent)]);
	}
	const meaning = meaningOf(field, zone);
	return (current, sent) => {
		if (!isClear(field, current) || !isClear(field, sent)) return 'unsure';
		const [one, other] = [meaning(current), meaning(sent)];
		if (canonical(one) === canonical(other)) return 'same';
		const isSure = isCertain(field, one) && isCertain(field, other);
		return isSure && loosely(field, one) !== loosely(field, other) ? 'different' : 'unsure';
	};
}

/** A table is replaced as a whole, so a column that is not sent is the same only if it was empty. */
function tableLikeness(
	{ columns }: FormField,
	compare: (record: JsonObject, sent: JsonObject) => Comparison,
	[current, sent]: readonly [readonly unknown[], readonly unknown[]],
): Likeness {
	if (current.length !== sent.length) return 'different';
	const all = sent.flatMap((row, n): Likeness[] => {
		const before = current[n];
		if (!isJsonObject(row) || !isJsonObject(before)) return ['unsure'];
		const [cells, now] = [cellsOf(row, columns), cellsOf(before, columns)];
		const isLost = columns.some(
			({ id, isReadOnly }) => !isReadOnly && !Object.hasOwn(cells, id) && !isEmpty(now[id]),
		);
		return [...compare(now, cells).values(), ...(isLost ? ['unsure' as const] : [])];
	});
	return (['different', 'unsure'] as const).find((like) => all.includes(like)) ?? 'same';
}

/**
 * Whether a value has one meaning only: no rounded number, and no text that can be split into choices in
 * several ways.
 */
function isClear(field: FormField, value: unknown): boolean {
	const { kind } = field;
	if (!isExact(value)) return false;
	if (isEmpty(value)) return true;
	if (kind === 'choices' && typeof value === 'string') {
		const names = namesOf(field);
		return !names.some((name) => name.includes(',')) || hasOneReading(value, names);
	}
	return KINDS[kind].holds !== 'number' || isDecimal(String(value).trim());
}

/** Whether values with this meaning cannot mean anything else: a date may be in an unknown spelling. */
function isCertain({ kind, isUntyped }: FormField, meant: unknown): boolean {
	if (KINDS[kind].holds === 'text')
		return typeof meant === 'string' && !(isUntyped && hasOffset(meant));
	return !KINDS[kind].isTime || meant === '' || isSpelled(String(meant));
}

/** A time with offset may be stored as the local time of the site. */
const hasOffset = (text: string) => writtenOf(text)?.offset !== undefined;
const NO_ZONE: ValueContext = { zone: 'UTC' };

/** Services trim texts, change line breaks and sort users; an untyped field may accept numbers. */
function loosely({ isUntyped }: FormField, value: unknown): string {
	if (isUntyped) return looseMeaning(value, NO_ZONE);
	if (typeof value === 'string') return spelled(value.trim().replace(/\r\n?/g, '\n'));
	return canonical(Array.isArray(value) ? [...value].sort() : value);
}
