import { isJsonObject, type JsonObject } from '../json';
import { OWN_TIMES } from '../values/record-properties';
import { withOffset } from '../values/time-zone';
import type { FormField } from './definition';
import { withValues } from './table-cells';

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
		if (isJsonObject(record))
			timed.record = withValues(fields, record, ({ kind }, value) =>
				kind === 'dateTime' ? zonedTime(value, zone) : value,
			);
		return timed;
	};

function ownTimesOf(row: JsonObject, zone: string): JsonObject {
	const times = OWN_TIMES.filter((name) => name in row);
	return { ...row, ...Object.fromEntries(times.map((name) => [name, zonedTime(row[name], zone)])) };
}

const zonedTime = (value: unknown, zone: string): unknown =>
	typeof value === 'string' ? withOffset(zone, value) : value;
