import { resources } from '../../../nodes/RecordsDirectory/api';
import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { readLayout } from '../../../nodes/RecordsDirectory/n8n/form/form-readers';

const fields = parseForm([
	{ uniqueId: 'field-1', fieldId: 1, caption: 'Title', fieldType: 'text' },
	{ uniqueId: 'field-2', fieldId: 2, caption: 'Owner', fieldType: 'user' },
	{
		uniqueId: 'field-3',
		fieldId: 3,
		caption: 'Lines',
		fieldType: 'table',
		subTable: [{ uniqueId: 'field-4', fieldId: 4, caption: 'Part', fieldType: 'text' }],
	},
]);
const aiko = { code: 'E1', name: 'Aiko' };
const row = {
	recordId: 7,
	record: {
		'field-1': 'A',
		'field-2': [aiko],
		'field-3': [{ 'field-4': 'x' }, { 'field-4': 'y' }],
	},
};

describe('the item of a record', () => {
	it.each([
		[
			'by captions',
			{},
			{ recordId: 7, Title: 'A', Owner: [aiko], Lines: [{ Part: 'x' }, { Part: 'y' }] },
		],
		['by field IDs', { names: 'identifiers' }, { recordId: 7, ...row.record }],
		[
			'with users as names, by field IDs',
			{ names: 'identifiers', usersAs: 'names' },
			{ recordId: 7, ...row.record, 'field-2': ['Aiko'] },
		],
	])('%s', async (_, options, item) => {
		const values = { form: 1, ...options };
		const forms = Object.assign(async () => fields, { known: () => undefined });
		const layOut = await readLayout(resources.record, forms, { ...values, simplify: true });
		expect(layOut(row)).toEqual(item);
	});
});
