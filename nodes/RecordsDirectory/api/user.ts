import { date, flag, integer, operation, pick, rows, text, type Resource } from './define';
import { CLEARS, entryOperations, userSync } from './directory';

const loginPass = text('Login Password', {
	maxLength: 256,
	password: true,
});
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
const updateFields = {
	/** Comes before the rows, because it applies only if there are none. */
	noSubBelong: flag('Remove Other Affiliations', {
		wire: 'subBelong',
		sends: [],
		description:
			"Whether to remove all other affiliations if 'Other Affiliations' is not filled in",
	}),
	...extras,
	isRetired: flag('Retired', { whenAbsent: false, description: 'Whether the user is retired' }),
	loginErrorCount: integer('Failed Login Count', {
		whenAbsent: 0,
		description: 'The number of failed logins. 0 unlocks the account.',
	}),
};
const initialPass = {
	...loginPass,
	label: 'Initial Login Password',
	description: 'The password of new users. Existing users keep theirs.',
	initial: true,
};

const same = entryOperations({
	kind: 'user',
	root: 'user',
	nameLength: 256,
	codeNote: ', such as an employee number',
	needed: {
		loginId: text('Login ID', { maxLength: 256, description: 'What the user enters to log in' }),
		organizationCode: pick('Preferred Organization', 'organization', {
			description: "The user's main organization",
		}),
	},
	extras: { ...updateFields, loginPass },
	sync: userSync,
	matched: [{ name: 'Login ID', value: 'loginId' }],
});
const { code } = same.update.params;

/** For updates that send values which the list returned some time earlier. */
const LISTED =
	'An update may make a retired user active again, and may undo a lock or an expiry date set during the run.';

const entity = {
	code: 'string',
	id: 'number',
	name: 'string',
	kana: 'string',
	loginId: 'string',
	expire: 'string',
	organizationCode: 'string',
	organizationKeyMan: 'boolean',
	positionCode: 'string',
	outsideAccess: 'boolean',
	loginErrorCount: 'number',
	subBelong: 'array',
} as const;

/** Only without *Simplify*. */
const DETAILS: readonly string[] = ['organizationKeyMan', 'loginErrorCount'];

export const user = {
	label: 'User',
	entity,
	simplified: Object.keys(entity).filter((name) => !DETAILS.includes(name)),
	operations: {
		...same,
		create: {
			...same.create,
			params: { ...same.create.params, loginPass },
			additionalFields: extras,
		},
		update: {
			...same.update,
			warning:
				"The service may not return 'Retired': an update without it may make a retired user active again.",
		},
		sync: {
			...same.sync,
			description:
				'Make the directory match the input: create and update users, and optionally retire or delete all others',
			warning: LISTED,
			additionalFields: { ...updateFields, loginPass: initialPass },
		},
		import: {
			...same.import,
			warning:
				"Without 'Retired', 'Expiry Date' or 'Failed Login Count', an import may make a retired user active again, remove an expiry date or unlock an account.",
		},
		restore: operation('PUT /api/admin/users/{code}', {
			description: 'Make a retired user active again',
			params: { code },
			returns: { kind: 'updated' },
			runs: { kind: 'rewrite', sets: { isRetired: false } },
		}),
		retire: operation('PUT /api/admin/users/{code}', {
			description: 'Mark a user as retired',
			params: { code },
			returns: { kind: 'updated' },
			runs: { kind: 'rewrite', sets: { isRetired: true } },
		}),
		upsert: { ...same.upsert, warning: LISTED },
	},
} satisfies Resource;
