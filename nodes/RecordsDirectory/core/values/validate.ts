import type { FieldsByName } from '../../api';
import { type Field, type Fields, type ParameterKind } from '../../api/define';
import { type Id, idIn } from '../id';
import { asText, isEmptyList, isJsonObject, isNothing, type JsonObject } from '../json';
import { calendarDate, firstLocalTime, type ValueContext } from './moment';
import { folded, glimpse, listed } from '../text';
import { identifiersIn } from './list-parameters';
import { eachChecked, mistake, withPlace } from './input-error';
import { mustBeJson, recordFromJson } from './record-json';
import type { Pickable } from '../../api/pickables';

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

/** The values for the fields of a form, before the form has been read. */
export interface Mapped {
	/** By field ID or caption. */
	readonly values: JsonObject;
	/** Names of the fields whose expressions find no value. */
	readonly unfilled?: readonly string[];
	/** Names of the fields whose expressions give empty text from the input. */
	readonly emptied?: readonly string[];
	/** Whether the values are a whole input item, whose other properties are ignored. */
	readonly isWholeItem: boolean;
	/** For creating or updating; empty for the key fields. */
	readonly matchOn: readonly string[];
}

export type Values = HeldByAll<FieldsByName> & {
	/** The values mapped to a form; `record` is made from it. */
	readonly mapped?: Mapped;
	/** Properties of an input item that are not fields of an entry, where its fields are taken from the item. */
	readonly unmatched?: readonly string[];
	/** Labels of additional fields whose expressions find no value. */
	readonly unfilled?: readonly string[];
	/** Labels of filters that an agent's model left empty; they do not count as added. */
	readonly skippedFilters?: readonly string[];
};

/**
 * What it means if there is no value (`isNothing`). A parameter (`required`) and a column in its place (`requiredColumn`) need one. So does an option or filter that the user `added`,
 * or it would have no effect; '' only clears if its description says so (`whenEmpty`). In a `column` of many entries nothing is no value, but '' clears as well.
 * A `cell` of a row may stay empty, but what an expression does not find is an error.
 */
export type EmptyPolicy = 'required' | 'requiredColumn' | 'added' | 'column' | 'cell';

/** Operations on records require a form. */
export const formIn = ({ form }: Values): Id => form as Id;

/** One `InputError` names everything that is wrong. Undefined means missing: 0, false and '' are values. */
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

interface Acceptance {
	readonly reading: ValueContext;
	readonly empty: EmptyPolicy;
}

/** `accepted` that keeps valid values even if others are invalid. */
export function acceptInto(
	values: Record<string, unknown>,
	fields: Fields,
	{ raw, reading, empty }: Acceptance & { readonly raw: Readonly<JsonObject> },
): void {
	const isRequired = empty === 'required' || empty === 'requiredColumn';
	eachChecked(Object.entries(fields), ([name, field]) => {
		if (!isRequired && !Object.hasOwn(raw, name)) return;
		const one = acceptedOne(field, raw[name], { reading, empty });
		if (one !== undefined) values[name] = one;
	});
}

function acceptedOne(field: Field, raw: unknown, { reading, empty }: Acceptance): unknown {
	const value = field.kind === 'pick' ? locatedValue(field, raw) : raw;
	const isMultiline = field.kind === 'text' && field.multiline === true;
	// Such as a comma alone.
	const namesNothing = LISTS.has(field.kind) && identifiersIn(value).length === 0;
	return isNothing(value) || (!isMultiline && isWrittenNothing(value)) || namesNothing
		? acceptedNothing(field, value, empty)
		: ACCEPTED[field.kind](field, value, reading);
}

/** Only separators or a JSON list of nothing, as an expression may return if it finds no value. */
export const isWrittenNothing = (value: unknown): boolean =>
	typeof value === 'string' && /^([\s,]*|\s*\[(\s|,|null|"\s*")*\]\s*)$/.test(value);

