import { isEmptyList, isNothing, put, type JsonObject } from '../json';
import { eachChecked, mistake } from '../values/input-error';
import { EVENT_PROPERTIES, RECORD_PROPERTIES } from '../values/record-properties';
import { isNamed, fieldLabel, namedBy, type Captioned, nearest } from './names';
import { listInWords } from '../text';

const OF_EVENTS: ReadonlySet<string> = new Set([...RECORD_PROPERTIES, ...EVENT_PROPERTIES]);
const NONE: ReadonlySet<string> = new Set();
/** They identify the record of an item and are not its values. */
const OF_ADDRESS: ReadonlySet<string> = new Set(['appsId', 'recordId', 'isDeleted']);

export type NamedValue = readonly [name: string, value: unknown];

/**
 * The form decides: a property named like a field is its value, with or without the prefix `record.`. Only in
 * an item that this node or the trigger has output, a name such as `status` is the record's own property, and
 * the field is `record.status`. Spaces around a name are ignored, and so is the byte order mark that Excel
 * writes before the first column of a CSV file. A field may occur twice in `values`. `ownProperties` are
 * named like a field and belong to the record instead. `unmatched` match no field and no other property of
 * this node's output.
 */
export function valuesIn(fields: readonly Captioned[], item: JsonObject) {
	const own = ownNames(item);
	const findName = fieldNameFinder(fields, item, own);
	const values: NamedValue[] = [];
	const ownProperties: string[] = [];
	const unmatched: string[] = [];
	for (const [key, value] of Object.entries(item)) {
		const name = findName(key) ?? findName(key.trim());
		if (name !== undefined) values.push([name, value]);
		else if (isNamed(fields, key)) ownProperties.push(key);
		else if (!own.has(key) && !OF_ADDRESS.has(key)) unmatched.push(key);
	}
	// The usual case, and there may be many items.
	if (ownProperties.length === 0) return { values, ownProperties, unmatched };
	const given = new Set(values.flatMap(([name]) => namedBy(fields, name)));
	// A record's own property does not matter if its field gets a value from another property.
	const isMissed = (key: string) =>
		!OF_EVENTS.has(key) || namedBy(fields, key).some((field) => !given.has(field));
	return { values, ownProperties: ownProperties.filter(isMissed), unmatched };
}

/** Leaves out spaces, lists of nothing, and null or '' if not in `clearing`. [] is a value: a table without rows. */
export const filledIn = (
	values: readonly NamedValue[],
	clearing: readonly unknown[] = [],
): readonly NamedValue[] =>
	values.filter(([, value]) => !isNothing(value) || isEmptyList(value) || clearing.includes(value));

/** Returns the names that an item has besides fields if it is an output of this node or of the trigger. */
function ownNames(item: JsonObject): ReadonlySet<string> {
	const has = (...names: string[]) => names.every((name) => Object.hasOwn(item, name));
	// A simplified record has no `appsId`, so its `event` is a field of the form.
	if (has('appsId', 'recordId', 'event', 'eventId')) return OF_EVENTS;
	return has('recordId', 'createdAt', 'updatedAt') ? RECORD_PROPERTIES : NONE;
}

function fieldNameFinder(fields: readonly Captioned[], item: JsonObject, own: ReadonlySet<string>) {
	return function find(key: string): string | undefined {
		if (own.has(key)) return undefined;
		const behind = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined;
		const isPrefixed = behind !== undefined && isNamed(fields, behind);
		// An output adds its prefix to every name that already has one.
		if (own !== NONE && isPrefixed) return behind;
		if (isNamed(fields, key)) {
			const prefixed = PREFIX + key;
			const isOther = Object.hasOwn(item, prefixed) && find(prefixed) === key;
			if (!isOther) return key;
		}
		return isPrefixed ? behind : undefined;
	};
}

const PREFIX = 'record.';

const MOST_COMPARED = 20;

/** Names close to a caption or ID come first, with the likely field: `'Custmer' may mean 'Customer' (field-2)`. */
export function unmatchedInWords(
	fields: readonly Captioned[],
	keys: Iterable<string>,
): readonly string[] {
	const all = [...keys];
	// Items may have any number of other properties, and finding similar names takes time.
	const compared = all.slice(0, MOST_COMPARED).map((key) => {
		const [near] = nearest(key, fields, 1 / 4);
		return { words: near ? `${quoted(key)} may mean ${fieldLabel(near)}` : quoted(key), near };
	});
	const likelyFirst = compared.sort((a, b) => Number(!a.near) - Number(!b.near));
	return [...likelyFirst.map(({ words }) => words), ...all.slice(MOST_COMPARED).map(quoted)];
}

const quoted = (key: string) => `'${key.slice(0, 100)}'`;

/** Throws an `InputError` for properties of an item that name no field. */
export function mustBeFields(
	fields: readonly Captioned[],
	keys: readonly string[],
	owner: string,
): void {
	if (keys.length === 0) return;
	throw mistake('noSuchField', { owner, names: listInWords(unmatchedInWords(fields, keys)) });
}

/** `id` is the name of a directory field in the request, `name` that of its parameter. */
interface Column extends Captioned {
	readonly name: string;
}

/** By parameter name. The service's other properties are not `unmatched`. Throws an `InputError` for a field twice. */
export function entryValuesIn(
	columns: readonly Column[],
	item: JsonObject,
	entity: Readonly<Record<string, unknown>>,
) {
	const { values: named, unmatched } = valuesIn(columns, item);
	const values: JsonObject = {};
	eachChecked(filledIn(named), ([key, value]) => {
		const [column] = namedBy(columns, key);
		if (!column) return;
		if (Object.hasOwn(values, column.name))
			throw mistake('givenTwice', { field: fieldLabel(column) });
		put(values, column.name, value);
	});
	return { values, unmatched: unmatched.filter((key) => !Object.hasOwn(entity, key)) };
}
