import { isJsonObject, isNothing, roundedIn } from '../json';
import { mistake } from './input-error';
import { glimpse } from '../text';

/**
 * Returns the values of a record by field ID, from a JSON object or a JSON text. A field
 * ID may be any text, even `__proto__`. Undefined values are not sent; '' and null are. Throws an `InputError`
 * for anything else, and for a record without values.
 */
export function recordFromJson(label: string, value: unknown): Readonly<Record<string, unknown>> {
	const record = parsedIn(label, value);
	if (!isPlain(record)) throw mistake('notObject', { label });
	if (isPlain(record.record)) throw mistake('wholeRecord', { label });
	const given = Object.entries(record).filter(([, one]) => one !== undefined);
	if (given.length === 0) throw mistake('noValue', { label });
	for (const [name, one] of given) mustBeJson(`The value of "${name}"`, one);
	return given.length === Object.keys(record).length ? record : Object.fromEntries(given);
}

/** A body as documented: the values of the record, and the properties beside them. */
interface WholeRecord {
	readonly record: Readonly<Record<string, unknown>>;
	readonly beside: Readonly<Record<string, unknown>>;
}

/**
 * Reads a whole record (Resources, Record) from a JSON object or a JSON text. `record` is required; it may be
 * empty if there is a `status`. Throws an `InputError` for anything else.
 */
export function parseWholeRecord(label: string, value: unknown): WholeRecord {
	const parsed = parsedIn(label, value);
	const { record, ...beside } = isPlain(parsed) ? parsed : {};
	if (!isPlain(record)) throw mistake('noRecord', { label });
	for (const [name, one] of Object.entries(beside)) mustBeJson(`The value of "${name}"`, one);
	// Without it, an import would create a record.
	if (Object.hasOwn(beside, 'recordId') && isNothing(beside.recordId))
		throw mistake('emptyRecordId', { label });
	const isStatusOnly = Object.keys(record).length === 0 && beside.status !== undefined;
	return { record: isStatusOnly ? record : recordFromJson(label, record), beside };
}

/** Dates and other special objects are objects too, but have no fields. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
	isJsonObject(value) &&
	[null, 'Object'].includes(Object.getPrototypeOf(value)?.constructor?.name ?? null);

/** Code that traverses a value calls itself once per level. */
const MOST_LEVELS = 200;

/**
 * Throws an `InputError` for what JSON cannot hold: NaN and the like, which would be sent as null and clear the field;
 * a whole number above 2^53, which was rounded when it was parsed and may be another one; and too many levels.
 */
export function mustBeJson(what: string, value: unknown, levels = MOST_LEVELS): void {
	// Most values are texts, of which an import has a million.
	if (typeof value === 'string' && levels > 0) return;
	if (levels === 0) throw mistake('manyLevels', { field: what, most: MOST_LEVELS });
	if (typeof value === 'number' && !Number.isFinite(value))
		throw mistake('notFinite', { field: what, value });
	if (Number.isInteger(value) && !Number.isSafeInteger(value))
		throw mistake('inexact', { field: what, value: String(value) });
	if (typeof value === 'object')
		for (const inner of Object.values(value ?? {})) mustBeJson(what, inner, levels - 1);
}

/** Parses the JSON of a record; returns other values than texts unchanged. */
function parsedIn(label: string, value: unknown): unknown {
	const parsed = parsedJson(`'${label}'`, value);
	if (seemsJson(parsed)) throw mistake('notJson', { label });
	return parsed;
}

const seemsJson = (value: unknown): value is string =>
	typeof value === 'string' && /^\s*[[{]/.test(value);

/**
 * Parses a JSON list or object; returns any other value unchanged. Throws an `InputError` for a number
 * that would be rounded.
 */
export function parsedJson(what: string, value: unknown): unknown {
	if (!seemsJson(value)) return value;
	let parsed: unknown;
	try {
		parsed = JSON.parse(value.trim());
	} catch {
		return value;
	}
	const [number] = roundedIn(value);
	if (number === undefined) return parsed;
	throw mistake('rounded', { field: what, value: glimpse(number) });
}
