import { isJsonObject, repeatedIn, roundedIn } from '../json';
import { mistake } from './input-error';
import { glimpse } from '../text';

/** Field IDs may be any text, even `__proto__`. '' and null are sent. Throws an `InputError` if there is no value. */
export function recordFromJson(label: string, value: unknown): Readonly<Record<string, unknown>> {
	const record = parsedJson(`'${label}'`, value);
	if (seemsJson(record)) throw mistake('notJson', { label });
	if (!isPlain(record)) throw mistake('notObject', { label });
	if (isPlain(record.record)) throw mistake('wholeRecord', { label });
	const given = Object.entries(record).filter(([, one]) => one !== undefined);
	if (given.length === 0) throw mistake('noValue', { label });
	for (const [name, one] of given) mustBeJson(`The value of "${name}"`, one);
	return given.length === Object.keys(record).length ? record : Object.fromEntries(given);
}

/** Dates and other special objects are objects too, but have no fields. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
	isJsonObject(value) &&
	[null, 'Object'].includes(Object.getPrototypeOf(value)?.constructor?.name ?? null);

/** Code that traverses a value calls itself once per level. */
const MOST_LEVELS = 200;

/** JSON sends NaN as null, which clears the field; an integer above 2^53 was rounded. Throws an `InputError`. */
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

const seemsJson = (value: unknown): value is string =>
	typeof value === 'string' && /^\s*[[{]/.test(value);

/** Other values stay. Throws an `InputError` if something would be lost: digits, or a value whose name occurs twice. */
export function parsedJson(what: string, value: unknown): unknown {
	if (!seemsJson(value)) return value;
	let parsed: unknown;
	try {
		parsed = JSON.parse(value.trim());
	} catch {
		return value;
	}
	const [name] = repeatedIn(value);
	if (name !== undefined) throw mistake('occursTwice', { name: name.slice(0, 100), where: what });
	const [number] = roundedIn(value);
	if (number === undefined) return parsed;
	throw mistake('rounded', { field: what, value: glimpse(number) });
}
