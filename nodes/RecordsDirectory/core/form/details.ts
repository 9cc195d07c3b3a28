import { grouped } from '../grouped';
import { isJsonObject, jsonObjectsIn, type JsonObject } from '../json';
import { InputError } from '../values/input-error';
import type { Details } from '../values/validate';
import { isTable, type FormField } from './field';
import { parsedJson } from './value';
import { isNamed, fieldLabel, someInWords } from './names';

const REMEDY = 'Choose the column of each cell from the list; a row has columns of one table only.';

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
			if (cells.length === 0) throw InputError.about(place, ' has no cells', REMEDY);
			const tables = new Set(cells.map(({ table }) => table));
			tables.delete(UNNAMED);
			if (tables.size > 1) throw InputError.about(place, ' has columns of several tables', REMEDY);
			const made = new Map(cells.map(({ column, value }) => [column, value]));
			if (made.size < cells.length) throw InputError.about(place, ' has a column twice', REMEDY);
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
	throw new InputError(
		first
			? `'Detail Rows' has the column ${names}, which several tables have: ${someInWords(found.map(fieldLabel))}`
			: `'Detail Rows' has the column ${names}, and no detail table of the form has it`,
		known.length > 0
			? `Choose the column from the list, or enter its table and its caption: ${someInWords(known)}.`
			: 'The form has no detail table. Remove the rows.',
		{ subject: "'Detail Rows'" },
	);
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
	throw InputError.about(place, ' has a cell without a column', REMEDY);
}
