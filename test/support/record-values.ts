import { valuesReader, type FormField } from '../../nodes/RecordsDirectory/core/form/field';
import { recordToSend } from '../../nodes/RecordsDirectory/core/form/record-writer';
import { put, type JsonObject } from '../../nodes/RecordsDirectory/core/json';

type Keys = Parameters<typeof valuesReader>[1];

/** `recordToSend` for values by field ID or caption. */
export const written = (
	fields: readonly FormField[],
	values: JsonObject,
	writing: Parameters<typeof recordToSend>[2],
) => recordToSend(fields, Object.entries(values), writing);

/** Returns a function that makes an object of the values of a record, as `valuesReader` passes them on. */
function recordReader(fields: readonly FormField[], keys: Keys) {
	const eachValue = valuesReader(fields, keys);
	return (record: JsonObject): JsonObject => {
		const known: JsonObject = {};
		eachValue(record, (key, value) => put(known, key, value));
		return known;
	};
}

/** `recordReader` for one record. */
export const readable = (
	fields: readonly FormField[],
	record: JsonObject,
	keys: Keys,
): JsonObject => recordReader(fields, keys)(record);
