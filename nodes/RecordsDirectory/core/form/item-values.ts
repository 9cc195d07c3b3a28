import type { JsonObject } from '../json';
import { EVENT_PROPERTIES } from '../output/simplify';
import { RECORD_PROPERTIES } from '../values/record-properties';
import type { FormField } from './definition';
import { isNamed, labelOf, namedBy } from './names';
import { nearest } from './suggestion';

const OF_EVENTS: ReadonlySet<string> = new Set([
	...RECORD_PROPERTIES,
	...Object.keys(EVENT_PROPERTIES),
]);
const NONE: ReadonlySet<string> = new Set();
/** What tells which record an item is about, and is none of its values. */
const OF_ADDRESS: ReadonlySet<string> = new Set(['appsId', 'recordId', 'isDeleted']);

/** The name of a field, and a value for it. */
export type NamedValue = readonly [name: string, value: unknown];

/** What an input item holds for the fields of a form. */
export interface ItemValues {
	/** Names of fields and values; a field may be named twice. */
	readonly values: readonly NamedValue[];
	/** Properties that are called like a field and are none. */
	readonly beside: readonly string[];
	/** Properties that are not those of a field, nor what an output of this node has beside fields. */
	readonly unmatched: readonly string[];
}

/**
 * The properties of an item whose names are those of fields, as outputs of this node have them. The form
 * decides: what names a field is its value, also behind `record.`. Only in an item that this node or
 * the trigger has output, a name such as `status` is the record's own, and the field is `record.status`.
 * Spaces around a name do not count, nor does the invisible sign before the first column of a CSV file of Excel.
 */
export function valuesIn(fields: readonly FormField[], item: JsonObject): ItemValues {
	const own = ownNamesOf(item);
	const values: NamedValue[] = [];
	const beside: string[] = [];
	const unmatched: string[] = [];
	for (const [key, value] of Object.entries(item)) {
		const name =
			fieldNameOf(fields, { item, own }, key) ?? fieldNameOf(fields, { item, own }, trimmed(key));
		if (name !== undefined) values.push([name, value]);
		else if (isNamed(fields, key)) beside.push(key);
		else if (!own.has(key) && !OF_ADDRESS.has(key)) unmatched.push(key);
	}
	// The usual case, and items may be many.
	if (beside.length === 0) return { values, beside, unmatched };
	const given = new Set(values.flatMap(([name]) => namedBy(fields, name)));
	// Nobody misses a record's own property where the field has its value from another one.
	const isMissed = (key: string) =>
		!OF_EVENTS.has(key) || namedBy(fields, key).some((field) => !given.has(field));
	return { values, beside: beside.filter(isMissed), unmatched };
}

/** The values without null, which the editor and nodes for databases give where there is no value. */
export const filledIn = (values: readonly NamedValue[]): readonly NamedValue[] =>
	values.filter(([, value]) => value !== null);

/** What an item has beside fields if it is an output of this node or of the trigger. */
function ownNamesOf(item: JsonObject): ReadonlySet<string> {
	const has = (...names: string[]) => names.every((name) => Object.hasOwn(item, name));
	// A simplified record has no `appsId`: there `event` is a field of the form.
	if (has('appsId', 'recordId', 'event', 'eventId')) return OF_EVENTS;
	return has('recordId', 'createdAt', 'updatedAt') ? RECORD_PROPERTIES : NONE;
}

/** The name of the field whose value a property is. */
function fieldNameOf(
	fields: readonly FormField[],
	{ item, own }: { readonly item: JsonObject; readonly own: ReadonlySet<string> },
	key: string,
): string | undefined {
	if (own.has(key)) return undefined;
	const behind = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined;
	const isPrefixed = behind !== undefined && isNamed(fields, behind);
	// An output puts its prefix before every name that has one already.
	if (own !== NONE && isPrefixed) return behind;
	if (isNamed(fields, key)) {
		const prefixed = PREFIX + key;
		const isOther =
			Object.hasOwn(item, prefixed) && fieldNameOf(fields, { item, own }, prefixed) === key;
		if (!isOther) return key;
	}
	return isPrefixed ? behind : undefined;
}

/** The first column of a CSV file of Excel begins with an invisible sign. */
const trimmed = (key: string) => key.replace(/^\uFEFF/, '').trim();

const PREFIX = 'record.';

const MOST_COMPARED = 20;

/**
 * Properties that name no field, in words. First those that look much like a caption or an identifier, each
 * with the field that may be meant: `'Custmer' may mean 'Customer' (field-2)`.
 */
export function unmatchedInWords(
	fields: readonly FormField[],
	keys: Iterable<string>,
): readonly string[] {
	const all = [...keys];
	// Items may have any number of other properties, and looking for what is near takes time.
	const compared = all.slice(0, MOST_COMPARED).map((key) => {
		const [near] = nearest(key, fields, {
			namesOf: ({ id, caption }) => [id, caption],
			share: 1 / 4,
		});
		return { words: near ? `${quoted(key)} may mean ${labelOf(near)}` : quoted(key), near };
	});
	return [
		...compared.filter(({ near }) => near).map(({ words }) => words),
		...compared.filter(({ near }) => !near).map(({ words }) => words),
		...all.slice(MOST_COMPARED).map(quoted),
	];
}

const quoted = (key: string) => `'${key.slice(0, 100)}'`;
