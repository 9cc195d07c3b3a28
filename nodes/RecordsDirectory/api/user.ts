import { date, flag, integer, operation, pick, resource, rows, text, type Field } from './define';
import {
	changedCode,
	CLEARS,
	CODE_LENGTH,
	kana,
	keepOthers,
	mappingMode,
	neverRemove,
	newThroughImport,
	userSync,
} from './fields/directory';
import { nameSearch, unknownColumns } from './fields/shared';

const newCode = text('Code', {
	wire: 'code',
	maxLength: CODE_LENGTH,
	description: 'The code of the user, such as an employee number',
});
const existing = pick('User', 'user', { maxLength: CODE_LENGTH });
const codeInBody: Field = { ...existing, place: 'path and body' };
const name = text('Name', { maxLength: 256 });
const loginId = text('Login ID', { maxLength: 256 });
const loginPass = text('Login Password', {
	maxLength: 256,
	password: true,
});
const organizationCode = pick('Preferred Organization', 'organization');

const identity = { newCode, name, kana: kana(512), loginId, organizationCode };
const extras = {
	expire: date('Expiry Date', {
		whenAbsent: '9999/12/31',
		description: 'The last day of the account',
		whenEmpty: 'If left empty, 9999/12/31 is sent: the account does not expire',
	}),
	outsideAccess: flag('Outside Access', {
		description: 'Whether the user may connect from outside',
	}),
	positionCode: pick('Position', 'position', { whenEmpty: CLEARS }),
	subBelong: rows(
		'Other Affiliations',
		{
			organizationCode: pick('Organization', 'organization'),
			positionCode: pick('Position', 'position'),
		},
		{ row: 'Affiliation', description: 'All other organizations and positions of the user' },
	),
};
const upkeep = {
	isRetired: flag('Retired', { whenAbsent: false, description: 'Whether the user has left' }),
	loginErrorCount: integer('Failed Login Count', {
		whenAbsent: 0,
		description: 'The number of failed logins. 0 unlocks the account.',
	}),
};
/** Comes before the rows, because it applies only if there are none. */
const noSubBelong = flag('Remove Other Affiliations', {
	wire: 'subBelong',
	sends: [],
	description: "Whether to remove all affiliations that are not in 'Other Affiliations'",
});
const updateFields = { noSubBelong, ...extras, ...upkeep };
const importFields = { ...updateFields, loginPass };
const initialPass: Field = {
	...loginPass,
	label: 'Initial Login Password',
	description: 'The password of new users. Existing users keep theirs.',
	initial: true,
};

/** For updates that send values which the list returned some time earlier. */
const LISTED =
	'An update may make a retired user active again, and may undo a lock or an expiry date set during the run.';

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
			description: 'Add a user to the directory',
			params: { mappingMode, ...identity, loginPass },
			additionalFields: extras,
			options: { throughImport: newThroughImport, unknownColumns },
			returns: { kind: 'created', identity: 'code' },
			runs: { kind: 'createEntries' },
		}),
		delete: operation('DELETE /api/admin/users/{code}', {
			description: 'Delete a user from the directory',
			params: { code: existing },
			returns: { kind: 'deleted' },
		}),
		get: operation('GET /api/admin/users/{code}', {
			description: 'Return one user',
			params: { code: existing },
			returns: { kind: 'one' },
		}),
		getAll: operation('GET /api/admin/users', {
			description: 'Return many users',
			params: {},
			filters: nameSearch,
			returns: { kind: 'many', root: 'user' },
			runs: { kind: 'pages' },
		}),
		import: operation('POST /api/admin/users/import', {
			description: 'Send users in batches of 100',
			warning:
				'Leaving out Retired, Expiry Date or Failed Login Count may make a retired user active again, remove an expiry date or unlock an account.',
			params: { mappingMode, ...identity },
			additionalFields: importFields,
			options: { unknownColumns },
			returns: { kind: 'imported' },
			runs: { kind: 'import', root: 'user' },
		}),
		restore: operation('PUT /api/admin/users/{code}', {
			description: 'Make a retired user active again',
			params: { code: codeInBody },
			returns: { kind: 'updated' },
			runs: { kind: 'rewrite', sets: { isRetired: false } },
		}),
		retire: operation('PUT /api/admin/users/{code}', {
			description: 'Mark a user as having left',
			params: { code: codeInBody },
			returns: { kind: 'updated' },
			runs: { kind: 'rewrite', sets: { isRetired: true } },
		}),
		sync: operation('POST /api/admin/users/import', {
			description:
				'Make the directory match the input: create and update users, and retire or delete all others if you want',
			warning: LISTED,
			params: { ...userSync, mappingMode, ...identity },
			additionalFields: { ...updateFields, loginPass: initialPass },
			options: { neverRemove, unknownColumns },
			returns: { kind: 'synced' },
			runs: { kind: 'syncEntries', root: 'user' },
		}),
		update: operation('PUT /api/admin/users/{code}', {
			description: 'Change a user',
			warning:
				'An update without Retired may make a retired user active again, because the node cannot read that field.',
			params: { code: codeInBody, keepOthers, mappingMode },
			additionalFields: {
				...importFields,
				name,
				kana: identity.kana,
				loginId,
				newCode: changedCode,
				organizationCode,
			},
			options: { unknownColumns },
			returns: { kind: 'updated' },
			runs: { kind: 'update' },
		}),
		upsert: operation('POST /api/admin/users/import', {
			description: 'Create a new user, or update the current one if it already exists (upsert)',
			warning: LISTED,
			params: { mappingMode, ...identity },
			additionalFields: importFields,
			options: { unknownColumns },
			returns: { kind: 'upserted' },
			runs: { kind: 'upsertEntries', root: 'user' },
		}),
	},
});
