import { isEmpty, isEmptyList, isJsonObject, ownProperty, put, type JsonObject } from '../json';
import { mistake } from '../values/input-error';
import { isDateObject, parseTime, type ValueContext } from '../values/moment';
import { mustBeJson, parsedJson } from '../values/record-json';
import { captionKeys, fieldLabel, type Captioned } from './names';
import type { Resource } from '../../api/define';

/** `codes` are the related codes 1 to 5; '' for none (Resources, SelectItem). */
interface FieldChoice {
	readonly name: string;
	readonly codes: readonly string[];
	readonly isDefault: boolean;
}

/** Its `id` is the key in `record`. Bounds that the form does not set are undefined. */
export interface FormField extends Captioned {
	readonly kind: Kind;
	/** Whether it is always required. Requirements that depend on other fields are left to the service. */
	readonly required: boolean;
	readonly isKey: boolean;
	/** Whether a new record needs a value for it that only its creator can give. */
	readonly mustBeGiven?: boolean;
	/** Whether the form calculates it, so that the service accepts no value. */
	readonly isReadOnly: boolean;
	/** Whether it seems to hold no value. The document names no types, so this alone rejects nothing. */
	readonly isShownOnly?: boolean;
	/** Whether it is a static text of the form, without a value in records. */
	readonly isLabel?: boolean;
	/** Counts as one choice, but only `multiple` says so, which may stand for what nobody set. */
	readonly mayTakeSeveral?: boolean;
	readonly isMultiple: boolean;
	readonly choices: readonly FieldChoice[];
	/** Of a detail table; empty for every other field. */
	readonly columns: readonly FormField[];
	readonly decimals?: number;
	readonly min?: number;
	readonly max?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly default?: string;
}

export type UsersAs = 'objects' | 'names' | 'codes';

interface Keys {
	readonly keys: 'identifiers' | 'captions';
	/** All fields of the form, if only some are output: a caption must be unique among all of them. */
	readonly among?: readonly FormField[];
	readonly usersAs?: UsersAs;
	/** For a record that was sent: only the values that it has. */
	readonly isPart?: boolean;
}

/** Everything that differs between kinds. The functions take no empty values: those are the same for all kinds. */
export interface Kind {
	/** Whether a definition (Resources, Field), with a number of columns, describes such a field. */
	readonly fits: (row: JsonObject, columns: number) => boolean;
	/** Returns what its definition says beside what all fields have. Undefined and false mean nothing. */
	readonly parts?: (row: JsonObject) => {
		readonly [P in keyof FormField]?: FormField[P] | undefined;
	};
	/** Its input in n8n's mapper. */
	readonly input: 'string' | 'number' | 'dateTime' | 'time' | 'array' | 'options';
	/** What the label of its input says after the caption, which `name` is. */
	readonly labelNote?: (field: FormField, name: string) => string;
	/** Whether the API cannot write its values. */
	readonly isReadOnly?: true;
	/** Whether its values are lists, which are empty as []. */
	readonly isList?: true;
	/** Whether the input can show the initial value of a new record: it is written as a user would write it. */
	readonly isPrefilled?: true;
	/** The kind of directory entries, if its values are their codes. */
	readonly resource?: 'user' | 'organization';
	/** Whether nothing says what its values are: they may be numbers, dates or users. */
	readonly isUntyped?: true;
	/** Whether its values are dates or times, which may have an offset. */
	readonly isTime?: true;
	/** What *Conditions* can ask of its values, beside whether there is one. */
	readonly compares?: 'equality' | 'parts' | 'order';
	/** Whether one value is more than another, by their keys, if it `compares` by order. */
	readonly isMore?: (key: string, other: string) => boolean;
	/** Whether a key has a place in that order: `soon` in a field of dates has none. */
	readonly isOrdered?: (key: string) => boolean;
	/** As the service accepts it, else throws an `InputError`. Missing for tables (`record-writer.ts`) and files. */
	readonly write?: (field: FormField, value: unknown, reading: ValueContext) => unknown;
	/** Returns a function that gives a value of a reply one shape, whatever the service's spelling. */
	readonly read: (field: FormField, options: Keys) => (value: unknown) => unknown;
	/** What a value, as `read` returns it, has in common with every equal one. `zone` is the site's, if known. */
	readonly key: (known: unknown, zone: string | undefined, field: FormField) => unknown;
	/** Whether a value of a reply can be read in several ways, so that its key proves nothing. */
	readonly isAmbiguous?: (field: FormField, value: unknown) => boolean;
}

