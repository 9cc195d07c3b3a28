import {
	created,
	deleted,
	imported,
	many,
	one,
	operation,
	pick,
	resource,
	synced,
	text,
	updated,
	upserted,
} from './define';
import {
	alias,
	aliasKana,
	CODE_LENGTH,
	kana,
	keepOthers,
	mappingMode,
	nameSearch,
	changedCode,
	note,
	newThroughImport,
	unknownColumns,
} from './fields/shared';
import { neverRemove, sync } from './fields/sync';

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
const shortAlias: typeof alias = { ...alias, maxLength: 128 };
const extras = { alias: shortAlias, aliasKana, note };

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
			name: 'Create',
			action: 'Create position',
			description: 'Add a position to the directory',
			params: { mappingMode, ...identity },
			additionalFields: extras,
			options: { throughImport: newThroughImport, unknownColumns },
			returns: created('code'),
			runs: { kind: 'createEntries' },
		}),
		delete: operation('DELETE /api/admin/positions/{code}', {
			name: 'Delete',
			action: 'Delete position',
			description: 'Delete a position from the directory',
			params: { code: existing },
			returns: deleted,
		}),
		get: operation('GET /api/admin/positions/{code}', {
			name: 'Get',
			action: 'Get position',
			description: 'Return one position',
			params: { code: existing },
			returns: one(),
		}),
		getAll: operation('GET /api/admin/positions', {
			name: 'Get Many',
			action: 'Get many positions',
			description: 'Return many positions',
			params: {},
			filters: nameSearch,
			returns: many('positions'),
			runs: { kind: 'pages' },
		}),
		import: operation('POST /api/admin/positions/import', {
			name: 'Import',
			action: 'Import positions',
			description: 'Send positions in batches of 100',
			params: { mappingMode, ...identity },
			additionalFields: extras,
			options: { unknownColumns },
			returns: imported,
			runs: { kind: 'import', root: 'positions' },
		}),
		sync: operation('POST /api/admin/positions/import', {
			name: 'Sync',
			action: 'Sync positions',
			description:
				'Make the directory match the input: create and update positions, and delete all others if you want',
			params: { ...sync('deleting a position that users hold'), mappingMode, ...identity },
			additionalFields: extras,
			options: { neverRemove, unknownColumns },
			returns: synced,
			runs: { kind: 'syncEntries', root: 'positions' },
		}),
		update: operation('PUT /api/admin/positions/{code}', {
			name: 'Update',
			action: 'Update position',
			description: 'Change a position',
			params: { code: { ...existing, place: 'path and body' }, keepOthers, mappingMode },
			additionalFields: {
				...extras,
				name: identity.name,
				kana: identity.kana,
				newCode: changedCode,
			},
			options: { unknownColumns },
			returns: updated,
			runs: { kind: 'update' },
		}),
		upsert: operation('POST /api/admin/positions/import', {
			name: 'Create or Update',
			action: 'Create or update position',
			description: 'Create a new position, or update the current one if it already exists (upsert)',
			params: { mappingMode, ...identity },
			additionalFields: extras,
			options: { unknownColumns },
			returns: upserted,
			runs: { kind: 'upsertEntries', root: 'positions' },
		}),
	},
});
