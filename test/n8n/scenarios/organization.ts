import { byId } from '../../support/world';
import { asNew, done, fails, lookUp, send, wholeList, type Scenario } from './scenario';

const path = '/api/admin/organizations';
const lab = { code: 'LAB', name: 'Laboratory', kana: 'Laboratory' };

/** What an import writes for properties of an entry that have no value. */
const empty = { alias: '', aliasKana: '', note: '' };
const named = (code: string, name = code) => ({ code, name, kana: name });
const winds = ['Ares', 'Boreas'].map((name) => ({ ...named(name.charAt(0), name), alias: '' }));
const importOf = (organizations: object[]) => send.post(`${path}/import`, { organizations });
const item = { newCode: '={{ $json.code }}', name: '={{ $json.name }}', kana: '={{ $json.name }}' };

export const organization = {
	'organization.create': {
		given: { ...asNew(lab), additionalFields: { parentCode: byId('ORG01'), note: 'Second floor' } },
		sends: [send.post(path, { ...lab, note: 'Second floor', parentCode: 'ORG01' })],
		gives: [done('created', { ...lab, parentCode: 'ORG01', note: 'Second floor' })],
		fails: fails({ newCode: 'x'.repeat(257) }, /'Code' is 257 characters long.*256/),
	},
	'organization.delete': {
		prepare: ({ store }) => void store.organizations.add(lab),
		given: { code: byId('LAB') },
		sends: [send.delete(`${path}/LAB`)],
		gives: [{ deleted: true, code: 'LAB' }],
		fails: fails({ code: byId('NONE') }, /^Not Found/, 1),
	},
	'organization.get': {
		given: { code: byId('ORG02') },
		sends: [send.get(`${path}/ORG02`)],
		gives: [
			expect.objectContaining({ code: 'ORG02', id: expect.any(Number), parentCode: 'ORG01' }),
		],
		fails: fails({ code: byId('a/b?c#d') }, /^Not Found/, 1),
	},
	'organization.getAll': {
		given: { returnAll: false, limit: 3 },
		sends: [send.get(path, { page: '1', limit: '3' })],
		gives: [1, 2, 3].map((n) => expect.objectContaining({ code: `ORG0${n}` })),
		fails: fails({ limit: 0 }, /'Limit'/),
	},
	'organization.import': {
		given: { ...item, additionalFields: { alias: '' } },
		items: winds.map(({ code, name }) => ({ json: { code, name } })),
		sends: [importOf(winds)],
		gives: winds.map((one) => done('imported', one)),
		fails: fails({ kana: '={{ $json.nothing }}' }, /'Phonetic Name \(Kana\)' is empty/),
	},
	'organization.lookUp': lookUp('organization', path, 'ORG02'),
	'organization.sync': {
		prepare: ({ store }) => {
			for (const { code } of store.organizations.list()) store.organizations.delete(code);
			for (const code of ['A', 'AA']) store.organizations.add({ ...named(code), note: 'Old' });
			store.organizations.add({ ...named('B'), parentCode: 'A' });
		},
		given: {
			...asNew(named('={{ $json.code }}')),
			additionalFields: { parentCode: '={{ $json.parent }}' },
			...{ dryRun: false, missing: 'delete', mostRemovals: 1 },
		},
		items: [
			{ json: { code: 'A' } },
			{ json: { code: 'CHILD', parent: 'NEW' } },
			{ json: { code: 'B', parent: '' } },
			{ json: { code: 'NEW', parent: 'A' } },
		],
		sends: [
			send.get(path, wholeList),
			importOf([
				{ ...named('B'), ...empty, parentCode: '' },
				{ ...named('NEW'), parentCode: 'A' },
			]),
			importOf([{ ...named('CHILD'), parentCode: 'NEW' }]),
			send.delete(`${path}/AA`),
		],
		gives: [
			done('unchanged', { code: 'A', name: 'A' }),
			done('created', { code: 'CHILD', name: 'CHILD' }),
			done('updated', { code: 'B', name: 'B', changes: { parentCode: { from: 'A', to: '' } } }),
			done('created', { code: 'NEW', name: 'NEW' }),
			done('deleted', { code: 'AA', name: 'AA' }),
		],
		fails: fails({ newCode: 'A' }, /'Code' is "A" in items 0 to 3/),
	},
	'organization.update': {
		prepare: ({ store }) => void store.organizations.add({ ...lab, alias: 'Lab', note: 'Old' }),
		given: { code: byId('LAB'), additionalFields: { name: 'Laboratories', alias: '' } },
		sends: [
			send.get(`${path}/LAB`),
			send.put(
				`${path}/LAB`,
				expect.objectContaining({ ...lab, name: 'Laboratories', alias: '', note: 'Old' }),
			),
		],
		gives: [done('updated', { code: 'LAB', name: 'Laboratories', alias: '' })],
		fails: fails({ code: byId('NONE') }, /^Not Found/, 1),
	},
	'organization.upsert': {
		given: { ...item, additionalFields: { parentCode: byId('={{ $json.parent }}') } },
		items: [
			{ json: { code: 'LAB', name: 'Laboratory', parent: 'ORG06' } },
			{ json: { code: 'ORG04', name: 'Sales East', parent: '' } },
			{ json: { code: 'ORG05', name: 'Sales West', parent: 'ORG03' } },
		],
		sends: [
			send.get(path, wholeList),
			importOf([
				{ ...lab, parentCode: 'ORG06' },
				{ ...named('ORG04', 'Sales East'), ...empty, parentCode: '' },
			]),
		],
		gives: [
			done('created', { ...lab, parentCode: 'ORG06' }),
			done('updated', { ...named('ORG04', 'Sales East'), parentCode: '' }),
			done('unchanged', { ...named('ORG05', 'Sales West'), parentCode: 'ORG03' }),
		],
		fails: fails({ newCode: 'LAB' }, /'Code' is "LAB" in items 0 to 2/),
	},
} satisfies Record<string, Scenario>;