export const isTable = ({ columns }: FormField): boolean => columns.length > 0;

/** Not for tables. null, '' and [] clear the field. Throws an `InputError` for a value that it does not accept. */
export function valueToSend(field: FormField, value: unknown, reading: ValueContext): unknown {
	const { isList, isUntyped, write } = field.kind;
	if (isEmptyList(value) && !isList && !isUntyped)
		throw mistake('noValueInside', { field: fieldLabel(field), what: 'an empty list' });
	// An empty list stays a list in a field of unknown type.
	if (isEmpty(value)) return isList || isEmptyList(value) ? [] : '';
	const given = isList ? parsedJson(fieldLabel(field), value) : value;
	// A rounded number may be another number; the same is true in a text, a code or a choice.
	if (!isDateObject(value)) mustBeJson(fieldLabel(field), given);
	const sent = write?.(field, value, reading);
	// Only an empty value may clear the field.
	if (isEmpty(sent) && !isEmpty(given))
		throw mistake('noValueInside', { field: fieldLabel(field), what: 'separators' });
	return sent;
}

/** Its function returns null or [] for an empty value. */
function valueReader(field: FormField, options: Keys): (value: unknown) => unknown {
	const { isList } = field.kind;
	const read = field.kind.read(field, options);
	return (value) => (isEmpty(value) ? (isList || Array.isArray(value) ? [] : null) : read(value));
}

/** The only equality of values: equal ones have one key, whatever their spelling; '' for an empty value. */
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

/** Takes a list, JSON text, a single value, or text with one entry per line. Skips empty entries. */
export function readListEntries(what: string, value: unknown): unknown[] {
	const parsed = parsedJson(what, value);
	const lines = typeof parsed === 'string' ? parsed.split(/\r?\n/) : parsed;
	const entries: readonly unknown[] = Array.isArray(lines) ? lines : [lines];
	return entries.filter((entry) => entry !== undefined && entry !== null && entry !== '');
}

/**
 * Its function passes on the values of a reply's `record` in one shape, whatever the service's spelling
 * (Resources, Record): a value for every given field, null or [] for none; a label has none. Choices are
 * names; users and organizations `{ code, name }`, or as `usersAs` says; rows of a table have the same keys;
 * numbers are numbers unless that would lose digits; dates and times are `YYYY-MM-DD` and
 * `YYYY-MM-DD hh:mm:ss`. Captions that are not unique are followed by ` (field ID)`. Values without a known
 * field, such as the related code `field-6[1]`, stay unchanged. It makes no object: most values become part
 * of a flat row, and a copy of each takes time.
 */
export function valuesReader(
	fields: readonly FormField[],
	{ keys: by, among = fields, usersAs = 'objects', isPart = false }: Keys,
): EachValue {
	const ids = new Set(fields.map(({ id }) => id));
	const toKey = by === 'captions' ? captionKeys(among) : (id: string) => id;
	const readers = fields.map((field) => ({
		...field,
		read: valueReader(field, { keys: by, usersAs, isPart }),
	}));
	return (record, take) => {
		// A value without a known field may have the caption of a field as its name.
		const unknown = new Set(Object.keys(record).filter((id) => !ids.has(id)));
		for (const { id, isLabel, read } of readers) {
			const value = ownProperty(record, id);
			if (isPart ? value !== undefined : !isLabel || !isEmpty(value))
				take(toKey(id, unknown), read(value));
		}
		for (const id of unknown) take(id, record[id]);
	};
}

type Take = (key: string, value: unknown) => void;

type EachValue = (record: JsonObject, take: Take) => void;

const unchangedValues: EachValue = (record, take) => {
	for (const id of Object.keys(record)) take(id, record[id]);
};

/** A record becomes flat. A field whose ID is one of its own properties becomes `record.<field ID>`. */
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
