import { byId } from '../../support/world';
import { firstPage, type Scenario } from './scenario';

const path = '/api/admin/users';
const mia = { code: 'E0100', name: 'Mia Sato', kana: 'Mia Sato', loginId: 'mia' };
const { code: newCode, ...person } = mia;
const given = { ...person, newCode, organizationCode: byId('ORG02') };
const loginPass = 'correct horse battery';

export const user = {
	'user.create': {
		given: {
			...given,
			loginPass,
			options: {
				expire: '2027-03-31',
				outsideAccess: false,
				positionCode: byId('P6'),
				subBelong: { row: [{ organizationCode: 'ORG03', positionCode: 'P5' }] },
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
		gives: [expect.objectContaining({ success: true, code: 'E0100' })],
		fails: { given: { loginPass: '' }, message: /'Login Password' is empty/, requests: 0 },
	},
	'user.delete': {
		given: { code: byId('E0030') },
		sends: [{ method: 'DELETE', path: `${path}/E0030` }],
		gives: [{ deleted: true }],
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
		given: { ...given, newCode: 'E0003', options: { isRetired: true, loginErrorCount: 0 } },
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
		gives: [{ success: true, code: 'E0003' }],
		fails: {
			given: { options: { expire: '2027-02-30' } },
			message: /date in 'Expiry Date'/,
			requests: 0,
		},
	},
	'user.update': {
		given: { code: byId('E0005'), options: { name: 'Ben Ito', expire: '2028/1/5' } },
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
		gives: [{ success: true, code: 'E0005' }],
		fails: {
			given: { options: { organizationCode: byId('NONE') } },
			message: /^Bad Request: .*NONE/,
			requests: 2,
		},
	},
} satisfies Record<string, Scenario>;
