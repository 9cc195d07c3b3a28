import { byId } from '../../support/world';
import { firstPage, wholeList, type Scenario } from './scenario';

const path = '/api/admin/positions';
const lead = { code: 'LEAD', name: 'Lead', kana: 'Lead' };

/** What is new has its code in a parameter of its own. */
const given = ({ code, ...rest }: typeof lead) => ({ newCode: code, ...rest });

export const position = {
	'position.create': {
		given: { ...given(lead), additionalFields: { alias: 'Head', aliasKana: 'Head', note: 'New' } },
		sends: [
			{ method: 'POST', path, body: { ...lead, alias: 'Head', aliasKana: 'Head', note: 'New' } },
		],
		gives: [
			{
				...{ success: true, action: 'created', ...lead },
				...{ alias: 'Head', aliasKana: 'Head', note: 'New' },
			},
		],
		fails: {
			given: { name: 'x'.repeat(129) },
			message: /'Name' is 129 characters long.*128/,
			requests: 0,
		},
	},
	'position.delete': {
		prepare: ({ store }) => void store.positions.add(lead),
		given: { code: byId('LEAD') },
		sends: [{ method: 'DELETE', path: `${path}/LEAD` }],
		gives: [{ deleted: true, code: 'LEAD' }],
		fails: { given: { code: byId('..') }, message: /'Position' is "\.\."/, requests: 0 },
	},
	'position.get': {
		given: { code: byId('P1') },
		sends: [{ method: 'GET', path: `${path}/P1` }],
		gives: [expect.objectContaining({ code: 'P1', name: 'President' })],
		fails: { given: { code: byId('P 99') }, message: /^Not Found/, requests: 1 },
	},
	'position.getAll': {
		given: { filters: { name: 'President' } },
		sends: [{ method: 'GET', path, query: { name: 'President', ...firstPage } }],
		gives: expect.arrayContaining([expect.objectContaining({ code: 'P1' })]),
		fails: { given: { limit: 0 }, message: /'Limit'/, requests: 0 },
	},
	'position.import': {
		given: given(lead),
		sends: [{ method: 'POST', path: `${path}/import`, body: { positions: [lead] } }],
		gives: [{ success: true, action: 'imported', ...lead }],
		fails: { given: { newCode: '' }, message: /'Code' is empty/, requests: 0 },
	},
	'position.lookUp': {
		given: { matches: { row: [{ field: 'code', value: '={{ $json.of }}' }] } },
		items: [{ json: { of: 'P1' } }, { json: { of: 'NOBODY' } }],
		sends: [{ method: 'GET', path, query: wholeList }],
		gives: [
			{ of: 'P1', position: expect.objectContaining({ code: 'P1' }) },
			{ of: 'NOBODY', position: null },
		],
		fails: { given: { matches: {} }, message: /'Match On' is empty/, requests: 0 },
	},
	'position.sync': {
		prepare: ({ store }) => {
			for (const { code } of store.positions.list()) store.positions.delete(code);
			store.positions.add({ ...lead, name: 'Leader' });
		},
		given: { ...given(lead), dryRun: true, missing: 'nothing', mostRemovals: 10 },
		sends: [{ method: 'GET', path, query: wholeList }],
		gives: [
			{
				dryRun: true,
				code: 'LEAD',
				name: 'Lead',
				action: 'update',
				changes: { name: { from: 'Leader', to: 'Lead' } },
			},
		],
		fails: {
			given: { missing: 'retire' },
			message: /'Positions Not in Input' is "retire", which is not a choice/,
			requests: 0,
		},
	},
	'position.update': {
		given: {
			code: byId('P2'),
			keepOthers: false,
			additionalFields: { newCode: 'P2A', name: 'Deputy', kana: 'Deputy', note: '' },
		},
		sends: [
			{
				method: 'PUT',
				path: `${path}/P2`,
				body: { code: 'P2A', name: 'Deputy', kana: 'Deputy', note: '' },
			},
		],
		gives: [
			{
				...{ success: true, action: 'updated' },
				...{ code: 'P2A', name: 'Deputy', kana: 'Deputy', note: '' },
			},
		],
		fails: {
			given: { additionalFields: { alias: 'x'.repeat(129) } },
			message: /'Alias' is 129/,
			requests: 0,
		},
	},
	'position.upsert': {
		given: {
			newCode: 'P1',
			name: 'President',
			kana: 'President',
			additionalFields: { alias: 'Chief' },
		},
		sends: [
			{ method: 'GET', path, query: wholeList },
			{
				method: 'POST',
				path: `${path}/import`,
				body: {
					positions: [
						{
							code: 'P1',
							name: 'President',
							kana: 'President',
							alias: 'Chief',
							aliasKana: '',
							note: '',
						},
					],
				},
			},
		],
		gives: [
			{
				...{ success: true, action: 'updated' },
				...{ code: 'P1', name: 'President', kana: 'President', alias: 'Chief' },
			},
		],
		fails: { given: { kana: '' }, message: /'Phonetic Name \(Kana\)' is empty/, requests: 0 },
	},
} satisfies Record<string, Scenario>;
