import type { Field, FieldKind, Fields, Pickable } from '../../api/define';
import { calendarDate } from './calendar-date';
import { idIn, type Id } from '../id';
import { isExact, isRow } from '../json';
import { located } from './locator';
import { listOf } from './identifier-list';
import { eachChecked, Refusal } from './input-error';
import { mustBeExact, recordOf } from './record-json';
import type { Reading } from './time-zone';

export type Values = Readonly<Record<string, unknown>>;

/** What the service knows by an ID; the directory goes by codes, which are texts. */
const WITH_IDS = new Set<Pickable | undefined>(['comment', 'field', 'form', 'record']);

/** Kinds of fields that '' clears. */
const CLEARED_BY_EMPTY = new Set<FieldKind>(['text', 'pick', 'date']);

/**
 * What emptiness means: a parameter that must be filled; an option that someone added to clear the
 * field, where an update must not leave empty what the service needs; a filter or a column of a row, where it is nothing.
 */
export type Emptiness = 'refused' | 'clears' | 'updates' | 'ignored';

export type { Reading };

/** The form that was chosen. */
export const formIn = ({ form }: Values): Id => form as Id;

/** Items in the body of one import (Limits). */
export const IMPORT_LIMIT = 100;
/** Rows of one page of a list (Limits: records returned by one retrieval). */
export const PAGE_LIMIT = 1000;

/**
 * The values of an item as the service takes them. What must be filled is, and every value
 * must keep the document's bounds; one `Refusal` names all parameters that do not. Undefined means absent:
 * 0, false and '' are values.
 */
export function accepted(
	fields: Fields,
	raw: Values,
	reading: Reading,
	emptiness: Emptiness,
): Values {
	const values: Record<string, unknown> = {};
	acceptInto(values, fields, { raw, reading, emptiness });
	return values;
}

interface Given {
	readonly raw: Values;
	readonly reading: Reading;
	readonly emptiness: Emptiness;
}

/** `accepted` for values that keep what is right, whatever is wrong with others. */
export function acceptInto(
	values: Record<string, unknown>,
	fields: Fields,
	{ raw, reading, emptiness }: Given,
): void {
	eachChecked(Object.entries(fields), ([name, field]) => {
		const mustHold = Object.hasOwn(raw, name) && isNeeded(field, emptiness);
		if (mustHold && isBlank(valueOf(field, raw[name]))) throw missing(field);
		const one = acceptedOne(field, raw[name], reading, mustHold ? 'refused' : emptiness);
		if (one !== undefined) values[name] = one;
	});
}

/**
 * Whether an option that somebody has added must hold something: files, as the comment would go without them, and in an
 * update what the service needs, as nothing would change.
 */
const isNeeded = ({ kind, clearable, optional }: Field, emptiness: Emptiness) =>
	kind === 'files' || (emptiness === 'updates' && clearable === false && !optional);

const valueOf = (field: Field, raw: unknown) => (field.kind === 'pick' ? located(field, raw) : raw);

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** `accepted` for a single field. */
export function acceptedOne(
	field: Field,
	raw: unknown,
	reading: Reading,
	emptiness: Emptiness,
): unknown {
	const value = valueOf(field, raw);
	return isMissing(value) ? emptied(field, value, emptiness) : acceptedValue(field, value, reading);
}

function emptied(field: Field, value: unknown, emptiness: Emptiness): unknown {
	if (emptiness === 'refused' && !field.optional) throw missing(field);
	const clears = emptiness === 'clears' || emptiness === 'updates';
	if (!clears || value !== '' || !isClearable(field)) return undefined;
	// '' is no date.
	return field.kind === 'date' ? field.whenAbsent : '';
}

/** '' is no ID. */
const isClearable = ({ kind, from, clearable = true }: Field) =>
	clearable && CLEARED_BY_EMPTY.has(kind) && !WITH_IDS.has(from);

const isMissing = (value: unknown) => value === undefined || value === null || value === '';

const missing = (field: Field) =>
	new Refusal(
		`'${field.label}' is empty`,
		field.kind === 'files'
			? `Enter the name of an input field that holds a file, or remove '${field.label}'.`
			: `The service needs it. Enter a value in '${field.label}', or check that the expression finds one.`,
	);

