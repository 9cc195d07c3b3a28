import { isJsonObject, type JsonObject } from '../json';
import type { FormField } from './definition';

/**
 * The cells of a row of a detail table, which may be wrapped as `{ record: cells }`; what stands beside
 * the wrapping is kept. Where a column is called `record` itself, only what holds columns is one.
 */
export function cellsOf(row: JsonObject, columns: readonly FormField[]): JsonObject {
	const isColumn = (name: string) =>
		columns.some(({ id, caption }) => id === name || caption === name);
	const { record, ...rest } = row;
	if (!isJsonObject(record) || Object.keys(rest).some(isColumn)) return row;
	if (isColumn('record') && !Object.keys(record).every(isColumn)) return row;
	return { ...rest, ...record };
}

/** A row of a detail table with its cells changed, wrapped or not as it came. */
export function withCells(
	row: unknown,
	columns: readonly FormField[],
	change: (cells: JsonObject) => JsonObject,
): unknown {
	if (!isJsonObject(row)) return row;
	const isWrapped = isJsonObject(row.record) && cellsOf(row, columns) !== row;
	return isWrapped && isJsonObject(row.record)
		? { ...change(row), record: change(row.record) }
		: change(row);
}

/** A row of a detail table as it came, but for the columns that the form calculates. */
export function writableCells(row: unknown, columns: readonly FormField[]): unknown {
	const calculated = new Set(columns.filter(({ isReadOnly }) => isReadOnly).map(({ id }) => id));
	if (calculated.size === 0) return row;
	return withCells(row, columns, (cells) =>
		Object.fromEntries(Object.entries(cells).filter(([id]) => !calculated.has(id))),
	);
}
