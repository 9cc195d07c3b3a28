import { isJsonObject, put, type JsonObject } from '../json';
import { OWN_TIMES } from '../values/record-properties';
import { withOffset } from '../values/time-zone';
import type { FormField } from './definition';

/**
 * Converts the local times of a row to ISO 8601 with the offset of the site: when it and its files were created
 * and updated, and its date-time fields, also in detail tables.
 */
export const withOffsets =
	(fields: readonly FormField[], zone: string) =>
	(row: JsonObject): JsonObject => {
		const timed = ownTimesOf(row, zone);
		const { file, record } = row;
		if (Array.isArray(file))
			timed.file = file.map((one) => (isJsonObject(one) ? ownTimesOf(one, zone) : one));
		if (isJsonObject(record)) timed.record = zonedRecord(fields, record, zone);
		return timed;
	};

function ownTimesOf(row: JsonObject, zone: string): JsonObject {
	const timed: JsonObject = { ...row };
	for (const name of OWN_TIMES) if (name in row) timed[name] = zonedTime(row[name], zone);
	return timed;
}

function zonedRecord(fields: readonly FormField[], record: JsonObject, zone: string): JsonObject {
	const timed: JsonObject = { ...record };
	for (const { id, kind, columns } of fields) {
		if (!Object.hasOwn(record, id)) continue;
		const value = record[id];
		if (kind === 'dateTime') put(timed, id, zonedTime(value, zone));
		if (kind === 'table' && Array.isArray(value))
			put(
				timed,
				id,
				value.map((cells) => zonedCells(columns, cells, zone)),
			);
	}
	return timed;
}

/** Some services put the cells of a row below `record`. */
function zonedCells(columns: readonly FormField[], cells: unknown, zone: string): unknown {
	if (!isJsonObject(cells)) return cells;
	const inner = cells.record;
	return isJsonObject(inner)
		? { ...cells, record: zonedRecord(columns, inner, zone) }
		: zonedRecord(columns, cells, zone);
}

const zonedTime = (value: unknown, zone: string): unknown =>
	typeof value === 'string' ? withOffset(zone, value) : value;
