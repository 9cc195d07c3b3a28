import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { loadedOptions } from '../../../support/n8n';
import { byId, test } from '../../../support/world';
import { recordsOf } from '../../runs';

/** A form with fields of files and images, also in a table, beside texts with the name of one. */
const column = { uniqueId: 'field-6', fieldId: 6, caption: 'Scan', fieldType: 'attachment' };
const text = { uniqueId: 'field-7', fieldId: 7, caption: 'Line', fieldType: 'text' };
const fields = [
	{ uniqueId: 'field-1', fieldId: 1, caption: 'Title', fieldType: 'text' },
	{ uniqueId: 'field-2', fieldId: 2, caption: 'Contract', fieldType: 'File', required: true },
	{ uniqueId: 'field-3', fieldId: 3, caption: 'Photo', fieldType: 'IMAGE_FIELD', max_length: 0 },
	{ uniqueId: 'field-4', fieldId: 4, caption: 'File number', fieldType: 'file', max_length: 20 },
	{
		uniqueId: 'field-5',
		fieldId: 5,
		caption: 'Rows',
		fieldType: 'table',
		subTable: [column, text],
	},
	{ uniqueId: 'field-8', fieldId: 8, caption: '添付', fieldType: '添付ファイル' },
];
const withFiles = ({ faults }: Service, record?: object) => {
	const path = '/api/apps/1/fields';
	faults.add({ path, times: 9, answer: { status: 200, body: { fields } } });
	// The local service has another form there.
	for (const method of ['POST', 'PUT']) faults.add({ method, times: 9, answer: { status: 204 } });
	if (!record) return;
	const body = { appsId: 1, recordId: 2, isDeleted: 0, record };
	faults.add({
		method: 'GET',
		path: '/api/apps/1/records/2',
		times: 9,
		answer: { status: 200, body },
	});
};

const record = (operation: string, more: INodeParameters) =>
	recordsOf(1, operation, { recordId: byId(2), ...more });

describe('fields of files and images', () => {
	test('are not offered as columns of detail rows', async ({ service, credentials }) => {
		withFiles(service);
		const parameters = record('create', {});
		const columns = await loadedOptions('getDetailColumns', { parameters, credentials });
		expect(columns.map(({ name }) => name)).toEqual(['Rows / Line']);
	});
});
