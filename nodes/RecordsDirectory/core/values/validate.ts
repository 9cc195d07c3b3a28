import type { Field, ParameterKind, Fields } from '../../api/define';
import type { FieldsByName } from '../../api/fields-by-name';
import { idIn, type Id } from '../id';
import { asText, isBlank, isExact, isJsonObject, type JsonObject } from '../json';
import { calendarDate, firstLocalTime } from './local-time';
import { locatedValue } from './locator';
import type { Mapped } from './mapped';
import { listed } from './listed';
import { codeEntriesIn, identifiersIn } from './identifier-list';
import { eachChecked, InputError, mustKeep, type Rule } from './input-error';
import { mustBeExact, recordFromJson } from './record-json';
import type { ValueContext } from './time-zone';
import { glimpse } from '../shortened';

/** The type of an accepted value, by the kind of its field. */
interface Held {
	readonly text: string;
	readonly integer: number;
	readonly boolean: boolean;
	readonly date: string;
	readonly dateTime: string;
	readonly choice: string;
	readonly rows: readonly JsonObject[];
	readonly pick: string;
	readonly picks: readonly string[];
	readonly record: JsonObject;
	readonly files: readonly string[];
	readonly identifiers: string;
	readonly codes: readonly string[];
	readonly anything: unknown;
}

/** The service identifies some entities by an ID; the directory uses codes, which are texts. */
type HeldBy<F extends Field> = F extends {
	readonly kind: 'pick';
	readonly from: { readonly goesBy: 'ID' };
}
	? Id
	: Held[F['kind']];

type HeldByAll<F extends Fields> = { readonly [N in keyof F]?: HeldBy<F[N]> | undefined };

/** The values of some fields; if only the table knows the fields, any of its values. */
type ValuesOf<F extends Fields> = string extends keyof F ? Values : HeldByAll<F>;

/** The values of an item, by the names of the table and with the types of its fields. */
export type Values = HeldByAll<FieldsByName> & {
	/** The values mapped to a form; `record` is made from it. */
	readonly mapped?: Mapped;
	/** The properties beside the fields in a record given as JSON. */
	readonly beside?: JsonObject;
	/** Properties of an input item that are not fields of an entry, where its fields are taken from the item. */
	readonly unmatched?: readonly string[];
};

/** Kinds of fields that '' clears. */
const CLEARED_BY_EMPTY = new Set<ParameterKind>(['text', 'pick', 'date']);

/**
 * What an empty value means: an error for a required parameter, or for a property of the input item in its place (`lacking`); clearing, for an option that the user added,
 * unless the service requires a value in an update; nothing for a filter or a column of a row.
 */
export type WhenEmpty = 'refused' | 'lacking' | 'clears' | 'updates' | 'ignored';

/** Returns the chosen form; operations on records require one. */
export const formIn = ({ form }: Values): Id => form as Id;

/** Returns the values of a record, by field ID. */
export const recordValuesIn = ({ record = {} }: Values): JsonObject => record;

/**
 * Returns the values of an item as the service accepts them. Required values must be present, and every value
 * must be within the document's bounds; one `InputError` names all parameters that are wrong. Undefined means
 * missing: 0, false and '' are values.
 */
export function accepted<F extends Fields>(
	fields: F,
	raw: Readonly<JsonObject>,
	how: Acceptance,
): ValuesOf<F> {
	const values: JsonObject = {};
	acceptInto(values, fields, { raw, ...how });
	// Every accepted value has the type of its field.
	return values as ValuesOf<F>;
}

/** How values are accepted. */
interface Acceptance {
	readonly reading: ValueContext;
	readonly emptiness: WhenEmpty;
}

/** `accepted` that keeps valid values even if others are invalid. */
export function acceptInto(
	values: Record<string, unknown>,
	fields: Fields,
	{ raw, reading, emptiness }: Acceptance & { readonly raw: Readonly<JsonObject> },
): void {
	eachChecked(Object.entries(fields), ([name, field]) => {
		const mustHold = Object.hasOwn(raw, name) && isNeeded(field, emptiness);
		const one = acceptedOne(field, raw[name], {
			reading,
			emptiness: mustHold ? 'refused' : emptiness,
		});
		if (one !== undefined) values[name] = one;
	});
}

/**
 * Whether an option that the user has added must have a value: files, because the comment would be sent without
 * them, codes, because they say what must not happen, and required values in an update, because nothing would change.
 */
