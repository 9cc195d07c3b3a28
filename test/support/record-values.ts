import { type FormField, type Keys } from '../../nodes/RecordsDirectory/core/form/field';
import { recordReader } from '../../nodes/RecordsDirectory/core/form/value';
import {
	recordToSend,
	type WrittenRecord,
} from '../../nodes/RecordsDirectory/core/form/record-writer';
import type { JsonObject } from '../../nodes/RecordsDirectory/core/json';

/** `recordToSend` for values by field ID or caption. */
export const written = (
	fields: readonly FormField[],
	values: JsonObject,
	writing: Parameters<typeof recordToSend>[2],
): WrittenRecord => recordToSend(fields, Object.entries(values), writing);

/** `recordReader` for one record. */
export const readable = (
	fields: readonly FormField[],
	record: JsonObject,
	keys: Keys,
): JsonObject => recordReader(fields, keys)(record);
