import type { Field, Operation } from '../../api/define';
import { jsonObjectsIn, type JsonObject } from '../json';
import { fieldsOf } from './request';

/**
 * Makes the body of an update with all other values of the entity at the service, so that missing fields are
 * neither rejected nor cleared (Endpoints: PUT; the meaning of a missing field is not shown). Read-only
 * properties are left out; write-only ones, such as a password, cannot be read.
 */
export const wholeBody = (operation: Operation, entity: JsonObject, body: object): JsonObject => ({
	...keptOf(writableFields(operation), entity),
	...body,
});

/** Returns the fields that an operation can write, by their names in the request. */
export const writableFields = (operation: Operation): ReadonlyMap<string, Field> =>
	new Map(
		Object.entries(fieldsOf(operation))
			.filter(([, { place, sends }]) => place !== 'local' && sends === undefined)
			.map(([name, field]) => [field.wire ?? name, field]),
	);

/** Returns the entity's values of these fields, ready to be sent back. */
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
