import { byId } from '../../support/world';
import { firstPage, wholeList, type Scenario } from './scenario';

/** Keeps the users up to a code: no site cuts a page of so few. */
const withUsersUpTo =
	(last: string): Scenario['prepare'] =>
	({ store }) => {
		const others = store.users.list().filter(({ code }) => code > last);
		for (const { code } of others) store.users.delete(code);
	};

const path = '/api/admin/users';
const mia = { code: 'E0100', name: 'Mia Sato', kana: 'Mia Sato', loginId: 'mia' };
const { code: newCode, ...person } = mia;
const given = { ...person, newCode, organizationCode: byId('ORG02') };
const loginPass = 'correct horse battery';

const farah = {
	code: 'E0006',
	name: 'Farah Haddad',
	kana: 'Farah Haddad',
	loginId: 'user6',
	expire: '9999/12/31',
	loginErrorCount: 0,
	organizationCode: 'ORG06',
	outsideAccess: false,
	positionCode: 'P6',
	subBelong: [],
};
/** As an import sends it back: 0 is the default of the document. */
const { loginErrorCount: _, ...unlocked } = farah;
const itemOf = (code: string, name: string, login: string, organization: string) => ({
	json: { code, name, login, organization },
});
const item = {
	newCode: '={{ $json.code }}',
	name: '={{ $json.name }}',
	kana: '={{ $json.name }}',
	loginId: '={{ $json.login }}',
	organizationCode: byId('={{ $json.organization }}'),
};

