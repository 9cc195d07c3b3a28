import { operation, pick, resource, text } from './define';
import {
	changedCode,
	CODE_LENGTH,
	descriptiveFields,
	kana,
	keepOthers,
	mappingMode,
	neverRemove,
	newThroughImport,
	sync,
} from './fields/directory';
import { nameSearch, unknownColumns } from './fields/shared';

const newCode = text('Code', {
	wire: 'code',
	maxLength: CODE_LENGTH,
	description: 'The code of the position',
});
const existing = pick('Position', 'position', { maxLength: CODE_LENGTH });
const identity = {
	newCode,
	name: text('Name', { maxLength: 128 }),
	kana: kana(256),
};
const extras = {
	...descriptiveFields,
	alias: { ...descriptiveFields.alias, maxLength: 128 },
};

export const position = resource({
	label: 'Position',
	entity: {
		code: 'string',
		name: 'string',
		kana: 'string',
		alias: 'string',
		aliasKana: 'string',
		note: 'string',
	},
	operations: {
		create: operation('POST /api/admin/positions', {
			description: 'Add a position to the directory',
			params: { mappingMode, ...identity },
			additionalFields: extras,
			options: { throughImport: newThroughImport, unknownColumns },
			returns: { kind: 'created', identity: 'code' },
			runs: { kind: 'createEntries' },
		}),
		delete: operation('DELETE /api/admin/positions/{code}', {
			description: 'Delete a position from the directory',
			params: { code: existing },
			returns: { kind: 'deleted' },
		}),
		get: operation('GET /api/admin/positions/{code}', {
			description: 'Return one position',
			params: { code: existing },
			returns: { kind: 'one' },
		}),
		getAll: operation('GET /api/admin/positions', {
			description: 'Return many positions',
			params: {},
			filters: nameSearch,
			returns: { kind: 'many', root: 'positions' },
			runs: { kind: 'pages' },
		}),
		import: operation('POST /api/admin/positions/import', {
			description: 'Send positions in batches of 100',
			params: { mappingMode, ...identity },
			additionalFields: extras,
			options: { unknownColumns },
			returns: { kind: 'imported' },
			runs: { kind: 'import', root: 'positions' },
		}),
		sync: operation('POST /api/admin/positions/import', {
			description:
				'Make the directory match the input: create and update positions, and delete all others if you want',
			params: { ...sync('deleting a position that users hold'), mappingMode, ...identity },
			additionalFields: extras,
			options: { neverRemove, unknownColumns },
			returns: { kind: 'synced' },
			runs: { kind: 'syncEntries', root: 'positions' },
		}),
		update: operation('PUT /api/admin/positions/{code}', {
			description: 'Change a position',
			params: { code: { ...existing, place: 'path and body' }, keepOthers, mappingMode },
			additionalFields: {
				...extras,
				name: identity.name,
				kana: identity.kana,
				newCode: changedCode,
			},
			options: { unknownColumns },
			returns: { kind: 'updated' },
			runs: { kind: 'update' },
		}),
		upsert: operation('POST /api/admin/positions/import', {
			description: 'Create a new position, or update the current one if it already exists (upsert)',
			params: { mappingMode, ...identity },
			additionalFields: extras,
			options: { unknownColumns },
			returns: { kind: 'upserted' },
			runs: { kind: 'upsertEntries', root: 'positions' },
		}),
	},
});
