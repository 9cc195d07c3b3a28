import {
	asList,
	asText,
	canonical,
	isEmpty,
	isJsonObject,
	type JsonObject,
	jsonObjectsIn,
	ownProperty,
} from '../json';
import type { ValueContext } from '../values/moment';
import { joinedProblem, mistake, withPlace } from '../values/input-error';
import { isTable, valueToSend, type FormField } from './field';
import type { NamedValue } from './item-columns';
import { fieldFor, fieldLabel, isNamed } from './names';
import { isSet } from './kinds/definition-row';
import { unwrapCells, writableCells } from './kinds/table';
import { parsedJson } from '../values/record-json';
import { grouped } from '../grouped';
import { listInWords } from '../text';

interface RecordWriting extends ValueContext {
	readonly isNew?: boolean;
	/** For a record that is sent back as it was read. Otherwise files and images cause an `InputError`. */
	readonly skipsFiles?: boolean;
	/** Rows of cells `{ column, value }` for detail tables. */
	readonly detailRows?: readonly JsonObject[];
}

/**
 * Makes the `record` of a body (Resources, Record) from values by field ID or caption. undefined is not sent;
 * null and '' clear the field: '' for a single value, [] for a list. Times with offset become local. Throws
 * one `InputError` for all that is wrong: unknown fields, wrong types, required fields that would be cleared
 * or that a new record would lack (unless it has no values at all).
 *
 * Also returns fields as in messages: calculated ones that are `ignored`, such as `'Total' (field-35)`, those
 * of `files` and images, and what a new record would be `lacking`: `'Contacts' (field-24), row 2: 'Name'
 * (field-241)`.
 */
export function recordToSend(
	fields: readonly FormField[],
	values: readonly NamedValue[],
	writing: RecordWriting,
) {
	const work: Work = { writing, ignored: new Set(), files: new Set(), lacking: [], problems: [] };
	const details = detailsIn(fields, writing.detailRows ?? []);
	const record = cellsFor(fields, [...values, ...details], work);
	const { ignored, files, lacking, problems } = work;
	const isIncomplete = writing.isNew && lacking.length > 0 && Object.keys(record).length > 0;
	if (isIncomplete) problems.push(incomplete(lacking));
	if (problems.length > 0) throw joinedProblem(problems);
	return { record, ignored: [...ignored], files: [...files], lacking };
}

export const incomplete = (lacking: readonly string[]) =>
	mistake(lacking.length === 1 ? 'isRequired' : 'areRequired', { fields: listInWords(lacking) });

interface Work {
	readonly writing: RecordWriting;
	readonly ignored: Set<string>;
	readonly files: Set<string>;
	readonly lacking: string[];
	readonly problems: unknown[];
	/** The row of a table, as in messages; undefined outside of tables. */
	readonly row?: string;
}

function cellsFor(
	fields: readonly FormField[],
	values: readonly NamedValue[],
	work: Work,
): JsonObject {
	const { lacking, problems, row } = work;
	const named = new Set<FormField>();
	const entries = values.flatMap(([key, value]) => {
		if (value === undefined) return [];
		try {
			const field = fieldFor(fields, key);
			if (named.has(field)) throw mistake('givenTwice', { field: fieldLabel(field) });
			named.add(field);
			return entryFor(field, value, work);
		} catch (problem) {
			problems.push(row === undefined ? problem : withPlace(row, problem));
			return [];
		}
	});
	const missing = fields.filter((field) => field.mustBeGiven && !named.has(field));
	lacking.push(...missing.map((field) => placed(field, work)));
	return Object.fromEntries(entries);
}

const placed = (field: FormField, { row }: Work) =>
	row === undefined ? fieldLabel(field) : `${row}: ${fieldLabel(field)}`;

function entryFor(field: FormField, value: unknown, work: Work): readonly NamedValue[] {
	const { writing, ignored, files, lacking } = work;
	if (field.isReadOnly) {
		ignored.add(fieldLabel(field));
		return [];
	}
	if (field.kind.isReadOnly) {
		if (!writing.skipsFiles) throw mistake('filesNotWritten', { field: fieldLabel(field) });
		if (!isEmpty(value)) files.add(fieldLabel(field));
		return [];
	}
	const wire = isTable(field) ? rowsFor(field, value, work) : valueToSend(field, value, writing);
	// A new record lacks an empty value, an existing one would lose it.
	if (isEmpty(wire) && writing.isNew && field.mustBeGiven) lacking.push(placed(field, work));
	else if (isEmpty(wire) && (field.required || field.isKey))
		throw mistake('cleared', {
			field: fieldLabel(field),
			what: field.isKey ? 'the key field of the form' : 'required',
		});
	return [[field.id, wire]];
}

/** Takes a list, a JSON list, or one row. An empty list clears the table. */
function rowsFor(field: FormField, value: unknown, work: Work): readonly JsonObject[] {
	if (isEmpty(value)) return [];
	const { columns } = field;
	const captions = columns.map(({ caption }) => caption).join(', ');
	return asList(parsedJson(fieldLabel(field), value)).map((entry, index) => {
		const row = `${fieldLabel(field)}, row ${index + 1}`;
		const given = parsedJson(row, entry);
		const cells = isJsonObject(given) ? Object.entries(unwrapCells(given, columns)) : [];
		const { length } = work.problems;
		const isWritten = cells.some(([, cell]) => cell !== undefined);
		const made = isWritten ? cellsFor(columns, cells, { ...work, row }) : {};
		// Without its calculated values, a row may be empty, too.
		if (Object.keys(made).length > 0 || work.problems.length > length) return made;
		work.problems.push(
			isJsonObject(given)
				? mistake('emptyRow', { row })
				: mistake('notRow', { row, columns: captions }),
		);
		return {};
	});
}

