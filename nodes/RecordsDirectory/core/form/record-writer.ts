import { isJsonObject, type JsonObject } from '../json';
import type { ValueContext } from '../values/time-zone';
import { joinedProblem, MOST_LISTED, withPlace, InputError } from '../values/input-error';
import type { FormField } from './definition';
import type { NamedValue } from './item-columns';
import { parsedJson } from './list-entries';
import { fieldFor, isNamed, labelOf, someInWords, givenTwice } from './names';
import { cellsOf } from './table-cells';
import { isEmpty, mustStay, valueFor } from './value';

/** The values of a record ready to send, and the fields whose values are left out. */
export interface WrittenRecord {
	readonly record: JsonObject;
	/** Calculated fields, as in messages: `'Total' (field-35)`. */
	readonly ignored: readonly string[];
	/** Fields of files and images. */
	readonly files: readonly string[];
	/** What a new record would lack, as in messages: `'Contacts' (field-24), row 2: 'Name' (field-241)`. */
	readonly lacking: readonly string[];
}

/** How values are written. */
export interface RecordWriting extends ValueContext {
	/** Whether the values are for a new record, which must have all required fields. */
	readonly isNew?: boolean;
	/**
	 * Whether to skip files and images, for a record that is sent back as it was read. Otherwise they cause an
	 * `InputError`.
	 */
	readonly skipsFiles?: boolean;
}

/**
 * Makes the `record` of a body (Resources, Record) from values by field ID or caption. An undefined value is
 * not sent; null and '' clear the field: '' for a single value, [] for a list. Times with offset become local
 * times of `zone`. Throws one `InputError` for everything that is wrong: unknown fields, values of the wrong
 * type, required fields that would be cleared or that a new record would lack (unless it has no values at all).
 */
export function recordToSend(
	fields: readonly FormField[],
	values: Readonly<JsonObject> | readonly NamedValue[],
	writing: RecordWriting,
): WrittenRecord {
	const { entries, ignored, files, lacking, problems } = outcomeOf(fields, namedIn(values), {
		...writing,
		told: { names: 0 },
	});
	const isIncomplete = writing.isNew && lacking.length > 0 && entries.length > 0;
	const all = isIncomplete ? [...problems, incomplete(lacking)] : problems;
	if (all.length > 0) throw joinedProblem(all);
	const unique = (labels: readonly string[]) => (labels.length > 1 ? [...new Set(labels)] : labels);
	return {
		record: Object.fromEntries(entries),
		ignored: unique(ignored),
		files: unique(files),
		lacking,
	};
}

/** Returns the error for a new record that lacks required values. */
export const incomplete = (lacking: readonly string[]) =>
	InputError.about(
		someInWords(lacking),
		` ${lacking.length === 1 ? 'is required and has' : 'are required and have'} no value`,
		'A new record needs it. Enter a value, or give the input item a property of that name.',
	);

const namedIn = (values: Readonly<JsonObject> | readonly NamedValue[]): readonly NamedValue[] =>
	isNamedList(values) ? values : Object.entries(values);

const isNamedList = (
	values: Readonly<JsonObject> | readonly NamedValue[],
): values is readonly NamedValue[] => Array.isArray(values);

/** The result so far; each value adds to it. */
interface Outcome {
	readonly entries: Array<readonly [string, unknown]>;
	readonly ignored: string[];
	readonly files: string[];
	readonly lacking: string[];
	readonly problems: unknown[];
}

/** The number of unknown names shown with similar ones, which take time to find. */
interface Telling extends RecordWriting {
	readonly told: { names: number };
}

const UNTOLD = new InputError('A name that the form does not have', 'Use the name of a field.');

function outcomeOf(
	fields: readonly FormField[],
	values: readonly NamedValue[],
	reading: Telling,
): Outcome {
	const outcome: Outcome = { entries: [], ignored: [], files: [], lacking: [], problems: [] };
	const named = new Set<FormField>();
	for (const [key, value] of values) {
		if (value === undefined) continue;
		try {
			if (!isNamed(fields, key) && ++reading.told.names > MOST_LISTED) throw UNTOLD;
			const field = fieldFor(fields, key);
			if (named.has(field)) throw givenTwice(field);
			named.add(field);
			add(outcome, { field, value }, reading);
		} catch (problem) {
			outcome.problems.push(problem);
		}
	}
	for (const field of fields)
		if (field.mustBeGiven && !named.has(field)) outcome.lacking.push(labelOf(field));
	return outcome;
}

interface GivenValue {
	readonly field: FormField;
	readonly value: unknown;
}

function add(outcome: Outcome, { field, value }: GivenValue, reading: Telling): void {
	if (field.isReadOnly) {
		outcome.ignored.push(labelOf(field));
	} else if (field.kind === 'file') {
		if (!reading.skipsFiles) throw unwritable(field);
		if (!isEmpty(value)) outcome.files.push(labelOf(field));
	} else if (field.kind === 'table') {
		addTable(outcome, { field, value }, reading);
	} else {
		const wire = valueFor(field, value, reading);
		if (isEmpty(wire)) empty(outcome, field, reading);
		outcome.entries.push([field.id, wire]);
	}
}

/** Handles an empty value: a new record lacks it, an existing one would lose it. */
function empty(outcome: Outcome, field: FormField, { isNew = false }: Telling): void {
	if (isNew && field.mustBeGiven) outcome.lacking.push(labelOf(field));
	else mustStay(field, '');
}

/** Adds the rows of a table: a list, a JSON list, or one row. An empty list clears the table. */
function addTable(outcome: Outcome, { field, value }: GivenValue, reading: Telling): void {
	const all = parsedJson(labelOf(field), value);
	if (isEmpty(all)) empty(outcome, field, reading);
	const given = isEmpty(all) ? [] : Array.isArray(all) ? all : [all];
	const records = given.map((row, index) => {
		const place = `${labelOf(field)}, row ${index + 1}`;
		const parsed = parsedJson(place, row);
		const { entries, ignored, files, lacking, problems } = rowOf(field, parsed, reading);
		outcome.ignored.push(...ignored);
		outcome.files.push(...files);
		for (const label of lacking) outcome.lacking.push(`${place}: ${label}`);
		for (const problem of problems) outcome.problems.push(withPlace(place, problem));
		return Object.fromEntries(entries);
	});
	outcome.entries.push([field.id, records]);
}

function rowOf(field: FormField, row: unknown, reading: Telling): Outcome {
	if (!isJsonObject(row)) {
		return refused('is not a row', `Give a list of objects with ${columnsOf(field)}.`);
	}
	const cells = cellsOf(row, field.columns);
	if (Object.values(cells).every((cell) => cell === undefined)) {
		return refused('is empty', 'Fill the row, or remove it.');
	}
	return outcomeOf(field.columns, Object.entries(cells), reading);
}

const refused = (message: string, remedy: string): Outcome => ({
	entries: [],
	ignored: [],
	files: [],
	lacking: [],
	problems: [new InputError(message, remedy)],
});

const unwritable = (field: FormField) =>
	InputError.about(
		labelOf(field),
		' is a field of files or images, and the API cannot write them',
		'Remove the field. Files can be attached to comments of the record.',
	);

const columnsOf = ({ columns }: FormField) => columns.map(({ caption }) => caption).join(', ');
