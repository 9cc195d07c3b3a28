import { byId } from '../../support/world';
import type { Scenario } from './scenario';

const path = '/api/admin/organizations';
const lab = { code: 'LAB', name: 'Laboratory', kana: 'Laboratory' };

/** What is new has its code in a parameter of its own. */
const given = ({ code, ...rest }: typeof lab) => ({ newCode: code, ...rest });

export const organization = {
	'organization.create': {
		given: { ...given(lab), options: { parentCode: byId('ORG01'), note: 'Second floor' } },
		sends: [{ method: 'POST', path, body: { ...lab, note: 'Second floor', parentCode: 'ORG01' } }],
		gives: [{ success: true, code: 'LAB' }],
		fails: {
			given: { newCode: 'x'.repeat(257) },
			message: /'Code' is 257 characters long.*256/,
			requests: 0,
		},
	},
	'organization.delete': {
		prepare: ({ store }) => void store.organizations.add(lab),
		given: { code: byId('LAB') },
		sends: [{ method: 'DELETE', path: `${path}/LAB` }],
		gives: [{ deleted: true }],
		fails: { given: { code: byId('NONE') }, message: /^Not Found/, requests: 1 },
	},
	'organization.get': {
		given: { code: byId('ORG02') },
		sends: [{ method: 'GET', path: `${path}/ORG02` }],
		gives: [
			expect.objectContaining({ code: 'ORG02', id: expect.any(Number), parentCode: 'ORG01' }),
		],
		fails: { given: { code: byId('a/b?c#d') }, message: /^Not Found/, requests: 1 },
	},
	'organization.getAll': {
		given: { returnAll: false, limit: 3 },
		sends: [{ method: 'GET', path, query: { page: '1', limit: '3' } }],
		gives: [1, 2, 3].map((n) => expect.objectContaining({ code: `ORG0${n}` })),
		fails: { given: { limit: 0 }, message: /'Limit'/, requests: 0 },
	},
	'organization.import': {
		given: {
			newCode: '={{ $json.code }}',
			name: '={{ $json.name }}',
			kana: '={{ $json.name }}',
			options: { alias: '' },
		},
		items: [{ json: { code: 'A', name: 'Ares' } }, { json: { code: 'B', name: 'Boreas' } }],
		sends: [
			{
				method: 'POST',
				path: `${path}/import`,
				body: {
					organizations: [
						{ code: 'A', name: 'Ares', kana: 'Ares', alias: '' },
						{ code: 'B', name: 'Boreas', kana: 'Boreas', alias: '' },
					],
				},
			},
		],
		gives: [
			{ success: true, code: 'A' },
			{ success: true, code: 'B' },
		],
		fails: { given: { kana: '={{ $json.nothing }}' }, message: /'Kana' is empty/, requests: 0 },
	},
	'organization.update': {
		prepare: ({ store }) => void store.organizations.add({ ...lab, alias: 'Lab', note: 'Old' }),
		given: { code: byId('LAB'), options: { name: 'Laboratories', alias: '' } },
		sends: [
			{ method: 'GET', path: `${path}/LAB` },
			{
				method: 'PUT',
				path: `${path}/LAB`,
				body: expect.objectContaining({ ...lab, name: 'Laboratories', alias: '', note: 'Old' }),
			},
		],
		gives: [{ success: true, code: 'LAB' }],
		fails: { given: { code: byId('NONE') }, message: /^Not Found/, requests: 1 },
	},
} satisfies Record<string, Scenario>;
