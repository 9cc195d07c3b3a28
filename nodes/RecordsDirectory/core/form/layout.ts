import { isJsonObject, put, jsonObjectsIn, type JsonObject } from '../json';
import { sortKeysOf } from '../values/identifier-list';
import { InputError } from '../values/input-error';
import type { FormField } from './definition';
import { isNamed, labelOf } from './names';
import { readerOf, type Keys } from './record-reader';
import { cellsOf } from './table-cells';

/** Records of replies with a `record` of one shape, its values by caption or identifier. */
export function layer(fields: readonly FormField[], keys: Keys): (row: JsonObject) => JsonObject {
	const read = readerOf(fields, keys);
	return (row) => (isJsonObject(row.record) ? { ...row, record: read(row.record) } : row);
}

/** Records as the service gives them, but for one detail table, which becomes a list of rows with their cells. */
export const withRowsOf =
	({ id, columns }: FormField) =>
	(row: JsonObject): JsonObject => {
		if (!isJsonObject(row.record)) return row;
		const table = Object.hasOwn(row.record, id) ? row.record[id] : undefined;
		const rows = jsonObjectsIn(Array.isArray(table) ? table : [table]);
		const record = { ...row.record };
		put(
			record,
			id,
			rows.map((cells) => cellsOf(cells, columns)),
		);
		return { ...row, record };
	};

/**
 * A laid out record once for each row of a detail table, the cells of that row in place of the table;
 * a cell whose name is that of a field, output or not, stands as `table.cell`. A record without rows
 * stays one.
 */
export function splitBy(
	name: string,
	row: JsonObject,
	fields: readonly FormField[],
): readonly JsonObject[] {
	if (!isJsonObject(row.record)) return [row];
	const { [name]: table, ...record } = row.record;
	const rows = jsonObjectsIn(table);
	if (rows.length === 0) return [{ ...row, record }];
	return rows.map((cells) => {
		const split = { ...record };
		for (const [cell, value] of Object.entries(cells)) {
			let free = cell;
			while (Object.hasOwn(split, free) || isNamed(fields, free)) free = `${name}.${free}`;
			put(split, free, value);
		}
		return { ...row, record: split };
	});
}

/** The detail table of an ID. Throws an `InputError` for what is none, or not output. */
export function tableOf(fields: readonly FormField[], table: string): FormField {
	const field = fields.find(({ id }) => id === table);
	if (field?.kind === 'table') return field;
	const what = field ? labelOf(field) : `"${table}"`;
	throw new InputError(
		`'Split Detail Table' names ${what}, which is no detail table among the fields that are output`,
		'Choose a table from the list, and have it output.',
	);
}

/** Throws an `InputError` for an order by a detail table, which the service refuses (Output-field limiting, 5). */
export function mustBeSortable(fields: readonly FormField[], order: unknown): void {
	const names = sortKeysOf(String(order ?? ''));
	const table = fields.find(({ id, kind }) => kind === 'table' && names.includes(id));
	if (!table) return;
	throw new InputError(
		`'Sort By' names ${labelOf(table)}, a detail table`,
		'Sort by a field with one value.',
	);
}
