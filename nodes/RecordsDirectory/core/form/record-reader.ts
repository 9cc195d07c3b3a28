import { exactNumber } from '../decimal';
import { isRow, put, type Row } from '../json';
import { nameOf } from './choices';
import type { FormField } from './definition';
import { namesIn } from './lists';
import { captionKeys } from './names';
import { cellsOf } from './table-cells';
import { isEmpty, isList } from './value';

/** What the values of a record are found by. */
export interface Keys {
	readonly keys: 'identifiers' | 'captions';
	/** All fields of the form if only some are output: a caption must be clear among all of them. */
	readonly among?: readonly FormField[];
}

/**
 * The `record` of a reply in one shape, whatever the service's spelling (Resources, Record): a value
 * for every field given, null or [] for none. Choices are names; users and organizations
 * `{ code, name }`; rows of a table have the same keys; numbers are numbers unless that would lose
 * digits; dates and times are `YYYY-MM-DD` and `YYYY-MM-DD hh:mm:ss`, as the record's own times.
 * Captions that are not one field's alone are followed by ` (identifier)`. What no field is known
 * for, such as the related code `field-6[1]`, stays as it came.
 */
export const readable = (fields: readonly FormField[], record: Row, options: Keys): Row =>
	readerOf(fields, options)(record);

/** `readable` for many records of one form. */
export function readerOf(
	fields: readonly FormField[],
	{ keys: by, among = fields }: Keys,
): (record: Row) => Row {
	const ids = new Set(fields.map(({ id }) => id));
	const keysOf = (all: ReadonlyArray<Pick<FormField, 'id' | 'caption'>>) =>
		by === 'captions' ? captionKeys(all) : undefined;
	const usual = keysOf(among);
	const readers = fields.map((field) => [field.id, valueReader(field, { keys: by })] as const);
	return (record) => {
		const unknown = Object.keys(record).filter((id) => !ids.has(id));
		// What no field is known for may bear the caption of one.
		const keys =
			unknown.length > 0
				? keysOf([
						...among.filter(({ id }) => !unknown.includes(id)),
						...unknown.map((id) => ({ id, caption: id })),
					])
				: usual;
		const keyOf = (id: string) => keys?.get(id) ?? id;
		const valueOf = (id: string) => (Object.hasOwn(record, id) ? record[id] : undefined);
		const known: Row = {};
		for (const [id, read] of readers) put(known, keyOf(id), read(valueOf(id)));
		for (const id of unknown) put(known, keyOf(id), record[id]);
		return known;
	};
}

function valueReader(field: FormField, options: Keys): (value: unknown) => unknown {
	const read = fullReader(field, options);
	return (value) =>
		isEmpty(value) ? (isList(field) || Array.isArray(value) ? [] : null) : read(value);
}

/** Reads a value that is not empty. */
function fullReader(field: FormField, options: Keys): (value: unknown) => unknown {
	switch (field.kind) {
		case 'number':
			return numberOf;
		case 'date':
		case 'dateTime':
			return (value) => (typeof value === 'string' ? dateOf(value) : value);
		case 'choice':
			return choiceOf;
		case 'choices':
			return (value) => choicesOf(field, value).map(choiceOf);
		case 'users':
		case 'organizations':
			return (value) => listOf(value).map(selectedOf);
		case 'table': {
			const readRow = readerOf(field.columns, options);
			return (value) =>
				listOf(value).map((row) => (isRow(row) ? readRow(cellsOf(row, field.columns)) : row));
		}
		default:
			return (value) => value;
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
