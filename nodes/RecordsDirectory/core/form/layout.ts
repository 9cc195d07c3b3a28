import { isRow, rowsIn, type Row } from '../json';
import { Refusal } from '../refusal';
import type { FormField } from './definition';
import { captionKeys, labelOf } from './names';
import { readerOf, type Keys } from './read';

/** Records of replies with a `record` of one shape, its values by caption or identifier. */
export function layer(fields: readonly FormField[], keys: Keys): (row: Row) => Row {
	const read = readerOf(fields, keys);
	return (row) => (isRow(row.record) ? { ...row, record: read(row.record) } : row);
}

/**
 * A laid out record once for each row of a detail table, the cells of that row in place of the table;
 * a cell whose name the record has already stands as `table.cell`. A record without rows stays one.
 */
export function splitBy(name: string, row: Row): readonly Row[] {
	if (!isRow(row.record)) return [row];
	const { [name]: table, ...record } = row.record;
	const rows = rowsIn(table);
	if (rows.length === 0) return [{ ...row, record }];
	return rows.map((cells) => {
		const named = Object.entries(cells).map(([cell, value]) => [
			Object.hasOwn(record, cell) ? `${name}.${cell}` : cell,
			value,
		]);
		return { ...row, record: { ...record, ...Object.fromEntries(named) } };
	});
}

/** The key under which a detail table stands. Throws a `Refusal` for what is none, or not output. */
export function tableKey(fields: readonly FormField[], table: string, { keys }: Keys): string {
	const field = fields.find(({ id }) => id === table);
	if (field?.kind === 'table')
		return (keys === 'captions' && captionKeys(fields).get(table)) || table;
	const what = field ? labelOf(field) : `"${table}"`;
	throw new Refusal(
		`'Split Detail Table' names ${what}, which is no detail table among the fields that are output`,
		'Choose a table from the list, and have it output.',
	);
}

/** Throws a `Refusal` for an order by a detail table, which the service refuses (Output-field limiting, 5). */
export function mustBeSortable(fields: readonly FormField[], order: unknown): void {
	const names = String(order ?? '').split(/[:,]/);
	const table = fields.find(({ id, kind }) => kind === 'table' && names.includes(id));
	if (!table) return;
	throw new Refusal(
		`'Sort By' names ${labelOf(table)}, a detail table`,
		'Sort by a field with one value.',
	);
}
