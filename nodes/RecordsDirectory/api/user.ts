import {
	created,
	date,
	deleted,
	flag,
	imported,
	integer,
	many,
	one,
	operation,
	pick,
	resource,
	rows,
	text,
	updated,
} from './define';
import { CODE_LENGTH, kana, keepOthers, nameSearch, changedCode } from './fields';

const newCode = text('Code', {
	wire: 'code',
	maxLength: CODE_LENGTH,
	description: 'The employee number',
});
const existing = pick('User', 'user', { maxLength: CODE_LENGTH });
const name = text('Name', { maxLength: 256, clearable: false });
const loginId = text('Login ID', { maxLength: 256, clearable: false });
const loginPass = text('Login Password', { maxLength: 256, clearable: false, password: true });
const organizationCode = pick('Preferred Organization', 'organization', { clearable: false });

const identity = { newCode, name, kana: kana(512), loginId, organizationCode };
const extras = {
	expire: date('Expiry Date', {
		description: 'The last day of the account; 9999/12/31 when it is absent on create',
	}),
	outsideAccess: flag('Outside Access', {
		description: 'Whether the user may connect from outside',
	}),
	positionCode: pick('Position', 'position'),
	subBelong: rows(
		'Other Affiliations',
		{ organizationCode: text('Organization Code'), positionCode: text('Position Code') },
		{ description: 'Further organizations and positions of the user' },
	),
};
const upkeep = {
	isRetired: flag('Retired', { description: 'Whether the user has left' }),
	loginErrorCount: integer('Login Error Count', {
		description: 'The number of failed logins; 0 unlocks the account',
	}),
	loginPass,
};

export const user = resource({
	label: 'User',
	entity: {
		code: 'string',
		id: 'number',
		name: 'string',
		kana: 'string',
		loginId: 'string',
		expire: 'string',
		outsideAccess: 'boolean',
		organizationCode: 'string',
		organizationKeyMan: 'boolean',
		positionCode: 'string',
		loginErrorCount: 'number',
		subBelong: 'array',
	},
	simplified: [
		'code',
		'id',
		'name',
		'kana',
		'loginId',
		'expire',
		'organizationCode',
		'positionCode',
		'outsideAccess',
		'subBelong',
	],
	operations: {
		create: operation('POST /api/admin/users', {
			name: 'Create',
			action: 'Create user',
			description: 'Add a user to the directory',
			params: { ...identity, loginPass },
			options: extras,
			returns: created('code'),
		}),
		delete: operation('DELETE /api/admin/users/{code}', {
			name: 'Delete',
			action: 'Delete user',
			description: 'Remove a user from the directory',
			params: { code: existing },
			returns: deleted,
		}),
		get: operation('GET /api/admin/users/{code}', {
			name: 'Get',
			action: 'Get user',
			description: 'Read one user',
			params: { code: existing },
			returns: one(),
		}),
		getAll: operation('GET /api/admin/users', {
			name: 'Get Many',
			action: 'Get many users',
			description: 'Read many users, by name if wanted',
			params: {},
			filters: nameSearch,
			returns: many('user'),
		}),
		import: operation('POST /api/admin/users/import', {
			name: 'Import',
			action: 'Import users',
			description: 'Send many users, a hundred input items in a request',
			params: identity,
			options: { ...extras, ...upkeep },
			returns: imported('user'),
		}),
		update: operation('PUT /api/admin/users/{code}', {
			name: 'Update',
			action: 'Update user',
			description: 'Change a user',
			params: { code: { ...existing, place: 'path and body' }, keepOthers },
			options: {
				...extras,
				...upkeep,
				name,
				kana: identity.kana,
				loginId,
				newCode: changedCode,
				organizationCode,
			},
			returns: updated,
		}),
	},
});
