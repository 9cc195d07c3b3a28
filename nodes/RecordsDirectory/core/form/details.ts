import { isJsonObject, jsonObjectsIn, type JsonObject } from '../json';
import { InputError } from '../values/input-error';
import type { Details } from '../values/mapped';
import type { FormField } from './definition';
import { parsedJson } from './list-entries';
import { isNamed, labelOf, someInWords } from './names';

const rowName = (index: number) => `'Detail Rows', row ${index + 1}`;
const REMEDY = 'Choose the column of each cell from the list; a row has columns of one table only.';

/**
 * Groups rows of cells `{ column, value }` by detail table. A column names its table and itself
 * (`columnValue`), or only itself; rows of the latter are grouped under ''. Throws an `InputError` for a cell
 * without a column, and for a row with columns of two tables or the same column twice.
 */
export function detailsOf(rows: unknown): Details {
	const tables = new Map<string, JsonObject[]>();
	for (const [index, row] of jsonObjectsIn(rows).entries()) {
		const cells = jsonObjectsIn(isJsonObject(row.cells) ? row.cells.cell : undefined).map(
			(cell) => ({
				...columnAddressOf(cell.column, index),
				value: cell.value,
			}),
		);
		if (cells.length === 0) throw InputError.about(rowName(index), ' has no cells', REMEDY);
		const named = cells.map(({ table }) => table).filter((name) => name !== UNNAMED);
		const [table = UNNAMED] = named;
		if (named.some((name) => name !== table))
			throw InputError.about(rowName(index), ' has columns of several tables', REMEDY);
		if (new Set(cells.map(({ column }) => column)).size < cells.length)
			throw InputError.about(rowName(index), ' has a column twice', REMEDY);
		const made = Object.fromEntries(cells.map(({ column, value }) => [column, value]));
		tables.set(table, [...(tables.get(table) ?? []), made]);
	}
	return Object.fromEntries(tables);
}

/**
 * Finds the table of the rows grouped under '': the only one that has all columns of a row, by field ID or
 * caption. Throws an `InputError` if none has them, or several do.
 */
export function placedDetails(fields: readonly FormField[], details: Details): Details {
	const { [UNNAMED]: rows = [], ...placed } = details;
	const tables = new Map(Object.entries(placed).map(([id, some]) => [id, [...some]]));
	for (const row of rows) {
		const { id } = tableWith(fields, Object.keys(row));
		tables.set(id, [...(tables.get(id) ?? []), row]);
	}
	return Object.fromEntries(tables);
}

function tableWith(fields: readonly FormField[], columns: readonly string[]): FormField {
	const tables = fields.filter(({ kind }) => kind === 'table');
	const found = tables.filter((table) => columns.every((name) => isNamed(table.columns, name)));
	const [first] = found;
	if (first && found.length === 1) return first;
	const names = columns.map((name) => `'${name.slice(0, 100)}'`).join(', ');
	const known = tables.flatMap((table) => table.columns.map((column) => addressIn(table, column)));
	throw new InputError(
		first
			? `'Detail Rows' has the column ${names}, which several tables have: ${someInWords(found.map(labelOf))}`
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

function columnAddressOf(column: unknown, index: number): { table: string; column: string } {
	const parts = parsedJson("'Detail Rows'", column);
	if (Array.isArray(parts) && parts.length === 2) {
		return { table: String(parts[0]), column: String(parts[1]) };
	}
	if (typeof parts === 'string' && parts.trim() !== '')
		return { table: UNNAMED, column: parts.trim() };
	throw InputError.about(rowName(index), ' has a cell without a column', REMEDY);
}
