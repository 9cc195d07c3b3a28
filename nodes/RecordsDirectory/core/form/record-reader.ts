import { exactNumber } from '../decimal';
import { asList, isJsonObject, propertyOf, put, type JsonObject } from '../json';
import { dateTextOf } from '../values/date-text';
import type { EachValue } from '../output/simplify';
import { nameOf, namesOf } from './choices';
import type { FormField } from './definition';
import type { FormFieldKind } from './kind';
import { namesIn } from './list-entries';
import { captionKeys } from './names';
import { shownUser, type UsersAs } from './selections';
import { cellsOf } from './table-cells';
import { isEmpty, isList } from './value';

/** How the values of a record are named. */
export interface Keys {
	readonly keys: 'identifiers' | 'captions';
	/** All fields of the form, if only some are output: a caption must be unique among all of them. */
	readonly among?: readonly FormField[];
	readonly usersAs?: UsersAs;
}

/**
 * Returns a function that gives the `record` of a reply one shape, whatever the service's spelling (Resources, Record): a value for
 * every given field, null or [] for none; a label has none. Choices are names; users and organizations `{ code, name }`, or as `usersAs` says; rows of
 * a table have the same keys; numbers are numbers unless that would lose digits; dates and times are
 * `YYYY-MM-DD` and `YYYY-MM-DD hh:mm:ss`, as the record's own times. Captions that are not unique are followed
 * by ` (field ID)`. Values without a known field, such as the related code `field-6[1]`, stay unchanged.
 */
export function readerOf(
	fields: readonly FormField[],
	options: Keys,
): (record: JsonObject) => JsonObject {
	const read = valuesReader(fields, options);
	return (record) => {
		const known: JsonObject = {};
		read(record, (key, value) => put(known, key, value));
		return known;
	};
}

/** `readerOf` without an object for the values: most become part of a flat row, and a copy of each takes time. */
export function valuesReader(
	fields: readonly FormField[],
	{ keys: by, among = fields, usersAs = 'objects' }: Keys,
): EachValue {
	const ids = new Set(fields.map(({ id }) => id));
	const keyOf = by === 'captions' ? captionKeys(among) : (id: string) => id;
	const readers = fields.map((field) => ({
		...field,
		read: valueReader(field, { keys: by, usersAs }),
	}));
	return (record, take) => {
		// A value without a known field may have the caption of a field as its name.
		const unknown = new Set(Object.keys(record).filter((id) => !ids.has(id)));
		for (const { id, isLabel, read } of readers) {
			const value = propertyOf(record, id);
			if (!isLabel || !isEmpty(value)) take(keyOf(id, unknown), read(value));
		}
		for (const id of unknown) take(id, record[id]);
	};
}

/** Returns a function that reads the values of a field. */
export function valueReader(field: FormField, options: Keys): (value: unknown) => unknown {
	const read = READERS[field.kind](field, options);
	return (value) =>
		isEmpty(value) ? (isList(field) || Array.isArray(value) ? [] : null) : read(value);
}

type Reader = (field: FormField, options: Keys) => (value: unknown) => unknown;

const asItCame: Reader = () => (value) => value;
const readDate: Reader = () => (value) => (typeof value === 'string' ? dateOf(value) : value);
const readSelection: Reader = (_, { usersAs = 'objects' }) => {
	const shown = shownUser(usersAs);
	return (value) => asList(value).map(shown);
};

/** How values of each kind are read if they are not empty. */
const READERS: Readonly<Record<FormFieldKind, Reader>> = {
	text: asItCame,
	number: () => numberOf,
	date: readDate,
	dateTime: readDate,
	time: asItCame,
	// Where nothing says that a field takes several choices, its values do.
	choice: () => (value) => (Array.isArray(value) ? value.map(choiceOf) : choiceOf(value)),
	choices: (field) => (value) =>
		(typeof value === 'string' ? namesIn(value, namesOf(field)) : asList(value)).map(choiceOf),
	users: readSelection,
	organizations: readSelection,
	file: asItCame,
	table: ({ columns }, options) => {
		const readRow = readerOf(columns, options);
		return (value) =>
			asList(value).map((row) => (isJsonObject(row) ? readRow(cellsOf(row, columns)) : row));
	},
};

const numberOf = (value: unknown) =>
	typeof value === 'string' && isPlain(value) ? (exactNumber(value) ?? value) : value;

/** A formula may return a code such as 007, which is not a number. */
const isPlain = (text: string) => /^-?(0(?!\d)|[1-9])/.test(text);

function dateOf(text: string): string {
	const { date, time, spelling } = dateTextOf(text);
	return date === '' || spelling !== 'full' ? text : `${date} ${time}`.trim();
}

const choiceOf = (value: unknown): unknown => nameOf(value) ?? value;
