import { date, flag, integer, pick, rows, text, type Field } from '../define';
import { CLEARS, CODE_LENGTH, kana } from './shared';

const newCode = text('Code', {
	wire: 'code',
	maxLength: CODE_LENGTH,
	description: 'The code of the user, such as an employee number',
});
export const existing = pick('User', 'user', { maxLength: CODE_LENGTH });
export const whole: Field = { ...existing, place: 'path and body' };
export const name = text('Name', { maxLength: 256 });
export const loginId = text('Login ID', { maxLength: 256 });
export const loginPass = text('Login Password', {
	maxLength: 256,
	password: true,
});
export const organizationCode = pick('Preferred Organization', 'organization');

export const identity = { newCode, name, kana: kana(512), loginId, organizationCode };
export const extras = {
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
export const existingToo = { noSubBelong, ...extras, ...upkeep };
export const several = { ...existingToo, loginPass };
export const initialPass: Field = {
	...loginPass,
	label: 'Initial Login Password',
	description: 'The password of new users. Existing users keep theirs.',
	initial: true,
};
