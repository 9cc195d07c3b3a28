import type { INodeParameters } from 'n8n-workflow';
import { byId, type Sent } from '../../support/world';
import { wholeList, type Scenario } from './scenario';

const path = '/api/apps/1/records';
const printer = { 'field-1': 'Printer on fire', 'field-6': 'High' };
const fields = {
	method: 'GET',
	path: '/api/apps/1/fields',
	query: { page: '1', limit: '1000' },
} as const;
const mapped = (value: INodeParameters, matchingColumns: string[] = []): INodeParameters => ({
	recordMapper: { mappingMode: 'defineBelow', value, matchingColumns, schema: [] },
});
const asJson = { specifyRecord: 'json', recordJson: JSON.stringify(printer) };

const newestFirst = { ...wholeList, order: 'recordId:desc' };

const foundFirst: Sent[] = [
	fields,
	{
		method: 'GET',
		path,
		query: { fields: 'field-1', order: 'recordId:desc', page: '1', limit: '1000' },
	},
];
const imported: Sent = {
	method: 'POST',
	path: `${path}/import`,
	body: {
		records: [{ record: { 'field-1': 'Quite new' } }, { record: { 'field-1': 'Quite new, too' } }],
	},
};

export const record = {
	'record.create': {
		given: { form: byId(1), ...mapped(printer) },
		sends: [fields, { method: 'POST', path, body: { record: printer } }],
		gives: [
			expect.objectContaining({
				...{ success: true, action: 'created', appsId: 1 },
				...{ Subject: 'Printer on fire', Priority: 'High' },
			}),
		],
		fails: {
			given: mapped({ 'field-6': 'Hihg' }),
			message: /has no choice 'Hihg'; choices are Low, Normal and High/,
			requests: 1,
		},
	},
	'record.delete': {
		given: {
			form: byId(1),
			findBy: 'values',
			matches: { row: [{ field: byId('uniqueId'), value: '={{ $json.ticket }}' }] },
		},
		items: [{ json: { ticket: 'SUP00005' } }, { json: { ticket: 'SUP00006' } }],
		sends: [
			fields,
			{ method: 'GET', path, query: newestFirst },
			{ method: 'DELETE', path: `${path}/5` },
			{ method: 'DELETE', path: `${path}/6` },
		],
		gives: [
			{ deleted: true, appsId: 1, recordId: 5 },
			{ deleted: true, appsId: 1, recordId: 6 },
		],
		fails: { given: { matches: {} }, message: /'Match On' is empty/, requests: 0 },
	},
	'record.get': {
		given: { form: byId(1), recordId: byId('SUP00002') },
		sends: [fields, { method: 'GET', path: `${path}/2` }],
		gives: [
			expect.objectContaining({ recordId: 2, uniqueId: 'SUP00002', Subject: expect.any(String) }),
		],
		fails: { given: { recordId: byId(9999) }, message: /^Not Found/, requests: 2 },
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
			{ method: 'GET', path: '/api/apps/4/fields', query: wholeList },
			{
				method: 'GET',
				path: '/api/apps/4/records',
				query: {
					query: 'field-41 like "PO-"',
					fields: 'field-41,field-42',
					order: 'field-41:desc',
					page: '1',
					limit: '2',
				},
			},
		],
		gives: expect.any(Array) as unknown as readonly unknown[],
		fails: {
			given: { options: { fields: ['field-41'], order: byId('field-42') } },
			message:
				/'Sort By \(Largest First\)' names "field-42", which is not among the 'Output Field Names or IDs'/,
			requests: 0,
		},
	},
	'record.import': {
		given: {
			form: byId(1),
			specifyRecord: 'json',
			recordJson: '={{ { "field-1": $json.subject } }}',
			options: {},
		},
		items: [{ json: { subject: 'One' } }, { json: { subject: 'Two' } }],
		sends: [
			{
				method: 'POST',
				path: `${path}/import`,
				body: { records: [{ record: { 'field-1': 'One' } }, { record: { 'field-1': 'Two' } }] },
			},
		],
		gives: ['One', 'Two'].map((subject) => ({
			...{ success: true, action: 'imported' },
			'field-1': subject,
		})),
		fails: {
			given: { recordJson: '{"field-1": ' },
			message: /'Record' is not valid JSON/,
			requests: 0,
		},
	},
	'record.lookUp': {
		given: {
			form: byId(1),
			matches: { row: [{ field: byId('uniqueId'), value: '={{ $json.ticket }}' }] },
		},
		items: [{ json: { ticket: 'SUP00002' } }, { json: { ticket: 'SUP99999' } }],
		sends: [fields, { method: 'GET', path, query: newestFirst }],
		gives: [
			{ ticket: 'SUP00002', record: expect.objectContaining({ recordId: 2 }) },
			{ ticket: 'SUP99999', record: null },
		],
		fails: { given: { matches: {} }, message: /'Match On' is empty/, requests: 0 },
	},
	'record.update': {
		given: { form: byId(1), recordId: byId(3), ...asJson },
		sends: [{ method: 'PUT', path: `${path}/3`, body: { record: printer } }],
		sendsFirst: [
			{ method: 'GET', path: `${path}/3` },
			{ method: 'PUT', path: `${path}/3`, body: { record: printer } },
			fields,
			{ method: 'GET', path: `${path}/3` },
		],
		gives: [{ success: true, action: 'updated', appsId: 1, recordId: 3, ...printer }],
		fails: { given: { recordJson: '[1]' }, message: /'Record' is not a JSON object/, requests: 0 },
	},
	'record.upsert': {
		given: { form: byId(1), ...mapped({ 'field-1': '={{ $json.subject }}' }, ['field-1']) },
		items: [{ json: { subject: 'Quite new' } }, { json: { subject: 'Quite new, too' } }],
		sends: [...foundFirst, imported],
		sendsFirst: [...foundFirst, { method: 'GET', path: '/api/apps/forms/1' }, imported],
		gives: [
			{ success: true, action: 'created', Subject: 'Quite new' },
			{ success: true, action: 'created', Subject: 'Quite new, too' },
		],
		fails: {
			given: mapped({ 'field-6': 'High' }, ['field-1']),
			message: /There is no value to match on for 'Subject' \(field-1\)/,
			requests: 1,
		},
	},
} satisfies Record<string, Scenario>;
