import type { Field, Operation } from '../../api/define';
import { jsonObjectsIn, type JsonObject } from '../json';
import { fieldsOf } from './request';

/**
 * The body of an update with everything else that the entity holds at the service, so that fields
 * left out are neither refused nor cleared (Endpoints: PUT; what a left-out field means is not shown).
 * Read-only properties stay out; write-only ones, such as a password, cannot be read and stay absent.
 */
export const wholeBody = (operation: Operation, entity: JsonObject, body: object): JsonObject => ({
	...keptOf(writableFields(operation), entity),
	...body,
});

/** The fields that an operation can write, by their names on the wire. */
export const writableFields = (operation: Operation): ReadonlyMap<string, Field> =>
	new Map(
		Object.entries(fieldsOf(operation))
			.filter(([, { place, sends }]) => place !== 'local' && sends === undefined)
			.map(([name, field]) => [field.wire ?? name, field]),
	);

/** What an entity holds in these fields, as it can be sent back. */
export const keptOf = (fields: ReadonlyMap<string, Field>, entity: JsonObject): JsonObject =>
	Object.fromEntries(
		[...fields]
			.map(([name, field]) => [name, writable(field, entity[name])])
			.filter(([, value]) => value !== undefined && value !== null),
	);

function writable({ kind, columns = {} }: Field, value: unknown): unknown {
	if (kind !== 'rows') return value;
	if (!Array.isArray(value)) return undefined;
	return jsonObjectsIn(value).map((row) =>
		Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(columns, name))),
	);
}