const isNeeded = ({ kind, clearable, optional }: Field, emptiness: WhenEmpty) =>
	['files', 'codes'].includes(kind) ||
	(emptiness === 'updates' && clearable === false && !optional);

const valueOf = (field: Field, raw: unknown) =>
	field.kind === 'pick' ? locatedValue(field, raw) : raw;

/** `accepted` for a single field. */
export function acceptedOne(
	field: Field,
	raw: unknown,
	{ reading, emptiness }: Acceptance,
): unknown {
	const { kind } = field;
	const value = valueOf(field, raw);
	const isRequired = !field.optional && ['refused', 'lacking'].includes(emptiness);
	// The service would reject it only after it has saved earlier items.
	if (isBlank(value) && value !== '' && (kind === 'pick' || (kind === 'text' && isRequired)))
		throw emptiness === 'lacking' ? lacking(field) : missing(field);
	return isMissing(value)
		? emptied(field, value, emptiness)
		: ACCEPTED[kind](field, value, reading);
}

function emptied(field: Field, value: unknown, emptiness: WhenEmpty): unknown {
	if (emptiness === 'refused' && !field.optional) throw missing(field);
	if (emptiness === 'lacking' && !field.optional) throw lacking(field);
	const clears = emptiness === 'clears' || emptiness === 'updates';
	if (!clears || value !== '' || !isClearable(field)) return undefined;
	// '' is not a date.
	return field.kind === 'date' ? field.whenAbsent : '';
}

/** '' is not an ID. */
const isClearable = ({ kind, from, clearable = true }: Field) =>
	clearable && CLEARED_BY_EMPTY.has(kind) && from?.goesBy !== 'ID';

const isMissing = (value: unknown) => value === undefined || value === null || value === '';

const missing = (field: Field) =>
	InputError.about(
		`'${field.label}'`,
		' is empty',
		field.kind === 'files'
			? `Enter the name of an input field that contains a file, or remove '${field.label}'.`
			: 'The service needs a value. Enter one, or check that the expression finds one.',
	);

const lacking = ({ label }: Field) =>
	InputError.about(
		`'${label}'`,
		' is empty',
		'The service needs a value. Give each input item a property of this name.',
	);

/** Returns an accepted value; throws an `InputError` for others. */
type Accept = (field: Field, value: unknown, reading: ValueContext) => unknown;

const ACCEPTED: { readonly [K in ParameterKind]: Accept } = {
	text: textOf,
	choice: textOf,
	integer: (field, value) => (field.from ? idOf(field, value) : wholeNumber(field, value)),
	boolean: truth,
	date: ({ label }, value, reading) => calendarDate(label, value, reading),
	dateTime: ({ label }, value, reading) => firstLocalTime(`'${label}'`, value, reading),
	rows: acceptedRows,
	record: ({ label }, value) => recordFromJson(label, value),
	anything: (_, value) => value,
	files: namesOf,
	picks({ label }, value) {
		mustBeExact(`'${label}'`, value);
		return identifiersIn(value);
	},
	pick: (field, value) =>
		field.from?.goesBy === 'ID' ? idOf({ min: 1, ...field }, value) : textOf(field, value),
	codes: (field, value) =>
		codeEntriesIn(value).map((entry) => {
			if (isMissing(entry) || isBlank(entry)) throw missing(field);
			return textOf(field, entry);
		}),
	// An empty list of output fields would output nothing, so it counts as missing.
	identifiers: (field, value) =>
		identifiersIn(
			textOf(field, Array.isArray(value) ? identifiersIn(value).join() : value),
		).join() || undefined,
};

function namesOf(field: Field, value: unknown): string[] {
	const names = identifiersIn(value);
	if (names.length > 0) return names;
	throw missing(field);
}

/** A value that is given for a field. */
interface Given<T> {
	readonly field: Field;
	readonly value: T;
}

const aboutGiven = ({ field }: Given<unknown>, words: string, advice: string) =>
	InputError.about(`'${field.label}'`, words, advice);

const SINGLE_VALUE: ReadonlyArray<Rule<Given<unknown>>> = [
	[
		({ value }) => typeof value === 'object',
		(given) =>
			aboutGiven(
				given,
				` is ${Array.isArray(given.value) ? 'a list' : 'an object'}, not a text`,
				'Change the expression so that it returns a single value.',
			),
	],
	[
		({ value }) => typeof value === 'number' && !Number.isFinite(value),
		(given) =>
			aboutGiven(
				given,
				` is ${String(given.value)}, not a value`,
				'Check the calculation in the expression.',
			),
	],
];

