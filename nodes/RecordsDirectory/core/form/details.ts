import { isRow, rowsIn, type Row } from '../json';
import { Refusal } from '../values/input-error';
import { parsedOf } from './lists';

const REMEDY = 'Choose the column of each cell from the list; a row has columns of one table only.';

/**
 * Rows of detail tables by table, from rows of cells `{ column, value }` whose column names both its
 * table and itself (`columnValue`). Throws a `Refusal` for a cell without a column, and for a row
 * with columns of two tables or the same one twice.
 */
export function detailsOf(rows: unknown): Readonly<Record<string, readonly Row[]>> {
	const tables = new Map<string, Row[]>();
	for (const [index, row] of rowsIn(rows).entries()) {
		const cells = rowsIn(isRow(row.cells) ? row.cells.cell : undefined).map((cell) => ({
			...addressOf(cell.column, index),
			value: cell.value,
		}));
		const [first] = cells;
		if (!first) throw new Refusal(`Row ${index + 1} of 'Detail Rows' has no cells`, REMEDY);
		if (cells.some(({ table }) => table !== first.table))
			throw new Refusal(`Row ${index + 1} of 'Detail Rows' has columns of several tables`, REMEDY);
		if (new Set(cells.map(({ column }) => column)).size < cells.length)
			throw new Refusal(`Row ${index + 1} of 'Detail Rows' has a column twice`, REMEDY);
		const made = Object.fromEntries(cells.map(({ column, value }) => [column, value]));
		tables.set(first.table, [...(tables.get(first.table) ?? []), made]);
	}
	return Object.fromEntries(tables);
}

function addressOf(column: unknown, index: number): { table: string; column: string } {
	const parts = parsedOf("'Detail Rows'", column);
	if (Array.isArray(parts) && parts.length === 2) {
		return { table: String(parts[0]), column: String(parts[1]) };
	}
	throw new Refusal(`Row ${index + 1} of 'Detail Rows' has a cell without a column`, REMEDY);
}
