import type { Resource } from '../../api/define';
import { isJsonObject, put, type JsonObject } from '../json';

/** Takes a value of a record, by its key. */
type Take = (key: string, value: unknown) => void;

/** Passes on the values of a record, in the layout that the user wants. */
export type EachValue = (record: JsonObject, take: Take) => void;

const unchangedValues: EachValue = (record, take) => {
	for (const id of Object.keys(record)) take(id, record[id]);
};

/**
 * Keeps the properties of a row that users need. A record becomes flat: its fields join its own properties, and
 * a field whose ID is one of them becomes `record.<field ID>`.
 */
export function simplified(
	resource: Resource,
	row: JsonObject,
	eachValue: EachValue = unchangedValues,
): JsonObject {
	const flat: JsonObject = {};
	const take: Take = (key, value) => put(flat, flatKey(resource, key), value);
	for (const name of resource.simplified ?? Object.keys(row)) {
		if (!Object.hasOwn(row, name)) continue;
		const value = row[name];
		if (name !== 'record' || typeof value !== 'object' || value === null) put(flat, name, value);
		// Some services write an empty object as an empty list.
		else (isJsonObject(value) ? eachValue : unchangedValues)(value as JsonObject, take);
	}
	return flat;
}

const flatKey = ({ entity }: Resource, id: string) =>
	Object.hasOwn(entity, id) || id.startsWith('record.') ? `record.${id}` : id;
