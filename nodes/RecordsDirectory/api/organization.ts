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
	description: 'The code of the organization',
});
const existing = pick('Organization', 'organization', { maxLength: CODE_LENGTH });
const identity = {
	newCode,
	name: text('Name', { maxLength: 256 }),
	kana: kana(512),
};
const extras = {
	...descriptiveFields,
	parentCode: pick('Parent Organization', 'organization', {
		maxLength: CODE_LENGTH,
		description: 'The organization above this one',
		whenEmpty: 'Leave empty for the top level',
	}),
};

export const organization = resource({
	label: 'Organization',
	entity: {
		code: 'string',
		id: 'number',
		name: 'string',
		kana: 'string',
		alias: 'string',
		aliasKana: 'string',
		parentCode: 'string',
		note: 'string',
	},
	operations: {
		create: operation('POST /api/admin/organizations', {
			description: 'Add an organization to the directory',
			params: { mappingMode, ...identity },
			additionalFields: extras,
			options: { throughImport: newThroughImport, unknownColumns },
			returns: { kind: 'created', identity: 'code' },
			runs: { kind: 'createEntries' },
		}),
		delete: operation('DELETE /api/admin/organizations/{code}', {
			description: 'Delete an organization from the directory',
			params: { code: existing },
			returns: { kind: 'deleted' },
		}),
		get: operation('GET /api/admin/organizations/{code}', {
			description: 'Return one organization',
			params: { code: existing },
			returns: { kind: 'one' },
		}),
		getAll: operation('GET /api/admin/organizations', {
			description: 'Return many organizations',
			params: {},
			filters: nameSearch,
			returns: { kind: 'many', root: 'organizations' },
			runs: { kind: 'pages' },
		}),
		import: operation('POST /api/admin/organizations/import', {
			description: 'Send organizations in batches of 100',
			params: { mappingMode, ...identity },
			additionalFields: extras,
			options: { unknownColumns },
			returns: { kind: 'imported' },
			runs: { kind: 'import', root: 'organizations' },
		}),
		sync: operation('POST /api/admin/organizations/import', {
			description:
				'Make the directory match the input: create and update organizations, and delete all others if you want',
			params: { ...sync('deleting an organization that has users'), mappingMode, ...identity },
			additionalFields: extras,
			options: { neverRemove, unknownColumns },
			returns: { kind: 'synced' },
			runs: { kind: 'syncEntries', root: 'organizations' },
		}),
		update: operation('PUT /api/admin/organizations/{code}', {
			description: 'Change an organization',
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
		upsert: operation('POST /api/admin/organizations/import', {
			description:
				'Create a new organization, or update the current one if it already exists (upsert)',
			params: { mappingMode, ...identity },
			additionalFields: extras,
			options: { unknownColumns },
			returns: { kind: 'upserted' },
			runs: { kind: 'upsertEntries', root: 'organizations' },
		}),
	},
});