interface RecordUpdate {
	readonly changes: JsonObject;
	/** Whether to send all other values as well; otherwise only the key fields. */
	readonly isWhole: boolean | undefined;
}

/** The body of an update must contain the key fields as well. */
export const needsCurrent = (fields: readonly FormField[], update: RecordUpdate): boolean =>
	fields.some((field) => isKept(field, update));

/** The changes, and the current record's key fields or all. Empty ones only if the service might set a default. */
export function mergedRecord(
	fields: readonly FormField[],
	current: JsonObject,
	update: RecordUpdate,
): JsonObject {
	const rest = fields.flatMap((field) => {
		const { id } = field;
		if (!isKept(field, update) || !Object.hasOwn(current, id)) return [];
		const value = current[id];
		if (isEmpty(value) && !hasDefault(field)) return [];
		const rows = Array.isArray(value) && value.map((row) => writableCells(row, field.columns));
		return [[id, rows || value] as const];
	});
	return { ...Object.fromEntries(rest), ...update.changes };
}

/** Whether an update may clear it. */
export const isLeftOut = ({ id, isReadOnly }: FormField, changes: JsonObject): boolean =>
	!isReadOnly && !Object.hasOwn(changes, id);

/**
 * Undefined if nothing proves it: files, calculated values, defaults and values that an automation sets do not. One value that is
 * gone, or is the default now, is enough: the service may fill in others on its own.
 */
export function fateOfOthers(
	others: readonly FormField[],
	before: JsonObject,
	after: JsonObject,
): 'kept' | 'cleared' | undefined {
	const isSame = ({ id }: FormField) => canonical(before[id]) === canonical(ownProperty(after, id));
	const isFilled = (value: unknown) => !isEmpty(value) && isSet(value);
	const isProof = (field: FormField) => !field.kind.isReadOnly && !hasDefault(field);
	const isLost = ({ id }: FormField) => !isFilled(ownProperty(after, id));
	const isReset = (field: FormField) => {
		const values = [ownProperty(after, field.id)].flat().map(asText);
		return hasDefault(field) && values.every((value) => defaultsIn(field).includes(value));
	};
	if (others.some((field) => !isSame(field) && (isLost(field) || isReset(field)))) return 'cleared';
	if (others.some((field) => isSame(field) && isProof(field) && isFilled(before[field.id])))
		return 'kept';
	return others.some((field) => !isSame(field) && hasDefault(field)) ? 'cleared' : undefined;
}

const defaultsIn = ({ default: one, choices }: FormField): readonly string[] => [
	...(one === undefined ? [] : [one]),
	...choices.filter(({ isDefault }) => isDefault).map(({ name }) => name),
];
const hasDefault = (field: FormField) => !field.required && defaultsIn(field).length > 0;

/** Files, too: a service that rejects them loses nothing, one that clears missing fields would. */
const isKept = (field: FormField, { changes, isWhole }: RecordUpdate) =>
	(field.isKey || isWhole === true) && isLeftOut(field, changes);

/**
 * A column names its table and itself (`detailColumn` in `panel.ts`), or only itself: then its table is the
 * only one that has all columns of the row. Throws an `InputError` for cells that leave this open.
 */
function detailsIn(fields: readonly FormField[], rows: readonly JsonObject[]) {
	const placed = rows.map((row, index) => {
		const place = `'Detail Rows', row ${index + 1}`;
		const cells = jsonObjectsIn(row.cells).map(({ column, value }) => ({
			...readColumnAddress(column, place),
			value,
		}));
		const tables = new Set(cells.flatMap(({ table }) => table ?? []));
		if (tables.size > 1) throw mistake('columnsOfTables', { row: place });
		const made = new Map(cells.map(({ column, value }) => [column, value]));
		if (made.size < cells.length) throw mistake('columnTwice', { row: place });
		const [table = tableWith(fields, [...made.keys()]).id] = tables;
		return { table, row: Object.fromEntries(made) };
	});
	return grouped(placed, ({ table }) => table).map(
		([table, some]) => [table, some.map(({ row }) => row)] as const,
	);
}

function tableWith(fields: readonly FormField[], columns: readonly string[]): FormField {
	const tables = fields.filter(isTable);
	const found = tables.filter((table) => columns.every((name) => isNamed(table.columns, name)));
	const [first] = found;
	if (first && found.length === 1) return first;
	const names = columns.map((name) => `'${name.slice(0, 100)}'`).join(', ');
	const known = tables.flatMap((table) => table.columns.map((column) => addressIn(table, column)));
	if (known.length === 0) throw mistake('noTable', { columns: names });
	const facts = { columns: names, known: listInWords(known) };
	if (!first) throw mistake('noSuchColumn', facts);
	throw mistake('columnOfTables', { ...facts, tables: listInWords(found.map(fieldLabel)) });
}

const addressIn = (table: FormField, { id }: FormField) => JSON.stringify([table.id, id]);

function readColumnAddress(column: unknown, place: string): { table?: string; column: string } {
	const parts = parsedJson("'Detail Rows'", column);
	if (Array.isArray(parts) && parts.length === 2)
		return { table: String(parts[0]), column: String(parts[1]) };
	if (typeof parts === 'string' && parts.trim() !== '') return { column: parts.trim() };
	throw mistake('cellWithoutColumn', { row: place });
}
