import { isJsonObject, type JsonObject } from '../json';
import type { FormField } from './definition';

/**
 * Returns the cells of a row of a detail table, which may be wrapped as `{ record: cells }`, and keeps what is
 * beside the wrapping. If a column is named `record` itself, only an object with columns is a wrapping.
 */
export function cellsOf(row: JsonObject, columns: readonly FormField[]): JsonObject {
	const isColumn = (name: string) =>
		columns.some(({ id, caption }) => id === name || caption === name);
	const { record, ...rest } = row;
	if (!isJsonObject(record) || Object.keys(rest).some(isColumn)) return row;
	if (isColumn('record') && !Object.keys(record).every(isColumn)) return row;
	return { ...rest, ...record };
}

/** Changes the cells of a row of a detail table and keeps its wrapping. */
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

/** Returns a row of a detail table unchanged, but without calculated columns. */
export function writableCells(row: unknown, columns: readonly FormField[]): unknown {
	const calculated = new Set(columns.filter(({ isReadOnly }) => isReadOnly).map(({ id }) => id));
	if (calculated.size === 0) return row;
	return withCells(row, columns, (cells) =>
		Object.fromEntries(Object.entries(cells).filter(([id]) => !calculated.has(id))),
	);
}
