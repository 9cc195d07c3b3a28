import { byId, type Sent } from '../../support/world';
import { wholeList, type Scenario } from './scenario';

const path = '/api/admin/organizations';
const lab = { code: 'LAB', name: 'Laboratory', kana: 'Laboratory' };

/** What is new has its code in a parameter of its own. */
const given = ({ code, ...rest }: typeof lab) => ({ newCode: code, ...rest });

const salesIn = (code: string, where: string) => {
	const name = `Sales ${where}`;
	return { code, name, kana: name };
};
const importOf = (organizations: object[]): Sent => ({
	method: 'POST',
	path: `${path}/import`,
	body: { organizations },
});
const named = (code: string) => ({ code, name: code, kana: code });
const wanted = {
	newCode: '={{ $json.code }}',
	name: '={{ $json.code }}',
	kana: '={{ $json.code }}',
	additionalFields: { parentCode: '={{ $json.parent }}' },
};

export const organization = {
	'organization.create': {
		given: { ...given(lab), additionalFields: { parentCode: byId('ORG01'), note: 'Second floor' } },
		sends: [{ method: 'POST', path, body: { ...lab, note: 'Second floor', parentCode: 'ORG01' } }],
		gives: [
			{
				...{ success: true, action: 'created', ...lab },
				...{ parentCode: 'ORG01', note: 'Second floor' },
			},
		],
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
		gives: [{ deleted: true, code: 'LAB' }],
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
			additionalFields: { alias: '' },
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
			{ success: true, action: 'imported', code: 'A', name: 'Ares', kana: 'Ares', alias: '' },
			{ success: true, action: 'imported', code: 'B', name: 'Boreas', kana: 'Boreas', alias: '' },
		],
		fails: {
			given: { kana: '={{ $json.nothing }}' },
			message: /'Phonetic Name \(Kana\)' is empty/,
			requests: 0,
		},
	},
	'organization.lookUp': {
		given: { matches: { row: [{ field: 'code', value: '={{ $json.of }}' }] } },
		items: [{ json: { of: 'ORG02' } }, { json: { of: 'NOBODY' } }],
		sends: [{ method: 'GET', path, query: wholeList }],
		gives: [
			{ of: 'ORG02', organization: expect.objectContaining({ code: 'ORG02' }) },
			{ of: 'NOBODY', organization: null },
		],
		fails: { given: { matches: {} }, message: /'Match On' is empty/, requests: 0 },
	},
	'organization.sync': {
		prepare: ({ store }) => {
			for (const { code } of store.organizations.list()) store.organizations.delete(code);
			for (const code of ['A', 'AA']) store.organizations.add({ ...named(code), note: 'Old' });
			store.organizations.add({ ...named('B'), parentCode: 'A' });
		},
		given: { ...wanted, dryRun: false, missing: 'delete', mostRemovals: 1 },
		items: [
			{ json: { code: 'A' } },
			{ json: { code: 'CHILD', parent: 'NEW' } },
			{ json: { code: 'B', parent: '' } },
			{ json: { code: 'NEW', parent: 'A' } },
		],
		sends: [
			{ method: 'GET', path, query: wholeList },
			importOf([
				{ ...named('B'), alias: '', aliasKana: '', note: '', parentCode: '' },
				{ ...named('NEW'), parentCode: 'A' },
			]),
			importOf([{ ...named('CHILD'), parentCode: 'NEW' }]),
			{ method: 'DELETE', path: `${path}/AA` },
		],
		gives: [
			{ success: true, code: 'A', name: 'A', action: 'unchanged' },
			{ success: true, code: 'CHILD', name: 'CHILD', action: 'created' },
			{
				success: true,
				code: 'B',
				name: 'B',
				action: 'updated',
				changes: { parentCode: { from: 'A', to: '' } },
			},
			{ success: true, code: 'NEW', name: 'NEW', action: 'created' },
			{ success: true, code: 'AA', name: 'AA', action: 'deleted' },
		],
		fails: {
			given: { newCode: 'A' },
			message: /'Code' is "A" in items 0 to 3/,
			requests: 0,
		},
	},
	'organization.update': {
		prepare: ({ store }) => void store.organizations.add({ ...lab, alias: 'Lab', note: 'Old' }),
		given: { code: byId('LAB'), additionalFields: { name: 'Laboratories', alias: '' } },
		sends: [
			{ method: 'GET', path: `${path}/LAB` },
			{
				method: 'PUT',
				path: `${path}/LAB`,
				body: expect.objectContaining({ ...lab, name: 'Laboratories', alias: '', note: 'Old' }),
			},
		],
		gives: [{ success: true, action: 'updated', code: 'LAB', name: 'Laboratories', alias: '' }],
		fails: { given: { code: byId('NONE') }, message: /^Not Found/, requests: 1 },
	},
	'organization.upsert': {
		given: {
			newCode: '={{ $json.code }}',
			name: '={{ $json.name }}',
			kana: '={{ $json.name }}',
			additionalFields: { parentCode: byId('={{ $json.parent }}') },
		},
		items: [
			{ json: { code: 'LAB', name: 'Laboratory', parent: 'ORG06' } },
			{ json: { code: 'ORG04', name: 'Sales East', parent: '' } },
			{ json: { code: 'ORG05', name: 'Sales West', parent: 'ORG03' } },
		],
		sends: [
			{ method: 'GET', path, query: wholeList },
			importOf([
				{ ...lab, parentCode: 'ORG06' },
				{
					code: 'ORG04',
					name: 'Sales East',
					kana: 'Sales East',
					alias: '',
					aliasKana: '',
					note: '',
					parentCode: '',
				},
			]),
		],
		gives: [
			{ success: true, action: 'created', ...lab, parentCode: 'ORG06' },
			{ success: true, action: 'updated', ...salesIn('ORG04', 'East'), parentCode: '' },
			{ success: true, action: 'unchanged', ...salesIn('ORG05', 'West'), parentCode: 'ORG03' },
		],
		fails: {
			given: { newCode: 'LAB' },
			message: /'Code' is "LAB" in items 0 to 2/,
			requests: 0,
		},
	},
} satisfies Record<string, Scenario>;
