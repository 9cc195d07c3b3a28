import { isRow, type Row } from '../json';
import { nameOf } from './choices';
import type { FormField } from './definition';
import { namesIn } from './lists';
import { captionKeys } from './names';
import { exactNumber } from './number';
import { cellsOf } from './rows';
import { isEmpty, isList } from './value';

/** What the values of a record are found by. */
export interface Keys {
	readonly keys: 'identifiers' | 'captions';
}

/**
 * The `record` of a reply in one shape, whatever the service's spelling (Resources, Record): a value
 * for every field given, null or [] for none. Choices are names; users and organizations
 * `{ code, name }`; rows of a table have the same keys; numbers are numbers unless that would lose
 * digits; dates and times are `YYYY-MM-DD` and `YYYY-MM-DD hh:mm:ss`, as the record's own times.
 * Captions that are not one field's alone are followed by ` (identifier)`. What no field is known
 * for, such as the related code `field-6[1]`, stays as it came.
 */
export function readable(fields: readonly FormField[], record: Row, options: Keys): Row {
	const values = new Map(Object.entries(record));
	const ids = new Set(fields.map(({ id }) => id));
	const unknown = [...values.keys()].filter((id) => !ids.has(id));
	const all = [...fields, ...unknown.map((id) => ({ id, caption: id }))];
	const keys = options.keys === 'captions' ? captionKeys(all) : undefined;
	const keyOf = (id: string) => keys?.get(id) ?? id;
	return Object.fromEntries([
		...fields.map((field) => [keyOf(field.id), valueOf(field, values.get(field.id), options)]),
		...unknown.map((id) => [keyOf(id), values.get(id)]),
	]);
}

function valueOf(field: FormField, value: unknown, options: Keys): unknown {
	if (isEmpty(value)) return isList(field) || Array.isArray(value) ? [] : null;
	switch (field.kind) {
		case 'number':
			return numberOf(value);
		case 'date':
		case 'dateTime':
			return typeof value === 'string' ? dateOf(value) : value;
		case 'choice':
			return choiceOf(value);
		case 'choices':
			return choicesOf(field, value).map(choiceOf);
		case 'users':
		case 'organizations':
			return listOf(value).map(selectedOf);
		case 'table':
			return listOf(value).map((row) =>
				isRow(row) ? readable(field.columns, cellsOf(row, field.columns), options) : row,
			);
		default:
			return value;
	}
}

const numberOf = (value: unknown) =>
	typeof value === 'string' && isPlain(value) ? (exactNumber(value) ?? value) : value;

/** A formula may give a code such as 007, which is no number. */
const isPlain = (text: string) => /^-?(0|[1-9])/.test(text) && !/^-?0\d/.test(text);

const DATE = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/;

const dateOf = (text: string) =>
	text.replace(DATE, (_, year, month, day, time?: string, seconds = ':00') =>
		[`${year}-${month}-${day}`, ...(time ? [time + seconds] : [])].join(' '),
	);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const choiceOf = (value: unknown): unknown => nameOf(value) ?? value;

function choicesOf(field: FormField, value: unknown): unknown[] {
	if (typeof value !== 'string') return listOf(value);
	return namesIn(
		value,
		field.choices.map(({ name }) => name),
	);
}

const selectedOf = (value: unknown): unknown =>
	isRow(value) ? { code: value.code, name: value.name } : { code: value };
