import { grouped } from '../grouped';
import { isJsonObject, jsonObjectsIn, type JsonObject } from '../json';
import { mistake } from '../values/input-error';
import type { Details } from '../values/validate';
import { isTable, type FormField } from './field';
import { parsedJson } from './value';
import { isNamed, fieldLabel, someInWords } from './names';

/**
 * Groups rows of cells `{ column, value }` by detail table. A column names its table and itself
 * (`columnValue`), or only itself; rows of the latter are grouped under ''. Throws an `InputError` for a cell
 * without a column, and for a row with columns of two tables or the same column twice.
 */
export function groupDetails(rows: unknown): Details {
	return byTable(
		jsonObjectsIn(rows).map((row, index) => {
			const place = `'Detail Rows', row ${index + 1}`;
			const given = jsonObjectsIn(isJsonObject(row.cells) ? row.cells.cell : undefined);
			const cells = given.map(({ column, value }) => ({
				...readColumnAddress(column, place),
				value,
			}));
			if (cells.length === 0) throw mistake('noCells', { row: place });
			const tables = new Set(cells.map(({ table }) => table));
			tables.delete(UNNAMED);
			if (tables.size > 1) throw mistake('columnsOfTables', { row: place });
			const made = new Map(cells.map(({ column, value }) => [column, value]));
			if (made.size < cells.length) throw mistake('columnTwice', { row: place });
			const [table = UNNAMED] = tables;
			return { table, row: Object.fromEntries(made) };
		}),
	);
}

/** Groups rows by the ID of their table. */
const byTable = (
	rows: ReadonlyArray<{ readonly table: string; readonly row: JsonObject }>,
): Details =>
	Object.fromEntries(
		grouped(rows, ({ table }) => table).map(([table, some]) => [table, some.map(({ row }) => row)]),
	);

/**
 * Finds the table of the rows grouped under '': the only one that has all columns of a row, by field ID or
 * caption. Throws an `InputError` if none has them, or several do.
 */
export function placedDetails(fields: readonly FormField[], details: Details): Details {
	const { [UNNAMED]: unnamed = [], ...named } = details;
	return byTable([
		...Object.entries(named).flatMap(([table, rows]) => rows.map((row) => ({ table, row }))),
		...unnamed.map((row) => ({ table: tableWith(fields, Object.keys(row)).id, row })),
	]);
}

function tableWith(fields: readonly FormField[], columns: readonly string[]): FormField {
	const tables = fields.filter(isTable);
	const found = tables.filter((table) => columns.every((name) => isNamed(table.columns, name)));
	const [first] = found;
	if (first && found.length === 1) return first;
	const names = columns.map((name) => `'${name.slice(0, 100)}'`).join(', ');
	const known = tables.flatMap((table) => table.columns.map((column) => addressIn(table, column)));
	if (known.length === 0) throw mistake('noTable', { columns: names });
	const facts = { columns: names, known: someInWords(known) };
	if (!first) throw mistake('noSuchColumn', facts);
	throw mistake('columnOfTables', { ...facts, tables: someInWords(found.map(fieldLabel)) });
}

const addressIn = (table: FormField, { id }: FormField) => JSON.stringify([table.id, id]);

/** The group of columns that name only themselves. */
const UNNAMED = '';

function readColumnAddress(column: unknown, place: string): { table: string; column: string } {
	const parts = parsedJson("'Detail Rows'", column);
	if (Array.isArray(parts) && parts.length === 2)
		return { table: String(parts[0]), column: String(parts[1]) };
	if (typeof parts === 'string' && parts.trim() !== '')
		return { table: UNNAMED, column: parts.trim() };
	throw mistake('cellWithoutColumn', { row: place });
}
