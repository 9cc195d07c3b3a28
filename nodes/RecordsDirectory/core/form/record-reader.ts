import { isEmpty, ownProperty, put, type JsonObject } from '../json';
import type { EachValue } from '../output/simplify';
import type { FormField, Keys } from './field';
import { captionKeys } from './names';
import { valueReader } from './value';

/**
 * Returns a function that gives the `record` of a reply one shape, whatever the service's spelling (Resources, Record): a value for
 * every given field, null or [] for none; a label has none. Choices are names; users and organizations `{ code, name }`, or as `usersAs` says; rows of
 * a table have the same keys; numbers are numbers unless that would lose digits; dates and times are
 * `YYYY-MM-DD` and `YYYY-MM-DD hh:mm:ss`, as the record's own times. Captions that are not unique are followed
 * by ` (field ID)`. Values without a known field, such as the related code `field-6[1]`, stay unchanged.
 */
export function recordReader(
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

/** `recordReader` without an object for the values: most become part of a flat row, and a copy of each takes time. */
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
			const value = ownProperty(record, id);
			if (!isLabel || !isEmpty(value)) take(keyOf(id, unknown), read(value));
		}
		for (const id of unknown) take(id, record[id]);
	};
}
