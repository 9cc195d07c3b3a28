import { isEmpty, isEmptyList, isJsonObject, type JsonObject, ownProperty, put } from '../json';
import { mistake } from '../values/input-error';
import { isMoment, parseTime, type ValueContext } from '../values/moment';
import { mustBeJson, parsedJson } from '../values/record-json';
import type { FormField, Keys } from './field';
import { fieldLabel, captionKeys } from './names';
import type { Resource } from '../../api/define';

/**
 * Returns the value to send for a field that is not a table; null, '' and an empty list clear the field. Throws an
 * `InputError` for a value that the field does not accept.
 */
export function valueToSend(field: FormField, value: unknown, reading: ValueContext): unknown {
	const { isList, isUntyped, write } = field.kind;
	if (isEmptyList(value) && !isList && !isUntyped)
		throw mistake('noValueInside', { field: fieldLabel(field), what: 'an empty list' });
	// An empty list stays a list in a field of unknown type.
	if (isEmpty(value)) return isList || isEmptyList(value) ? [] : '';
	const given = isList ? parsedJson(fieldLabel(field), value) : value;
	// A rounded number may be another number; the same is true in a text, a code or a choice.
	if (!isMoment(value)) mustBeJson(fieldLabel(field), given);
	const sent = write?.(field, value, reading);
	// Only an empty value may clear the field.
	if (isEmpty(sent) && !isEmpty(given))
		throw mistake('noValueInside', { field: fieldLabel(field), what: 'separators' });
	return sent;
}

/** Returns a function that reads the values of a field; null or [] for an empty one. */
function valueReader(field: FormField, options: Keys): (value: unknown) => unknown {
	const { isList } = field.kind;
	const read = field.kind.read(field, options);
	return (value) => (isEmpty(value) ? (isList || Array.isArray(value) ? [] : null) : read(value));
}

/**
 * Returns a function that gives equal values of a field one key, whatever their spelling: '' for an empty value.
 * This is the only equality of values. `zone` is the time zone of the site, if known.
 */
export function valueKey(field: FormField, zone: string | undefined): (value: unknown) => unknown {
	const read = valueReader(field, { keys: 'identifiers' });
	return (value) => {
		const known = read(value);
		return isEmpty(known) ? '' : field.kind.key(known, zone, field);
	};
}

/** Whether a key is a time with an offset, because the local time of the site is unknown. */
export const isOfUnknownZone = ({ kind }: FormField, key: unknown): boolean =>
	kind.isTime === true && parseTime(key)?.offset !== undefined;

/**
 * Returns the entries of a list in any form: a list, JSON text, a single value, or text with one entry per
 * line. Skips empty entries.
 */
export function readListEntries(what: string, value: unknown): unknown[] {
	const parsed = parsedJson(what, value);
	const entries = Array.isArray(parsed)
		? parsed
		: typeof parsed === 'string'
			? parsed.split(/\r?\n/)
			: [parsed];
	return entries.filter((entry) => entry !== undefined && entry !== null && entry !== '');
}

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
	const toKey = by === 'captions' ? captionKeys(among) : (id: string) => id;
	const readers = fields.map((field) => ({
		...field,
		read: valueReader(field, { keys: by, usersAs }),
	}));
	return (record, take) => {
		// A value without a known field may have the caption of a field as its name.
		const unknown = new Set(Object.keys(record).filter((id) => !ids.has(id)));
		for (const { id, isLabel, read } of readers) {
			const value = ownProperty(record, id);
			if (!isLabel || !isEmpty(value)) take(toKey(id, unknown), read(value));
		}
		for (const id of unknown) take(id, record[id]);
	};
}

/** Takes a value of a record, by its key. */
type Take = (key: string, value: unknown) => void;

/** Passes on the values of a record, in the layout that the user wants. */
type EachValue = (record: JsonObject, take: Take) => void;

const unchangedValues: EachValue = (record, take) => {
	for (const id of Object.keys(record)) take(id, record[id]);
};

/**
 * Keeps the properties of a row that users need. A record becomes flat: its fields join its own properties, and
 * a field whose ID is one of them becomes `record.<field ID>`.
 */
export function simplified(
	resource: Resource,
	row: JsonObject,
	eachValue: EachValue = unchangedValues,
): JsonObject {
	const flat: JsonObject = {};
	const take: Take = (key, value) => put(flat, flatKey(resource, key), value);
	for (const name of resource.simplified ?? Object.keys(row)) {
		if (!Object.hasOwn(row, name)) continue;
		const value = row[name];
		if (name !== 'record' || typeof value !== 'object' || value === null) put(flat, name, value);
		// Some services write an empty object as an empty list.
		else (isJsonObject(value) ? eachValue : unchangedValues)(value as JsonObject, take);
	}
	return flat;
}

const flatKey = ({ entity }: Resource, id: string) =>
	Object.hasOwn(entity, id) || id.startsWith('record.') ? `record.${id}` : id;
