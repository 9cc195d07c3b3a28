import { memoize } from '../../grouped';
import { asList, isJsonObject, omit, ownProperty, put, type JsonObject } from '../../json';
import { isTable, valueKey, valuesReader, type FormField, type Kind } from '../field';

export const table: Kind = {
	fits: (_, columns) => columns > 0,
	parts: () => ({ isMultiple: true }),
	input: 'array',
	isList: true,
	read({ columns }, options) {
		const eachCell = valuesReader(columns, options);
		return (value) =>
			asList(value).map((row) => {
				if (!isJsonObject(row)) return row;
				const cells: JsonObject = {};
				eachCell(unwrapCells(row, columns), (key, cell) => put(cells, key, cell));
				return cells;
			});
	},
	// A table is replaced as a whole, so a column without a value is empty.
	key(known, zone, { columns }) {
		const sent = columns.filter(({ isReadOnly }) => !isReadOnly);
		const keys = sent.map((column) => ({ id: column.id, keyIn: valueKey(column, zone) }));
		return asList(known).map((row) =>
			isJsonObject(row) ? keys.map(({ id, keyIn }) => keyIn(ownProperty(row, id))) : row,
		);
	},
};

/** Cells may be in `{ record: cells }`. If a column is named `record`, only an object with columns is a wrapping. */
export function unwrapCells(row: JsonObject, columns: readonly FormField[]): JsonObject {
	const isColumn = (name: string) =>
		columns.some(({ id, caption }) => id === name || caption === name);
	const { record, ...rest } = row;
	if (!isJsonObject(record) || Object.keys(rest).some(isColumn)) return row;
	if (isColumn('record') && !Object.keys(record).every(isColumn)) return row;
	return record;
}

function withCells(
	row: unknown,
	columns: readonly FormField[],
	change: (cells: JsonObject) => JsonObject,
): unknown {
	if (!isJsonObject(row)) return row;
	const { record } = row;
	return isJsonObject(record) && unwrapCells(row, columns) !== row
		? { ...change(row), record: change(record) }
		: change(row);
}

/** In detail tables as well. */
export function withValues(
	fields: readonly FormField[],
	record: JsonObject,
	change: (field: FormField, value: unknown) => unknown,
): JsonObject {
	const changed = Object.entries(record).map(([id, value]) => {
		const field = byId(fields).get(id);
		if (!field) return [id, value];
		if (!isTable(field)) return [id, change(field, value)];
		const { columns } = field;
		const changeRow = (row: unknown) =>
			withCells(row, columns, (cells) => withValues(columns, cells, change));
		return [id, Array.isArray(value) ? value.map(changeRow) : value];
	});
	return Object.fromEntries(changed);
}

const byId = memoize(
	(fields: readonly FormField[]) => new Map(fields.map((field) => [field.id, field])),
);

export function writableCells(row: unknown, columns: readonly FormField[]): unknown {
	const calculated = columns.filter(({ isReadOnly }) => isReadOnly).map(({ id }) => id);
	return withCells(row, columns, (cells) => omit(cells, calculated));
}
