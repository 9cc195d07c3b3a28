import { isJsonObject, type JsonObject } from '../json';

/** Returns the values of a row; none if it has no record. */
export const recordIn = (row: JsonObject): JsonObject =>
	isJsonObject(row.record) ? row.record : {};
