import { canonical } from '../fingerprint';
import { isRow, type Row } from '../json';
import type { FormField } from './definition';
import { spelled } from './match';
import { readerOf } from './record-reader';
import { cellsOf } from './table-cells';
import { isEmpty } from './value';

/**
 * How a value to send compares with the value of a record: `same`; `different`, however it is spelled; or
 * `unsure`, such as the texts `9:05` and `09:05:00`, or an object in a field of unknown type.
 */
export type Likeness = 'same' | 'unsure' | 'different';

/** By field ID, for every value that is sent. */
export type Comparison = ReadonlyMap<string, Likeness>;

/** Compares values to send with records of one form. A field that the form does not have is `unsure`. */
export function comparer(fields: readonly FormField[]): (record: Row, sent: Row) => Comparison {
	const comparers = new Map(fields.map((field) => [field.id, valueComparer(field)]));
	return (record, sent) =>
		new Map(
			Object.entries(sent).map(([id, value]) => {
				const current = Object.hasOwn(record, id) ? record[id] : undefined;
				return [id, comparers.get(id)?.(current, value) ?? 'unsure'];
			}),
		);
}

function valueComparer(field: FormField): (current: unknown, sent: unknown) => Likeness {
	if (field.kind === 'table') {
		const compare = comparer(field.columns);
		return (current, sent) => tableLikeness(field, compare, [listOf(current), listOf(sent)]);
	}
	const read = readerOf([field], { keys: 'identifiers' });
	const meaningOf = (value: unknown) => meaning(field, read({ [field.id]: value })[field.id]);
	return (current, sent) => {
		const [one, other] = [meaningOf(current), meaningOf(sent)];
		if (!isClear(field, current) || !isClear(field, sent)) return 'unsure';
		if (canonical(one) === canonical(other)) return 'same';
		const isSure = field.kind !== 'text' || (typeof one === 'string' && typeof other === 'string');
		return isSure && loosely(one) !== loosely(other) ? 'different' : 'unsure';
	};
}

/** Rows are replaced as a whole: a column that is not sent must have been empty to be the same. */
function tableLikeness(
	{ columns }: FormField,
	compare: (record: Row, sent: Row) => Comparison,
	[current, sent]: readonly [readonly unknown[], readonly unknown[]],
): Likeness {
	if (current.length !== sent.length) return 'different';
	const all = sent.flatMap((row, n): Likeness[] => {
		const before = current[n];
		if (!isRow(row) || !isRow(before)) return ['unsure'];
		const [cells, now] = [cellsOf(row, columns), cellsOf(before, columns)];
		const isLost = columns.some(
			({ id, isReadOnly }) => !isReadOnly && !Object.hasOwn(cells, id) && !isEmpty(now[id]),
		);
		return [...compare(now, cells).values(), ...(isLost ? ['unsure' as const] : [])];
	});
	return (['different', 'unsure'] as const).find((like) => all.includes(like)) ?? 'same';
}

const listOf = (value: unknown): readonly unknown[] =>
	isEmpty(value) ? [] : Array.isArray(value) ? value : [value];

/** Whether a value can be read in one way only: not where a text lists choices, of which one has a comma. */
const isClear = ({ kind, choices }: FormField, value: unknown): boolean =>
	kind === 'choices'
		? typeof value !== 'string' || !choices.some(({ name }) => name.includes(','))
		: kind !== 'number' || isEmpty(value) || Number.isFinite(Number(value));

/** What equal values have in common; choices have no order. */
function meaning({ kind }: FormField, value: unknown): unknown {
	if (isEmpty(value)) return '';
	switch (kind) {
		case 'choices':
			return listOf(value).map(String).sort();
		case 'users':
		case 'organizations':
			return listOf(value).map((one) => String(isRow(one) ? one.code : one));
		case 'date':
		case 'dateTime':
		case 'time':
			return spelled(String(value));
		default:
			return typeof value === 'object' ? value : String(value);
	}
}

/** Services trim texts, change their line breaks and sort users. */
function loosely(value: unknown): string {
	if (typeof value === 'string') return spelled(value.trim().replace(/\r\n?/g, '\n'));
	return canonical(Array.isArray(value) ? [...value].sort() : value);
}
