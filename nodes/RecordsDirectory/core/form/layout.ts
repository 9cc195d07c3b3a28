import { asList, isJsonObject, propertyOf, put, jsonObjectsIn, type JsonObject } from '../json';
import { sortKeysOf } from '../values/identifier-list';
import { InputError } from '../values/input-error';
import type { FormField } from './definition';
import { isNamed, labelOf } from './names';
import { readerOf, type Keys } from './record-reader';
import { cellsOf } from './table-cells';

/** Returns a function that gives every record of a reply the same layout, with values by caption or field ID. */
export function withLayout(
	fields: readonly FormField[],
	keys: Keys,
): (row: JsonObject) => JsonObject {
	const read = readerOf(fields, keys);
	return (row) => (isJsonObject(row.record) ? { ...row, record: read(row.record) } : row);
}

/** Returns records unchanged, except that one detail table becomes a list of rows with their cells. */
export const withRowsOf =
	({ id, columns }: FormField) =>
	(row: JsonObject): JsonObject => {
		if (!isJsonObject(row.record)) return row;
		const table = propertyOf(row.record, id);
		const rows = jsonObjectsIn(asList(table)).map((cells) => cellsOf(cells, columns));
		return { ...row, record: { ...row.record, [id]: rows } };
	};

/**
 * Repeats a record for each row of a detail table, with the row's cells in place of the table. A cell named
 * like any field of the form becomes `table.cell`. A record without rows stays one record.
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

/** Returns the detail table with an ID. Throws an `InputError` if there is none, or it is not output. */
export function tableOf(fields: readonly FormField[], table: string): FormField {
	const field = fields.find(({ id }) => id === table);
	if (field?.kind === 'table') return field;
	const what = field ? labelOf(field) : `"${table}"`;
	throw InputError.about(
		"'Split Detail Table'",
		` names ${what}, which is not a detail table of the output`,
		'Choose a table from the list, and include its field in the output.',
	);
}

/** Throws an `InputError` for sorting by a detail table, which the service rejects (Output-field limiting, 5). */
export function mustBeSortable(fields: readonly FormField[], order: unknown): void {
	const names = sortKeysOf(String(order ?? ''));
	const table = fields.find(({ id, kind }) => kind === 'table' && names.includes(id));
	if (!table) return;
	throw InputError.about(
		"'Sort By'",
		` names ${labelOf(table)}, a detail table`,
		'Sort by a field with one value.',
	);
}