const TEXT: ReadonlyArray<Rule<Given<string>>> = [
	[
		({ field: { maxLength = Infinity }, value }) => lengthOf(value) > maxLength,
		(given) =>
			aboutGiven(
				given,
				` is ${lengthOf(given.value)} characters long; the service takes up to ${given.field.maxLength}`,
				`Shorten the text in '${given.field.label}'.`,
			),
	],
	[
		({ value }) => !value.isWellFormed(),
		(given) =>
			aboutGiven(
				given,
				' contains a broken character',
				'The text was cut inside a character such as an emoji. Cut it elsewhere.',
			),
	],
];

const lengthOf = (text: string) => [...text].length;

function textOf(field: Field, value: unknown): string {
	mustBeExact(`'${field.label}'`, value);
	mustKeep(SINGLE_VALUE, { field, value });
	mustKeep(TEXT, { field, value: String(value) });
	return String(value);
}

/** IDs may have any length: if a number cannot hold all digits, it stays a text. */
function idOf(field: Field, value: unknown): Id {
	const id = typeof value === 'string' ? idIn(value.trim()) : undefined;
	return typeof id === 'string' ? id : wholeNumber(field, value);
}

/** Does not match 0x10 or 1e3: such a text does not mean record 16 or 1000. */
const WHOLE = /^\s*[+-]?\d+(\.0+)?\s*$/;

const WHOLE_NUMBER: ReadonlyArray<Rule<Given<unknown> & { readonly number: number }>> = [
	[
		({ number }) => !isExact(number),
		(given) =>
			aboutGiven(
				given,
				` is ${asText(given.value).trim()}, too large to be exact`,
				given.field.from === undefined
					? 'Enter a smaller number.'
					: 'Enter it as text: a number cannot keep all its digits.',
			),
	],
	[
		({ number }) => !Number.isInteger(number),
		(given) =>
			aboutGiven(
				given,
				` is not a whole number: "${glimpse(asText(given.value))}"`,
				`Enter a number such as ${given.field.max ?? 12}.`,
			),
	],
	[
		({ field: { min = -Infinity }, number }) => number < min,
		(given) =>
			aboutGiven(
				given,
				` is ${given.number}; the minimum is ${given.field.min}`,
				`Enter ${given.field.min} or more.`,
			),
	],
	[
		({ field: { max = Infinity }, number }) => number > max,
		(given) =>
			aboutGiven(
				given,
				` is ${given.number}; the maximum is ${given.field.max}`,
				`Enter ${given.field.max} or less.`,
			),
	],
];

function wholeNumber(field: Field, value: unknown): number {
	const isWritten = typeof value === 'number' || WHOLE.test(asText(value));
	const number = isWritten ? Number(value) : NaN;
	mustKeep(WHOLE_NUMBER, { field, value, number });
	return number;
}

function truth(field: Field, value: unknown): boolean {
	const written = asText(value).toLowerCase();
	if (written === 'true' || written === 'false') return written === 'true';
	throw InputError.about(`'${field.label}'`, ' is neither true nor false', 'Switch it on or off.');
}

function acceptedRows(field: Field, value: unknown, reading: ValueContext): readonly JsonObject[] {
	if (!Array.isArray(value) || !value.every(isJsonObject)) {
		throw InputError.about(
			`'${field.label}'`,
			' is not a list of rows',
			`Give a list of objects with ${Object.keys(field.columns ?? {}).join(', ')}, or add rows by hand.`,
		);
	}
	return value.map((row, n) => {
		const place = `'${field.label}', row ${n + 1}`;
		mustBeKnown(place, field.columns ?? {}, row);
		const cells = accepted(field.columns ?? {}, row, { reading, emptiness: 'ignored' });
		if (Object.keys(cells).length > 0) return cells;
		throw InputError.about(place, ' is empty', 'Fill the row, or remove it.');
	});
}

/** Throws for a row that has another key in place of one of its columns. A reply may have more keys than are sent. */
function mustBeKnown(place: string, columns: Fields, row: JsonObject): void {
	const names = Object.keys(columns);
	const others = Object.keys(row).filter((key) => !names.includes(key));
	if (others.length === 0 || names.every((name) => Object.hasOwn(row, name))) return;
	throw InputError.about(
		place,
		` has the unknown name ${quoted(others)}`,
		`The names are ${listed(names)}.`,
	);
}

const quoted = (keys: readonly string[]) =>
	listed(keys.slice(0, 3).map((key) => `"${glimpse(key)}"`));