const LISTS: ReadonlySet<ParameterKind> = new Set(['identifiers', 'picks', 'files']);

function acceptedNothing(field: Field, value: unknown, empty: EmptyPolicy): unknown {
	if (field.optional && empty === 'added' && (value ?? '') === '') return undefined;
	if (value === '') {
		const clears = field.whenEmpty !== undefined && (empty === 'column' || empty === 'added');
		// '' is not a date.
		if (clears) return field.kind === 'date' ? field.whenAbsent : '';
		if (empty === 'column' || empty === 'cell' || field.optional) return undefined;
	} else if (empty === 'column') {
		// An empty list of rows is a value.
		return field.kind === 'rows' && isEmptyList(value) ? value : undefined;
	} else if (empty === 'cell' && (value === null || field.kind === 'anything')) return undefined;
	throw missing(field, empty);
}

function missing({ label, whenEmpty }: Field, empty: EmptyPolicy) {
	const field = `'${label}'`;
	if (empty === 'required') return mistake('empty', { field });
	if (empty === 'requiredColumn') return mistake('emptyColumn', { field });
	return whenEmpty === undefined
		? mistake('emptyOption', { field })
		: mistake('emptyTextOption', { field });
}

/** Throws an `InputError` for a value that is not accepted. */
type Accept = (field: Field, value: unknown, reading: ValueContext) => unknown;

const ACCEPTED: { readonly [K in ParameterKind]: Accept } = {
	text: parseText,
	choice: parseChoice,
	integer: (field, value) => (field.from ? parseId(field, value) : wholeNumber(field, value)),
	boolean: truth,
	date: ({ label }, value, reading) => calendarDate(`'${label}'`, value, reading),
	dateTime: ({ label }, value, reading) => firstLocalTime(`'${label}'`, value, reading),
	rows: acceptedRows,
	record: ({ label }, value) => recordFromJson(label, value),
	anything: (_, value) => value,
	files: (_, value) => identifiersIn(value),
	picks({ label }, value) {
		mustBeJson(`'${label}'`, value);
		return identifiersIn(value);
	},
	pick(field, value) {
		const isSeen = field.from?.name === 'record' && IDENTIFICATION.test(folded(asText(value)));
		if (isSeen || field.from?.goesBy !== 'ID') return parseText(field, value);
		return parseId({ min: 1, ...field }, value);
	},
	identifiers: (field, value) =>
		identifiersIn(
			parseText(field, Array.isArray(value) ? identifiersIn(value).join() : value),
		).join(),
};

/** What people see of a record: the prefix of its form and a number (Resources, Form). */
const IDENTIFICATION = /^\s*\p{L}(?:\d*[\p{L}_.-])*0*[1-9]\d*\s*$/u;

/** An expression may return anything, and an unknown choice would have no effect. */
function parseChoice(field: Field, value: unknown): string {
	const text = parseText(field, value);
	const { choices, label } = field;
	if (!choices || choices.some((choice) => choice.value === text)) return text;
	throw mistake('notChoice', {
		field: `'${label}'`,
		value: glimpse(text),
		choices: listed(choices.map(({ name, value }) => `${name} (${value})`)),
	});
}

function parseText(field: Field, value: unknown): string {
	const what = `'${field.label}'`;
	mustBeJson(what, value);
	if (typeof value === 'object')
		throw mistake('notText', { field: what, what: Array.isArray(value) ? 'a list' : 'an object' });
	const text = plainText(what, value);
	const { length } = [...text];
	const { maxLength: most = Infinity } = field;
	if (length > most) throw mistake('tooLong', { field: what, length, taker: 'service', most });
	return text;
}

/** Throws an `InputError` for a broken character. */
export function plainText(what: string, value: unknown): string {
	const text = String(value);
	if (text.isWellFormed()) return text;
	throw mistake('brokenCharacter', { field: what });
}