function acceptedValue(field: Field, value: unknown, reading: Reading): unknown {
	switch (field.kind) {
		case 'integer':
			return field.from ? idOf(field, value) : wholeNumber(field, value);
		case 'boolean':
			return truth(field, value);
		case 'date':
			return calendarDate(field.label, value, reading);
		case 'rows':
			return rowsOf(field, value, reading);
		case 'record':
			return recordOf(field.label, value);
		case 'files':
			return namesOf(field, value);
		case 'picks':
			mustBeExact(`'${field.label}'`, value);
			return listOf(value);
		case 'pick':
			return WITH_IDS.has(field.from) ? idOf({ min: 1, ...field }, value) : textOf(field, value);
		case 'identifiers':
			// An empty list of output fields would output nothing, so it is no list.
			return listOf(textOf(field, Array.isArray(value) ? value.join() : value)).join() || undefined;
		default:
			return textOf(field, value);
	}
}

function namesOf(field: Field, value: unknown): string[] {
	const names = listOf(value);
	if (names.length > 0) return names;
	throw missing(field);
}

function textOf(field: Field, value: unknown): string {
	mustBeExact(`'${field.label}'`, value);
	if (typeof value === 'object') {
		throw new Refusal(
			`'${field.label}' holds ${Array.isArray(value) ? 'a list' : 'an object'}, not a text`,
			'Point the expression at a single value.',
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new Refusal(
			`'${field.label}' is ${value}, not a value`,
			'Check the calculation in the expression.',
		);
	}
	const text = String(value);
	const length = [...text].length;
	if (field.maxLength !== undefined && length > field.maxLength) {
		throw new Refusal(
			`'${field.label}' is ${length} characters long; the service takes up to ${field.maxLength}`,
			`Shorten the text in '${field.label}'.`,
		);
	}
	if (!text.isWellFormed()) {
		throw new Refusal(
			`'${field.label}' holds half of a character`,
			'The text was cut inside a character such as an emoji. Cut it elsewhere.',
		);
	}
	return text;
}

/** IDs may have any length: what a number cannot hold stays text. */
function idOf(field: Field, value: unknown): Id {
	const id = typeof value === 'string' ? idIn(value.trim()) : undefined;
	return typeof id === 'string' ? id : wholeNumber(field, value);
}

/** Not 0x10 or 1e3: whoever has such a text did not mean record 16 or 1000. */
const WHOLE = /^\s*[+-]?\d+(\.0+)?\s*$/;

function wholeNumber(field: Field, value: unknown): number {
	const number = typeof value === 'string' && WHOLE.test(value) ? Number(value) : value;
	if (!isExact(number)) throw tooLarge(field, value);
	if (typeof number !== 'number' || !Number.isInteger(number)) {
		throw new Refusal(
			`'${field.label}' is not a whole number`,
			`Enter a number such as ${field.max ?? 12}.`,
		);
	}
	if (field.min !== undefined && number < field.min) {
		throw new Refusal(
			`'${field.label}' is ${number}; the smallest that is possible is ${field.min}`,
			`Enter ${field.min} or more.`,
		);
	}
	if (field.max !== undefined && number > field.max) {
		throw new Refusal(
			`'${field.label}' is ${number}; the largest that is possible is ${field.max}`,
			`Enter ${field.max} or less.`,
		);
	}
	return number;
}

const tooLarge = ({ label, from }: Field, value: unknown) =>
	new Refusal(
		`'${label}' is ${String(value).trim()}, too large to be exact`,
		from === undefined
			? 'Enter a smaller number.'
			: 'Give it as a text: a number cannot hold all of its digits.',
	);

function truth(field: Field, value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	const written = String(value).toLowerCase();
	if (written === 'true' || written === 'false') return written === 'true';
	throw new Refusal(`'${field.label}' is neither true nor false`, 'Switch it on or off.');
}

function rowsOf(field: Field, value: unknown, reading: Reading): Values[] {
	if (!Array.isArray(value) || !value.every(isRow)) {
		throw new Refusal(
			`'${field.label}' is not a list of rows`,
			`Give a list of objects with ${Object.keys(field.columns ?? {}).join(', ')}, or add rows by hand.`,
		);
	}
	const rows = value.map((row) => accepted(field.columns ?? {}, row, reading, 'ignored'));
	if (rows.every((row) => Object.keys(row).length > 0)) return rows;
	throw new Refusal(`'${field.label}' has an empty row`, 'Fill the row, or remove it.');
}
