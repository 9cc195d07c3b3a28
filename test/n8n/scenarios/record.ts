import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../../support/world';
import { byHand } from '../runs';
import { done, fails, send, wholeList, type Scenario } from './scenario';

const path = '/api/apps/1/records';
const printer = { 'field-1': 'Printer on fire', 'field-6': 'High' };
const fields = send.get('/api/apps/1/fields', wholeList);
const order = 'recordId:desc';
const newestFirst = send.get(path, { ...wholeList, order });
const foundFirst = [fields, send.get(path, { ...wholeList, order, fields: 'field-1' })];
const [third, printed] = [send.get(`${path}/3`), send.put(`${path}/3`, { record: printer })];
const importOf = (...subjects: string[]) =>
	send.post(`${path}/import`, {
		records: subjects.map((subject) => ({ record: { 'field-1': subject } })),
	});
const quiteNew = importOf('Quite new', 'Quite new, too');
const byTicket: INodeParameters = {
	form: byId(1),
	matches: { row: [{ field: byId('uniqueId'), value: '={{ $json.ticket }}' }] },
};
const noMatches = fails({ matches: {} }, /'Match On' is empty/);
const orders = { fields: 'field-41,field-42', order: 'field-41:desc', page: '1', limit: '2' };

export const record = {
	'record.create': {
		given: { form: byId(1), ...byHand(printer) },
		sends: [fields, send.post(path, { record: printer })],
		gives: [
			expect.objectContaining(
				done('created', { appsId: 1, Subject: 'Printer on fire', Priority: 'High' }),
			),
		],
		fails: fails(
			byHand({ 'field-6': 'Hihg' }),
			/has no choice 'Hihg'; choices are Low, Normal and High/,
			1,
		),
	},
	'record.delete': {
		given: { ...byTicket, findBy: 'values' },
		items: [{ json: { ticket: 'SUP00005' } }, { json: { ticket: 'SUP00006' } }],
		sends: [fields, newestFirst, send.delete(`${path}/5`), send.delete(`${path}/6`)],
		gives: [
			{ deleted: true, appsId: 1, recordId: 5 },
			{ deleted: true, appsId: 1, recordId: 6 },
		],
		fails: noMatches,
	},
	'record.get': {
		given: { form: byId(1), recordId: byId('SUP00002') },
		sends: [fields, send.get(`${path}/2`)],
		gives: [
			expect.objectContaining({ recordId: 2, uniqueId: 'SUP00002', Subject: expect.any(String) }),
		],
		fails: fails({ recordId: byId(9999) }, /^Not Found/, 2),
	},
	'record.getAll': {
		given: {
			form: byId(4),
			limit: 2,
			filters: { query: 'field-41 like "PO-"' },
			options: {
				fields: ['field-41', 'field-42'],
				order: byId('field-41'),
				names: 'identifiers',
			},
		},
		sends: [
			// Whether the field can be sorted by.
			send.get('/api/apps/4/fields', wholeList),
			send.get('/api/apps/4/records', { query: 'field-41 like "PO-"', ...orders }),
		],
		gives: expect.any(Array) as unknown as readonly unknown[],
		fails: fails(
			{ options: { fields: ['field-41'], order: byId('field-42') } },
			/'Sort By \(Largest First\)' names "field-42", which is not among the 'Output Field Names or IDs'/,
		),
	},
	'record.import': {
		given: {
			form: byId(1),
			specifyRecord: 'json',
			recordJson: '={{ { "field-1": $json.subject } }}',
			options: {},
		},
		items: [{ json: { subject: 'One' } }, { json: { subject: 'Two' } }],
		sends: [importOf('One', 'Two')],
		gives: ['One', 'Two'].map((subject) => done('imported', { 'field-1': subject })),
		fails: fails({ recordJson: '{"field-1": ' }, /'Record' is not valid JSON/),
	},
	'record.lookUp': {
		given: byTicket,
		items: [{ json: { ticket: 'SUP00002' } }, { json: { ticket: 'SUP99999' } }],
		sends: [fields, newestFirst],
		gives: [
			{ ticket: 'SUP00002', record: expect.objectContaining({ recordId: 2 }) },
			{ ticket: 'SUP99999', record: null },
		],
		fails: noMatches,
	},
	'record.update': {
		given: {
			...{ form: byId(1), recordId: byId(3) },
			...{ specifyRecord: 'json', recordJson: JSON.stringify(printer) },
		},
		sends: [printed],
		sendsFirst: [fields, third, printed, third],
		gives: [done('updated', { appsId: 1, recordId: 3, ...printer })],
		fails: fails({ recordJson: '[1]' }, /'Record' is not a JSON object/),
	},
	'record.upsert': {
		given: { form: byId(1), ...byHand({ 'field-1': '={{ $json.subject }}' }, ['field-1']) },
		items: [{ json: { subject: 'Quite new' } }, { json: { subject: 'Quite new, too' } }],
		sends: [...foundFirst, quiteNew],
		sendsFirst: [...foundFirst, send.get('/api/apps/forms/1'), quiteNew],
		gives: ['Quite new', 'Quite new, too'].map((Subject) => done('created', { Subject })),
		fails: fails(
			byHand({ 'field-6': 'High' }, ['field-1']),
			/There is no value to match on for 'Subject' \(field-1\)/,
			1,
		),
	},
} satisfies Record<string, Scenario>;
