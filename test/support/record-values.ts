import { valuesReader, type FormField } from '../../nodes/RecordsDirectory/core/form/field';
import { recordToSend } from '../../nodes/RecordsDirectory/core/form/record-writer';
import { put, type JsonObject } from '../../nodes/RecordsDirectory/core/json';

/** `recordToSend` for values by field ID or caption. */
export const written = (
	fields: readonly FormField[],
	values: JsonObject,
	writing: Parameters<typeof recordToSend>[2],
) => recordToSend(fields, Object.entries(values), writing);

/** An object of the values of a record, as `valuesReader` passes them on. */
export function readable(
	fields: readonly FormField[],
	record: JsonObject,
	keys: Parameters<typeof valuesReader>[1],
): JsonObject {
	const known: JsonObject = {};
	valuesReader(fields, keys)(record, (key, value) => put(known, key, value));
	return known;
}
