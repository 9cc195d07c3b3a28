import { isRow, put, type Row } from '../json';
import { withOffset } from '../values/time-zone';
import type { FormField } from './definition';

/** The times that every record, comment and form has. */
const OWN_TIMES = ['createdAt', 'updatedAt'];

/**
 * A row with its local times as ISO 8601 with the offset of the site's zone: when it was created and updated, and
 * the values of its date-time fields, in detail tables as well.
 */
export const zoned =
	(fields: readonly FormField[], zone: string) =>
	(row: Row): Row => {
		const timed: Row = { ...row };
		for (const name of OWN_TIMES) if (name in row) timed[name] = timeOf(row[name], zone);
		if (isRow(row.record)) timed.record = recordOf(fields, row.record, zone);
		return timed;
	};

function recordOf(fields: readonly FormField[], record: Row, zone: string): Row {
	const timed: Row = { ...record };
	for (const { id, kind, columns } of fields) {
		if (!Object.hasOwn(record, id)) continue;
		const value = record[id];
		if (kind === 'dateTime') put(timed, id, timeOf(value, zone));
		if (kind === 'table' && Array.isArray(value))
			put(
				timed,
				id,
				value.map((cells) => cellsOf(columns, cells, zone)),
			);
	}
	return timed;
}

/** A row of a detail table, which some services give below `record`. */
function cellsOf(columns: readonly FormField[], cells: unknown, zone: string): unknown {
	if (!isRow(cells)) return cells;
	const inner = cells.record;
	return isRow(inner)
		? { ...cells, record: recordOf(columns, inner, zone) }
		: recordOf(columns, cells, zone);
}

const timeOf = (value: unknown, zone: string): unknown =>
	typeof value === 'string' ? withOffset(zone, value) : value;
