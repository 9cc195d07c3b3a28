import type { Resource } from '../../api/define';
import { put, type JsonObject } from '../json';

/** What an event of a record has beside the record; a field of such a name stands as `record.<name>`. */
export const EVENT_PROPERTIES = {
	event: 'string',
	eventId: 'string',
	previousStatus: 'string',
} as const;

/**
 * A row with the properties that people need. A record is laid flat: its fields stand beside the
 * record's own properties; a field whose identifier is one of those stands as `record.<identifier>`.
 */
export function simplified(resource: Resource, row: JsonObject): JsonObject {
	const flat: JsonObject = {};
	for (const name of resource.simplified ?? Object.keys(row)) {
		const value = row[name];
		if (!Object.hasOwn(row, name)) continue;
		// Some services write an empty object as an empty list.
		if (name === 'record' && typeof value === 'object' && value !== null)
			for (const [id, held] of Object.entries(value)) put(flat, besides(resource, id), held);
		else put(flat, name, value);
	}
	return flat;
}

const besides = ({ entity }: Resource, id: string) =>
	Object.hasOwn(entity, id) || id.startsWith('record.') ? `record.${id}` : id;
