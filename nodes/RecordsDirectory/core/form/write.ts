import { isRow, type Row } from '../json';
import type { Reading, Values } from '../limits';
import { Refusal } from '../refusal';
import type { FormField } from './definition';
import { parsedOf } from './lists';
import { fieldFor, isNamed, labelOf } from './names';
import { joined, MOST_TOLD, placed } from './problems';
import { cellsOf } from './rows';
import { isEmpty, mustStay, valueFor } from './value';

/** The values of a record for the wire, and the read-only fields whose values are not among them. */
export interface Written {
	readonly record: Row;
	/** As in messages: `'Total' (field-35)`. */
	readonly ignored: readonly string[];
}

/**
 * The `record` of a body (Resources, Record) from values by field identifier or caption. A value that
 * is undefined is not sent; null and '' clear the field: '' for a single value, [] for a list. Moments
 * become local times of `zone`. Throws one `Refusal` for all that is wrong: fields that the form does
 * not have, values that they do not take, required ones that would be cleared.
 */
export function written(fields: readonly FormField[], values: Values, reading: Reading): Written {
	const { entries, ignored, problems } = allOf(fields, values, { ...reading, told: { names: 0 } });
	if (problems.length > 0) throw joined(problems);
	return { record: Object.fromEntries(entries), ignored: [...new Set(ignored)] };
}

/** What became of some values, of one or of many rows. */
interface Outcome {
	readonly entries: ReadonlyArray<readonly [string, unknown]>;
	readonly ignored: readonly string[];
	readonly problems: readonly unknown[];
}

const nothing: Outcome = { entries: [], ignored: [], problems: [] };

/** How many unknown names have been told with those that may have been meant, which takes time. */
interface Telling extends Reading {
	readonly told: { names: number };
}

const UNTOLD = new Refusal('A name that the form does not have', 'Use the name of a field.');

function allOf(fields: readonly FormField[], values: Values, reading: Telling): Outcome {
	const named = new Set<FormField>();
	const outcomes = Object.entries(values)
		.filter(([, value]) => value !== undefined)
		.map(([key, value]) =>
			orProblem(() => {
				if (!isNamed(fields, key) && ++reading.told.names > MOST_TOLD) throw UNTOLD;
				const field = fieldFor(fields, key);
				if (named.has(field)) throw twice(field);
				named.add(field);
				return oneOf(field, value, reading);
			}),
		);
	return together(outcomes);
}

function oneOf(field: FormField, value: unknown, reading: Telling): Outcome {
	if (field.isReadOnly) return { ...nothing, ignored: [labelOf(field)] };
	if (field.kind === 'table') return tableOf(field, value, reading);
	const wire = valueFor(field, value, reading);
	mustStay(field, wire);
	return { ...nothing, entries: [[field.id, wire]] };
}

/** The rows of a table: a list, a JSON list, or one row; an empty one clears the table. */
function tableOf(field: FormField, value: unknown, reading: Telling): Outcome {
	const parsed = parsedOf(value);
	if (isEmpty(parsed)) mustStay(field, []);
	const given = isEmpty(parsed) ? [] : Array.isArray(parsed) ? parsed : [parsed];
	const rows = given.map((row) => orProblem(() => rowOf(field, row, reading)));
	const problems = rows.flatMap((row, index) =>
		row.problems.map((problem) => placed(`${labelOf(field)}, row ${index + 1}`, problem)),
	);
	const records = rows.map(({ entries }) => Object.fromEntries(entries));
	return { ...together(rows), entries: [[field.id, records]], problems };
}

function rowOf(field: FormField, row: unknown, reading: Telling): Outcome {
	const parsed = parsedOf(row);
	if (!isRow(parsed)) {
		throw new Refusal('is no row', `Give a list of objects with ${columnsOf(field)}.`);
	}
	const cells = cellsOf(parsed, field.columns);
	if (Object.values(cells).every((cell) => cell === undefined)) {
		throw new Refusal('is empty', 'Fill the row, or remove it.');
	}
	return allOf(field.columns, cells, reading);
}

const columnsOf = ({ columns }: FormField) => columns.map(({ caption }) => caption).join(', ');

function orProblem(work: () => Outcome): Outcome {
	try {
		return work();
	} catch (problem) {
		return { ...nothing, problems: [problem] };
	}
}

const together = (outcomes: readonly Outcome[]): Outcome => ({
	entries: outcomes.flatMap(({ entries }) => entries),
	ignored: outcomes.flatMap(({ ignored }) => ignored),
	problems: outcomes.flatMap(({ problems }) => problems),
});

const twice = (field: FormField) =>
	new Refusal(
		`${labelOf(field)} is given twice, by its caption and by its identifier`,
		'Remove one of the two.',
	);
