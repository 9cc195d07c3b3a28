import {
	created,
	deleted,
	imported,
	many,
	one,
	operation,
	pick,
	resource,
	text,
	updated,
} from './define';
import {
	alias,
	aliasKana,
	CODE_LENGTH,
	kana,
	keepOthers,
	nameSearch,
	changedCode,
	note,
} from './fields';

const newCode = text('Code', {
	wire: 'code',
	maxLength: CODE_LENGTH,
	description: 'The management code',
});
const existing = pick('Organization', 'organization', { maxLength: CODE_LENGTH });
const identity = {
	newCode,
	name: text('Name', { maxLength: 256, clearable: false }),
	kana: kana(512),
};
const extras = {
	alias,
	aliasKana,
	note,
	parentCode: pick('Parent Organization', 'organization', { maxLength: CODE_LENGTH }),
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
			name: 'Create',
			action: 'Create organization',
			description: 'Add an organization to the directory',
			params: identity,
			options: extras,
			returns: created('code'),
		}),
		delete: operation('DELETE /api/admin/organizations/{code}', {
			name: 'Delete',
			action: 'Delete organization',
			description: 'Remove an organization from the directory',
			params: { code: existing },
			returns: deleted,
		}),
		get: operation('GET /api/admin/organizations/{code}', {
			name: 'Get',
			action: 'Get organization',
			description: 'Read one organization',
			params: { code: existing },
			returns: one(),
		}),
		getAll: operation('GET /api/admin/organizations', {
			name: 'Get Many',
			action: 'Get many organizations',
			description: 'Read many organizations, by name if wanted',
			params: {},
			filters: nameSearch,
			returns: many('organizations'),
		}),
		import: operation('POST /api/admin/organizations/import', {
			name: 'Import',
			action: 'Import organizations',
			description: 'Send many organizations, a hundred input items in a request',
			params: identity,
			options: extras,
			returns: imported('organizations'),
		}),
		update: operation('PUT /api/admin/organizations/{code}', {
			name: 'Update',
			action: 'Update organization',
			description: 'Change an organization',
			params: { code: { ...existing, place: 'path and body' }, keepOthers },
			options: { ...extras, name: identity.name, kana: identity.kana, newCode: changedCode },
			returns: updated,
		}),
	},
});
