import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute, executeWithHints, loadedOptions, mapperFields } from '../../../support/n8n';
import { byId, test } from '../../../support/world';
import { byHand, recordsOf, wholeItem, writesTo, failureOf } from '../../runs';

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
const photo = { name: 'a.png', url: 'https://site.example/a.png?signed=1' };
const held = {
	'field-1': 'Old',
	'field-2': [{ name: 'a.pdf' }],
	'field-3': photo,
	'field-5': [{ 'field-6': [photo], 'field-7': 'x' }],
};

const record = (operation: string, more: INodeParameters) =>
	recordsOf(1, operation, { recordId: byId(2), ...more });
const written = (service: Service) => writesTo(service).map(({ body }) => body);

describe('fields of files and images', () => {
	test('are shown in the node panel as read only', async ({ service, credentials }) => {
		withFiles(service);
		const parameters = record('create', wholeItem());
		const { fields: inputs } = await mapperFields('getFormFields', { parameters, credentials });
		const shown = inputs.map(({ displayName, readOnly, required }) => [
			displayName,
			readOnly,
			required,
		]);
		expect(shown).toEqual([
			['Title', false, false],
			['Contract (read only)', true, false],
			['Photo (read only)', true, false],
			['File number', false, false],
			['Rows', false, false],
			['添付 (read only)', true, false],
		]);
	});

	test('are not offered as columns of detail rows', async ({ service, credentials }) => {
		withFiles(service);
		const parameters = record('create', {});
		const columns = await loadedOptions('getDetailColumns', { parameters, credentials });
		expect(columns.map(({ name }) => name)).toEqual(['Rows / Line']);
	});

	test.each([
		[
			'a field',
			byHand({ 'field-1': 'New', Photo: 'a.png' }),
			/^'Photo' \(field-3\) is a field of files/,
		],
		[
			'one that is to be cleared',
			byHand({ 'field-2': '' }),
			/^'Contract' \(field-2\) is a field of/,
		],
		[
			'a column of a table',
			byHand({ 'field-5': '[{"Scan": "a.png", "Line": "x"}]' }),
			/^'Rows' \(field-5\), row 1: 'Scan' \(field-6\) is a field of files or images/,
		],
	] as Array<[string, INodeParameters, RegExp]>)(
		'are rejected by name before anything is sent: %s',
		async ({ service, credentials }, _, values, message) => {
			for (const operation of ['create', 'update', 'import', 'upsert']) {
				service.faults.clear();
				withFiles(service);
				const parameters = record(operation, values);
				const error = await failureOf(execute({ parameters, credentials }));
				expect(error.message).toMatch(message);
			}
			expect(written(service)).toEqual([]);
		},
	);

	test('are read unchanged, and left out with a hint when the record is sent back', async (world) => {
		const { service, credentials } = world;
		withFiles(service, held);
		const [read] = await execute({ parameters: record('get', {}), credentials });
		expect(read?.json).toMatchObject({ Photo: photo, Contract: [{ name: 'a.pdf' }] });
		const items = [{ json: { ...read?.json, Title: 'New' } }] as INodeExecutionData[];
		const parameters = record('import', { ...wholeItem(), options: { recordId: '' } });
		const { hints } = await executeWithHints({ parameters, items, credentials });
		expect(written(service)).toEqual([
			{
				records: [
					{
						record: expect.objectContaining({ 'field-1': 'New', 'field-5': [{ 'field-7': 'x' }] }),
					},
				],
			},
		]);
		expect(JSON.stringify(written(service))).not.toMatch(/field-[236]/);
		expect(hints.map(({ message }) => message)).toEqual([
			"Not sent because the API cannot write files and images: 'Contract' (field-2), 'Photo' (field-3) and 'Scan' (field-6)",
		]);
	});

	test('are sent back unchanged with Keep Unmapped Values', async ({ service, credentials }) => {
		withFiles(service, held);
		const parameters = record('update', {
			...byHand({ 'field-1': 'New' }),
			options: { wholeRecord: true },
		});
		await execute({ parameters, credentials });
		expect(written(service)).toEqual([{ record: { ...held, 'field-1': 'New' } }]);
	});
});
