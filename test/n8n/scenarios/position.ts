import { byId } from '../../support/world';
import { asNew, done, fails, firstPage, lookUp, send, wholeList, type Scenario } from './scenario';

const path = '/api/admin/positions';
const lead = { code: 'LEAD', name: 'Lead', kana: 'Lead' };
const more = { alias: 'Head', aliasKana: 'Head', note: 'New' };
const deputy = { code: 'P2A', name: 'Deputy', kana: 'Deputy', note: '' };
const president = { code: 'P1', name: 'President', kana: 'President' };
const chief = { ...president, alias: 'Chief' };

export const position = {
	'position.create': {
		given: { ...asNew(lead), additionalFields: more },
		sends: [send.post(path, { ...lead, ...more })],
		gives: [done('created', { ...lead, ...more })],
		fails: fails({ name: 'x'.repeat(129) }, /'Name' is 129 characters long.*128/),
	},
	'position.delete': {
		prepare: ({ store }) => void store.positions.add(lead),
		given: { code: byId('LEAD') },
		sends: [send.delete(`${path}/LEAD`)],
		gives: [{ deleted: true, code: 'LEAD' }],
		fails: fails({ code: byId('..') }, /'Position' is "\.\."/),
	},
	'position.get': {
		given: { code: byId('P1') },
		sends: [send.get(`${path}/P1`)],
		gives: [expect.objectContaining({ code: 'P1', name: 'President' })],
		fails: fails({ code: byId('P 99') }, /^Not Found/, 1),
	},
	'position.getAll': {
		given: { filters: { name: 'President' } },
		sends: [send.get(path, { name: 'President', ...firstPage })],
		gives: expect.arrayContaining([expect.objectContaining({ code: 'P1' })]),
		fails: fails({ limit: 0 }, /'Limit'/),
	},
	'position.import': {
		given: asNew(lead),
		sends: [send.post(`${path}/import`, { positions: [lead] })],
		gives: [done('imported', lead)],
		fails: fails({ newCode: '' }, /'Code' is empty/),
	},
	'position.lookUp': lookUp('position', path, 'P1'),
	'position.sync': {
		prepare: ({ store }) => {
			for (const { code } of store.positions.list()) store.positions.delete(code);
			store.positions.add({ ...lead, name: 'Leader' });
		},
		given: { ...asNew(lead), dryRun: true, missing: 'nothing', mostRemovals: 10 },
		sends: [send.get(path, wholeList)],
		gives: [
			{
				...{ dryRun: true, code: 'LEAD', name: 'Lead', action: 'update' },
				changes: { name: { from: 'Leader', to: 'Lead' } },
			},
		],
		fails: fails(
			{ missing: 'retire' },
			/'Positions Not in Input' is "retire", which is not a choice/,
		),
	},
	'position.update': {
		given: { code: byId('P2'), keepOthers: false, additionalFields: asNew(deputy) },
		sends: [send.put(`${path}/P2`, deputy)],
		gives: [done('updated', deputy)],
		fails: fails({ additionalFields: { alias: 'x'.repeat(129) } }, /'Alias' is 129/),
	},
	'position.upsert': {
		given: { ...asNew(president), additionalFields: { alias: 'Chief' } },
		sends: [
			send.get(path, wholeList),
			send.post(`${path}/import`, { positions: [{ ...chief, aliasKana: '', note: '' }] }),
		],
		gives: [done('updated', chief)],
		fails: fails({ kana: '' }, /'Phonetic Name \(Kana\)' is empty/),
	},
} satisfies Record<string, Scenario>;
