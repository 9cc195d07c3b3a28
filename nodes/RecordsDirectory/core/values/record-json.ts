import {
	asText,
	isExact,
	isJsonObject,
	isNothing,
	parseJson,
	repeatedIn,
	roundedIn,
} from '../json';
import { InputError } from './input-error';
import { glimpse } from '../text';

/**
 * Returns the values of a record by field ID, from a JSON object, a JSON text or name and value pairs. A field
 * ID may be any text, even `__proto__`. Undefined values are not sent; '' and null are. Throws an `InputError`
 * for anything else, and for a record without values.
 */
export function recordFromJson(label: string, value: unknown): Readonly<Record<string, unknown>> {
	const parsed = parsedIn(label, value);
	const record = Array.isArray(parsed) && parsed.every(isPair) ? fromPairs(label, parsed) : parsed;
	const what = `'${label}'`;
	if (!isPlain(record))
		throw InputError.about(
			what,
			' is not a JSON object of field IDs and values',
			'Write it as {"field-1": "a value", "field-2": 12}.',
		);
	if (isPlain(record.record))
		throw InputError.about(
			what,
			' contains a whole record, not only its values',
			"Give only its \"record\". To send the other properties as well, use Update or Import and set 'Specify Record' to 'Using JSON of the Whole Record'.",
		);
	const given = Object.entries(record).filter(([, one]) => one !== undefined);
	if (given.length === 0)
		throw InputError.about(
			what,
			' has no value in it',
			'Add a field with a value, or check that the expressions return a value.',
		);
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
	if (!isPlain(record)) {
		throw InputError.about(
			`'${label}'`,
			' has no "record" with field IDs and values',
			'Write it as {"record": {"field-1": "a value"}, "status": "Open"}.',
		);
	}
	for (const [name, one] of Object.entries(beside)) mustBeJson(`The value of "${name}"`, one);
	if (Object.hasOwn(beside, 'recordId') && isNothing(beside.recordId)) throw noRecordId(label);
	const isStatusOnly = Object.keys(record).length === 0 && beside.status !== undefined;
	return { record: isStatusOnly ? record : recordFromJson(label, record), beside };
}

/** Without it, an import would create a record. */
const noRecordId = (label: string) =>
	InputError.about(
		`"recordId" in '${label}'`,
		' is empty',
		'Check that the expression finds a record ID, or remove "recordId".',
	);

/** The form and record in a whole record must be the chosen ones. */
export function mustMatchChosen(values: {
	readonly form?: unknown;
	readonly recordId?: unknown;
	readonly beside?: WholeRecord['beside'];
}): void {
	const { beside } = values;
	for (const [name, chosen, label] of [
		['appsId', values.form, 'form'],
		['recordId', values.recordId, 'record'],
	] as const) {
		const named = beside?.[name];
		if (named === undefined || chosen === undefined || asText(named) === String(chosen)) continue;
		throw new InputError(
			`The whole record is of ${label} ${asText(named)}, but the chosen ${label} is ${String(chosen)}`,
			`Choose that ${label}, or remove "${name}" from the JSON.`,
		);
	}
}

/** Dates and other special objects are objects too, but have no fields. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
	isJsonObject(value) &&
	[null, 'Object'].includes(Object.getPrototypeOf(value)?.constructor?.name ?? null);

/** Code that traverses a value calls itself once per level. */
const MOST_LEVELS = 200;

/**
 * Throws an `InputError` for a whole number above 2^53: it was rounded when it was parsed, and may be another
 * one.
 */
export function mustBeExact(what: string, value: unknown): void {
	if (!isExact(value)) mustBeJson(what, value);
}

/** JSON has no such numbers; null would be sent instead, which clears the field. */
export function mustBeJson(what: string, value: unknown, levels = MOST_LEVELS): void {
	// Most values are texts, of which an import has a million.
	if (typeof value === 'string' && levels > 0) return;
	if (levels === 0)
		throw InputError.about(
			what,
			` has more than ${MOST_LEVELS} levels of lists and objects`,
			'Check what the expression returns.',
		);
	if (typeof value === 'number' && !Number.isFinite(value))
		throw InputError.about(
			what,
			` is ${value}, not a number`,
			'Check the calculation in the expression.',
		);
	if (!isExact(value) && typeof value === 'number')
		throw InputError.about(
			what,
			` is ${value}, too large to be exact`,
			'Write it as a text, in quotes.',
		);
	if (typeof value === 'object')
		for (const inner of Object.values(value ?? {})) mustBeJson(what, inner, levels - 1);
}

interface Pair {
	readonly name: unknown;
	readonly value: unknown;
}

const isPair = (entry: unknown): entry is Pair => isJsonObject(entry) && 'name' in entry;

function fromPairs(label: string, pairs: readonly Pair[]): Readonly<Record<string, unknown>> {
	const entries = pairs.map(({ name, value }) => [parsePairName(label, name), value] as const);
	const named = new Set<string>();
	for (const [name] of entries) {
		if (named.has(name))
			throw new InputError(
				`The field "${name}" occurs twice in '${label}'`,
				'Remove one of the two.',
			);
		named.add(name);
	}
	return Object.fromEntries(entries);
}

function parsePairName(label: string, name: unknown): string {
	const text = typeof name === 'object' ? '' : String(name ?? '').trim();
	if (text !== '') return text;
	throw InputError.about(`A field in '${label}'`, ' has no name', 'Enter the field ID.');
}

/** Parses a text; returns other values unchanged. */
function parsedIn(label: string, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const parsed = parsedText(label, value);
	mustSurviveParsing(`'${label}'`, value);
	return parsed;
}

function parsedText(label: string, text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		throw InputError.about(
			`'${label}'`,
			' is not valid JSON',
			'Check quotes and commas, for example {"field-1": "a value"}.',
		);
	}
}

/**
 * Throws an `InputError` if a JSON text would lose something: digits of a number, or a value whose name occurs
 * twice.
 */
export function mustSurviveParsing(what: string, json: string): void {
	const [name] = repeatedIn(json);
	if (name !== undefined)
		throw new InputError(
			`"${name.slice(0, 100)}" occurs twice in ${what}`,
			'Remove one of the two.',
		);
	const [number] = roundedIn(json);
	if (number === undefined) return;
	throw InputError.about(
		what,
		` contains the number ${glimpse(number)}, which would be rounded`,
		'Write it as a text, in quotes.',
	);
}