/** IDs may have any length: if a number cannot hold all digits, it stays a text. */
function parseId(field: Field, value: unknown): Id {
	const id = typeof value === 'string' ? idIn(value.trim()) : undefined;
	return typeof id === 'string' ? id : wholeNumber(field, value);
}

/** Does not match 0x10 or 1e3: such a text does not mean record 16 or 1000. */
const WHOLE = /^\s*[+-]?\d+(\.0+)?\s*$/;

function wholeNumber({ label, from, min, max }: Field, value: unknown): number {
	const text = asText(value);
	const number = typeof value === 'number' || WHOLE.test(text) ? Number(value) : NaN;
	const field = `'${label}'`;
	if (Number.isInteger(number) && !Number.isSafeInteger(number))
		throw mistake(from ? 'idTooLarge' : 'numberTooLarge', { field, value: text.trim() });
	if (!Number.isInteger(number))
		throw mistake('notWhole', { field, value: glimpse(text), example: max ?? 12 });
	if (min !== undefined && number < min)
		throw mistake('belowMinimum', { field, value: number, min });
	if (max !== undefined && number > max)
		throw mistake('aboveMaximum', { field, value: number, max });
	return number;
}

function truth(field: Field, value: unknown): boolean {
	const written = asText(value).toLowerCase();
	if (written === 'true' || written === 'false') return written === 'true';
	throw mistake('notFlag', { field: `'${field.label}'` });
}

function acceptedRows(field: Field, value: unknown, reading: ValueContext): readonly JsonObject[] {
	if (!Array.isArray(value) || !value.every(isJsonObject))
		throw mistake('notRows', {
			field: `'${field.label}'`,
			columns: Object.keys(field.columns ?? {}).join(', '),
		});
	return value.map((row, n) => {
		const place = `'${field.label}', row ${n + 1}`;
		mustBeKnown(place, field.columns ?? {}, row);
		try {
			const cells = accepted(field.columns ?? {}, row, { reading, empty: 'cell' });
			if (Object.keys(cells).length > 0) return cells;
		} catch (problem) {
			throw withPlace(place, problem);
		}
		throw mistake('emptyRow', { row: place });
	});
}

/** Throws for a row that has another key in place of a column. A reply may have more keys than are sent. */
function mustBeKnown(place: string, columns: Fields, row: JsonObject): void {
	const names = Object.keys(columns);
	const others = Object.keys(row).filter((key) => !names.includes(key));
	if (others.length === 0 || names.every((name) => Object.hasOwn(row, name))) return;
	const shown = others.slice(0, 3).map((key) => `"${glimpse(key)}"`);
	throw mistake('unknownColumns', { row: place, names: listed(shown), columns: listed(names) });
}

const isLocator = (value: unknown): value is { readonly mode: unknown; readonly value: unknown } =>
	typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;

function locatedValue(field: Field, value: unknown): unknown {
	if (!isLocator(value)) return value;
	const { label, from } = field;
	if (value.mode !== 'url' || !from?.page || (value.value ?? '') === '') return value.value;
	const number = numberInAddress(value.value, from);
	if (number === undefined) throw mistake('wrongPage', { label, word: from.word });
	return number;
}

const numberInAddress = (url: unknown, { page }: Pick<Pickable, 'page'>): string | undefined =>
	page ? new RegExp(page.pattern).exec(asText(url))?.[1] : undefined;

/** Throws an `InputError` if the address of a record's page names another form than the chosen one. */
export function mustAgree(fields: Fields, raw: Readonly<JsonObject>, { form }: Values): void {
	for (const [name, value] of Object.entries(raw)) {
		const field = fields[name];
		if (!field || field === fields.form || !isLocator(value) || value.mode !== 'url') continue;
		const named = numberInAddress(value.value, fields.form?.from ?? {});
		if (named !== undefined && form !== undefined && idIn(named) !== form)
			throw mistake('pageOfOtherForm', { label: field.label, form: named, chosen: form });
	}
}
