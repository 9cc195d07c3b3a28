import type { Entity, Operation, Resource } from '../nodes/RecordsDirectory/api/define';

/** The shape of an operation's output that n8n's editor shows before the first run (JSON Schema). */
export interface OutputSchema {
	readonly type: 'object';
	readonly properties: Readonly<Record<string, { readonly type: Entity[string] }>>;
	readonly version: 1;
}

/** Makes the schema of an operation's output with the default options: simplified, one item per notice. */
export const outputSchema = (resource: Resource, operation: Operation): OutputSchema => ({
	type: 'object',
	properties: typed(outputProperties(resource, operation)),
	version: 1,
});

/**
 * Makes the schema that all record events share, with the changes of watched fields. The fields of the form, and properties of
 * single events, are not in it.
 */
export function triggerSchema(record: Resource): OutputSchema {
	const { getAll } = record.operations;
	const own: Entity = { event: 'string', eventId: 'string', appsId: 'number' };
	const types: Entity = {
		...own,
		...(getAll && outputProperties(record, getAll)),
		changes: 'object',
	};
	return { type: 'object', properties: typed(types), version: 1 };
}

function outputProperties(resource: Resource, operation: Operation): Entity {
	const { entity, simplified } = resource;
	// What an item of the directory always has. A record has other fields in each form.
	const entry = 'code' in entity ? givenAlways(operation, entity) : {};
	// The properties of the input item come first.
	if (operation.runs.kind === 'lookUp') return { [operation.runs.as]: 'object' };
	switch (operation.returns.kind) {
		case 'deleted':
			return { deleted: 'boolean', ...slots(operation) };
		case 'created':
			// The service need not return the ID of a new entry; a code is the one that was sent.
			return { success: 'boolean', action: 'string', ...slots(operation), ...entry };
		case 'imported':
		case 'upserted':
			return { success: 'boolean', action: 'string', ...entry };
		case 'updated':
			return { success: 'boolean', action: 'string', ...slots(operation) };
		case 'synced':
			return {
				success: 'boolean',
				dryRun: 'boolean',
				code: 'string',
				name: 'string',
				action: 'string',
				changes: 'object',
				problem: 'string',
			};
		default:
			return Object.fromEntries(
				Object.entries(entity).filter(
					// A simplified record is flat, and its fields differ from form to form.
					([name]) => name !== 'record' && (simplified?.includes(name) ?? true),
				),
			);
	}
}

const givenAlways = ({ params }: Operation, entity: Entity): Entity => {
	const names = Object.entries(params).map(([name, { wire = name }]) => wire);
	return Object.fromEntries(Object.entries(entity).filter(([name]) => names.includes(name)));
};

const slots = ({ path }: Operation): Entity =>
	Object.fromEntries(
		[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
			name,
			name === 'code' ? 'string' : 'number',
		]),
	);

const typed = (types: Entity) =>
	Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
