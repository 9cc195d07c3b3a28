import { byId } from '../../support/world';
import { asNew, done, fails, firstPage, lookUp, send, wholeList, type Scenario } from './scenario';

/** Keeps the users up to a code: no site cuts a page of so few. */
const withUsersUpTo =
	(last: string): Scenario['prepare'] =>
	({ store }) => {
		const others = store.users.list().filter(({ code }) => code > last);
		for (const { code } of others) store.users.delete(code);
	};

const path = '/api/admin/users';
const importOf = (...user: object[]) => send.post(`${path}/import`, { user });
const person = (code: string, name: string, loginId: string) => ({
	...{ code, name, kana: name },
	loginId,
});
const mia = person('E0100', 'Mia Sato', 'mia');
const given = { ...asNew(mia), organizationCode: byId('ORG02') };
const loginPass = 'correct horse battery';

const farah = {
	...person('E0006', 'Farah Haddad', 'user6'),
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

const created = {
	...{ ...mia, organizationCode: 'ORG02', expire: '2027/03/31', outsideAccess: false },
	...{ positionCode: 'P6', subBelong: [{ organizationCode: 'ORG03', positionCode: 'P5' }] },
};
const imported = {
	...{ ...mia, code: 'E0003', organizationCode: 'ORG02' },
	...{ isRetired: true, loginErrorCount: 0 },
};
const removed = ['E0002', 'E0003', 'E0004', 'E0005'];
const ofOrganization = expect.stringMatching(/^ORG/);
const ofPosition = expect.stringMatching(/^P/);

const turned = (isRetired: boolean, failing: Scenario['fails']): Scenario => ({
	given: { code: byId('E0006') },
	sends: [send.get(`${path}/E0006`), send.put(`${path}/E0006`, { ...farah, isRetired })],
	gives: [done('updated', { code: 'E0006' })],
	fails: failing,
});

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
		sends: [send.post(path, { ...created, loginPass })],
		gives: [expect.objectContaining(done('created', created))],
		fails: fails({ loginPass: '' }, /'Login Password' is empty/),
	},
	'user.delete': {
		given: { code: byId('E0030') },
		sends: [send.delete(`${path}/E0030`)],
		gives: [{ deleted: true, code: 'E0030' }],
		fails: fails({ code: byId('E9999') }, /^Not Found/, 1),
	},
	'user.get': {
		given: { code: byId('E0001') },
		sends: [send.get(`${path}/E0001`)],
		gives: [expect.objectContaining({ code: 'E0001', name: 'Aiko Tanaka', loginId: 'user1' })],
		fails: fails({ code: byId('') }, /'User' is empty/),
	},
	'user.getAll': {
		given: { filters: { name: 'Aiko Tanaka' }, simplify: false },
		sends: [send.get(path, { name: 'Aiko Tanaka', ...firstPage })],
		gives: [expect.objectContaining({ code: 'E0001', loginErrorCount: 0 })],
		fails: fails({ limit: -1 }, /'Limit'/),
	},
	'user.import': {
		// Of a round number of users, a look for what was saved would take another request.
		prepare: ({ store }) => void store.users.delete('E0030'),
		given: {
			...given,
			newCode: 'E0003',
			additionalFields: { isRetired: true, loginErrorCount: 0 },
		},
		sends: [importOf(imported)],
		gives: [done('imported', imported)],
		fails: fails({ additionalFields: { expire: '2027-02-30' } }, /'Expiry Date' is not a date/),
	},
	'user.lookUp': { ...lookUp('user', path, 'E0001'), prepare: withUsersUpTo('E0019') },
	'user.restore': turned(false, fails({ code: byId('') }, /'User' is empty/)),
	'user.retire': turned(true, fails({ code: byId('E9999') }, /^Not Found/, 1)),
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
			send.get(path, wholeList),
			send.get('/api/admin/organizations', wholeList),
			importOf({ ...person('E0100', 'Mia', 'mia'), loginPass, organizationCode: 'ORG02' }),
			importOf(
				...removed.map((code) =>
					expect.objectContaining({ code, loginId: expect.any(String), isRetired: true }),
				),
			),
		],
		gives: [
			done('unchanged', { code: 'E0006', name: 'Farah Haddad' }),
			done('created', { code: 'E0100', name: 'Mia' }),
			done('excluded', { code: 'E0001', name: 'Aiko Tanaka' }),
			...removed.map((code) => expect.objectContaining({ code, action: 'retired' })),
		],
		fails: fails(
			{ mostRemovals: 3 },
			/^'Removal Limit' is 3, but 28 would be removed: E0002, E0003, E0004, E0005, E0007, E0008, E0009, E0010, E0011, E0012 and 18 more/,
			3,
		),
	},
	'user.update': {
		given: { code: byId('E0005'), additionalFields: { name: 'Ben Ito', expire: '2028/1/5' } },
		sends: [
			send.get(`${path}/E0005`),
			send.put(`${path}/E0005`, {
				code: 'E0005',
				name: 'Ben Ito',
				kana: expect.any(String),
				loginId: 'user5',
				loginErrorCount: 0,
				expire: '2028/01/05',
				organizationCode: ofOrganization,
				outsideAccess: expect.any(Boolean),
				positionCode: ofPosition,
				subBelong: [{ organizationCode: ofOrganization, positionCode: ofPosition }],
			}),
		],
		gives: [done('updated', { code: 'E0005', name: 'Ben Ito', expire: '2028/01/05' })],
		fails: fails(
			{ additionalFields: { organizationCode: byId('NONE') } },
			/^Bad Request: .*NONE/,
			2,
		),
	},
	'user.upsert': {
		prepare: withUsersUpTo('E0019'),
		given: { ...item, additionalFields: { expire: '2030-03-31' } },
		items: [itemOf('E0006', 'Farah Haddad', 'user6', 'ORG06')],
		sends: [send.get(path, wholeList), importOf({ ...unlocked, expire: '2030/03/31' })],
		gives: [
			done('updated', {
				...person('E0006', 'Farah Haddad', 'user6'),
				...{ organizationCode: 'ORG06', expire: '2030/03/31' },
			}),
		],
		fails: fails({ newCode: 'E0100' }, /'Login Password' is empty, and "E0100" is new/, 3),
	},
} satisfies Record<string, Scenario>;
