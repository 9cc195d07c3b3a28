import type { Resource } from '../../api/define';
import { put, type JsonObject } from '../json';

/** The properties of an event besides those of the record; a field with such a name becomes `record.<name>`. */
export const EVENT_PROPERTIES = {
	event: 'string',
	eventId: 'string',
	previousStatus: 'string',
} as const;

/**
 * Keeps the properties of a row that users need. A record becomes flat: its fields join its own properties, and
 * a field whose ID is one of them becomes `record.<field ID>`.
 */
export function simplified(resource: Resource, row: JsonObject): JsonObject {
	const flat: JsonObject = {};
	for (const name of resource.simplified ?? Object.keys(row)) {
		if (!Object.hasOwn(row, name)) continue;
		const value = row[name];
		// Some services write an empty object as an empty list.
		if (name === 'record' && typeof value === 'object' && value !== null)
			for (const id of Object.keys(value))
				put(flat, besides(resource, id), (value as JsonObject)[id]);
		else put(flat, name, value);
	}
	return flat;
}

const besides = ({ entity }: Resource, id: string) =>
	Object.hasOwn(entity, id) || id.startsWith('record.') ? `record.${id}` : id;
