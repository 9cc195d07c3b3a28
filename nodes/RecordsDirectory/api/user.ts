import {
	created,
	deleted,
	imported,
	many,
	one,
	operation,
	resource,
	rewritten,
	synced,
	updated,
	upserted,
} from './define';
import { changedCode, keepOthers, nameSearch, splitRefused, throughImport } from './fields/shared';
import { neverRemove, userSync } from './fields/sync';
import {
	existing,
	existingToo,
	extras,
	identity,
	initialPass,
	loginId,
	loginPass,
	name,
	organizationCode,
	several,
	whole,
} from './fields/user';

/** Of updates with what the list said a while before. */
const LISTED =
	'An update may take a retired user back, and may undo a lock or an expiry that changes during the run.';

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
			options: { ...extras, throughImport },
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
			warning:
				'Leaving out Retired, Expiry Date or Login Error Count may take a user back, lift an expiry or unlock an account.',
			params: identity,
			options: { ...several, splitRefused },
			returns: imported('user'),
		}),
		restore: operation('PUT /api/admin/users/{code}', {
			name: 'Restore',
			action: 'Restore user',
			description: 'Take a retired user back',
			params: { code: whole },
			returns: rewritten({ isRetired: false }),
		}),
		retire: operation('PUT /api/admin/users/{code}', {
			name: 'Retire',
			action: 'Retire user',
			description: 'Mark a user as one who has left',
			params: { code: whole },
			returns: rewritten({ isRetired: true }),
		}),
		sync: operation('POST /api/admin/users/import', {
			name: 'Sync',
			action: 'Sync users',
			description:
				'Make the directory hold the input items: what differs is imported, the rest may be retired or deleted',
			warning: LISTED,
			params: { ...userSync, ...identity },
			options: { ...existingToo, loginPass: initialPass, neverRemove },
			returns: synced('user'),
		}),
		update: operation('PUT /api/admin/users/{code}', {
			name: 'Update',
			action: 'Update user',
			description: 'Change a user',
			warning:
				'An update without Retired may take a retired user back, as the node cannot read that field.',
			params: { code: whole, keepOthers },
			options: {
				...several,
				name,
				kana: identity.kana,
				loginId,
				newCode: changedCode,
				organizationCode,
			},
			returns: updated,
		}),
		upsert: operation('POST /api/admin/users/import', {
			name: 'Create or Update',
			action: 'Create or update user',
			description: 'Create a new user, or update the current one if it already exists (upsert)',
			warning: LISTED,
			params: identity,
			options: several,
			returns: upserted('user'),
		}),
	},
});