export const user = {
	'user.create': {
		given: {
			...given,
			loginPass,
			additionalFields: {
				expire: '2027-03-31',
				outsideAccess: false,
				positionCode: byId('P6'),
				subBelong: { row: [{ organizationCode: byId('ORG03'), positionCode: 'P5' }] },
			},
		},
		sends: [
			{
				method: 'POST',
				path,
				body: {
					...mia,
					loginPass,
					organizationCode: 'ORG02',
					expire: '2027/03/31',
					outsideAccess: false,
					positionCode: 'P6',
					subBelong: [{ organizationCode: 'ORG03', positionCode: 'P5' }],
				},
			},
		],
		gives: [
			expect.objectContaining({
				...{ success: true, action: 'created', ...mia, organizationCode: 'ORG02' },
				...{ expire: '2027/03/31', outsideAccess: false, positionCode: 'P6' },
				subBelong: [{ organizationCode: 'ORG03', positionCode: 'P5' }],
			}),
		],
		fails: { given: { loginPass: '' }, message: /'Login Password' is empty/, requests: 0 },
	},
	'user.delete': {
		given: { code: byId('E0030') },
		sends: [{ method: 'DELETE', path: `${path}/E0030` }],
		gives: [{ deleted: true, code: 'E0030' }],
		fails: { given: { code: byId('E9999') }, message: /^Not Found/, requests: 1 },
	},
	'user.get': {
		given: { code: byId('E0001') },
		sends: [{ method: 'GET', path: `${path}/E0001` }],
		gives: [expect.objectContaining({ code: 'E0001', name: 'Aiko Tanaka', loginId: 'user1' })],
		fails: { given: { code: byId('') }, message: /'User' is empty/, requests: 0 },
	},
	'user.getAll': {
		given: { filters: { name: 'Aiko Tanaka' }, simplify: false },
		sends: [{ method: 'GET', path, query: { name: 'Aiko Tanaka', ...firstPage } }],
		gives: [expect.objectContaining({ code: 'E0001', loginErrorCount: 0 })],
		fails: { given: { limit: -1 }, message: /'Limit'/, requests: 0 },
	},
	'user.import': {
		// Of a round number of users, a look for what was saved would take another request.
		prepare: ({ store }) => void store.users.delete('E0030'),
		given: {
			...given,
			newCode: 'E0003',
			additionalFields: { isRetired: true, loginErrorCount: 0 },
		},
		sends: [
			{
				method: 'POST',
				path: `${path}/import`,
				body: {
					user: [
						{
							...mia,
							code: 'E0003',
							organizationCode: 'ORG02',
							isRetired: true,
							loginErrorCount: 0,
						},
					],
				},
			},
		],
		gives: [
			{
				...{ success: true, action: 'imported', ...mia, code: 'E0003' },
				...{ organizationCode: 'ORG02', isRetired: true, loginErrorCount: 0 },
			},
		],
		fails: {
			given: { additionalFields: { expire: '2027-02-30' } },
			message: /'Expiry Date' is not a date/,
			requests: 0,
		},
	},
	'user.lookUp': {
		prepare: withUsersUpTo('E0019'),
		given: { matches: { row: [{ field: 'code', value: '={{ $json.of }}' }] } },
		items: [{ json: { of: 'E0001' } }, { json: { of: 'NOBODY' } }],
		sends: [{ method: 'GET', path, query: wholeList }],
		gives: [
			{ of: 'E0001', user: expect.objectContaining({ code: 'E0001' }) },
			{ of: 'NOBODY', user: null },
		],
		fails: { given: { matches: {} }, message: /'Match On' is empty/, requests: 0 },
	},
	'user.restore': {
		given: { code: byId('E0006') },
		sends: [
			{ method: 'GET', path: `${path}/E0006` },
			{ method: 'PUT', path: `${path}/E0006`, body: { ...farah, isRetired: false } },
		],
		gives: [{ success: true, action: 'updated', code: 'E0006' }],
		fails: { given: { code: byId('') }, message: /'User' is empty/, requests: 0 },
	},
	'user.retire': {
		given: { code: byId('E0006') },
		sends: [
			{ method: 'GET', path: `${path}/E0006` },
			{ method: 'PUT', path: `${path}/E0006`, body: { ...farah, isRetired: true } },
		],
		gives: [{ success: true, action: 'updated', code: 'E0006' }],
		fails: { given: { code: byId('E9999') }, message: /^Not Found/, requests: 1 },
	},
	'user.sync': {
		prepare: withUsersUpTo('E0006'),
		given: {
			...item,
			dryRun: false,
			missing: 'retire',
			mostRemovals: 4,
			additionalFields: { loginPass },
			options: { neverRemove: ['E0001'] },
		},
		items: [
			itemOf('E0006', 'Farah Haddad', 'user6', 'ORG06'),
			itemOf('E0100', 'Mia', 'mia', 'ORG02'),
		],
		sends: [
			{ method: 'GET', path, query: wholeList },
			{ method: 'GET', path: '/api/admin/organizations', query: wholeList },
			{
				method: 'POST',
				path: `${path}/import`,
				body: {
					user: [{ ...mia, name: 'Mia', kana: 'Mia', loginPass, organizationCode: 'ORG02' }],
				},
			},
			{
				method: 'POST',
				path: `${path}/import`,
				body: {
					user: ['E0002', 'E0003', 'E0004', 'E0005'].map((code) =>
						expect.objectContaining({ code, loginId: expect.any(String), isRetired: true }),
					),
				},
			},
		],
		gives: [
			{ success: true, code: 'E0006', name: 'Farah Haddad', action: 'unchanged' },
			{ success: true, code: 'E0100', name: 'Mia', action: 'created' },
			{ success: true, code: 'E0001', name: 'Aiko Tanaka', action: 'excluded' },
			...['E0002', 'E0003', 'E0004', 'E0005'].map((code) =>
				expect.objectContaining({ code, action: 'retired' }),
			),
		],
		fails: {
			given: { mostRemovals: 3 },
			message:
				/^'Removal Limit' is 3, but 28 would be removed: E0002, E0003, E0004, E0005, E0007, E0008, E0009, E0010, E0011, E0012 and 18 more/,
			requests: 3,
		},
	},
	'user.update': {
		given: { code: byId('E0005'), additionalFields: { name: 'Ben Ito', expire: '2028/1/5' } },
		sends: [
			{ method: 'GET', path: `${path}/E0005` },
			{
				method: 'PUT',
				path: `${path}/E0005`,
				body: {
					code: 'E0005',
					name: 'Ben Ito',
					kana: expect.any(String),
					loginId: 'user5',
					loginErrorCount: 0,
					expire: '2028/01/05',
					organizationCode: expect.stringMatching(/^ORG/),
					outsideAccess: expect.any(Boolean),
					positionCode: expect.stringMatching(/^P/),
					subBelong: [
						{
							organizationCode: expect.stringMatching(/^ORG/),
							positionCode: expect.stringMatching(/^P/),
						},
					],
				},
			},
		],
		gives: [
			{ success: true, action: 'updated', code: 'E0005', name: 'Ben Ito', expire: '2028/01/05' },
		],
		fails: {
			given: { additionalFields: { organizationCode: byId('NONE') } },
			message: /^Bad Request: .*NONE/,
			requests: 2,
		},
	},
	'user.upsert': {
		prepare: withUsersUpTo('E0019'),
		given: { ...item, additionalFields: { expire: '2030-03-31' } },
		items: [itemOf('E0006', 'Farah Haddad', 'user6', 'ORG06')],
		sends: [
			{ method: 'GET', path, query: wholeList },
			{
				method: 'POST',
				path: `${path}/import`,
				body: { user: [{ ...unlocked, expire: '2030/03/31' }] },
			},
		],
		gives: [
			{
				...{ success: true, action: 'updated', code: 'E0006', name: 'Farah Haddad' },
				...{ kana: 'Farah Haddad', loginId: 'user6', organizationCode: 'ORG06' },
				expire: '2030/03/31',
			},
		],
		fails: {
			given: { newCode: 'E0100' },
			message: /'Login Password' is empty, and "E0100" is new/,
			requests: 3,
		},
	},
} satisfies Record<string, Scenario>;
