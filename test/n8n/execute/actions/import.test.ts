import type { INodeExecutionData } from 'n8n-workflow';
import { execute } from '../../../support/n8n';
import { test, jsonOf, sentTo } from '../../../support/world';
import { create, errorOf, importing, subjectDone, subjects } from '../../runs';

const path = '/api/apps/1/records/import';
const rowsFrom = (items: INodeExecutionData[]) =>
	items.map(({ json }) => ({ record: { 'field-1': json.subject } }));
const linked = (items: INodeExecutionData[]) => items.map((_, item) => ({ item }));
const links = (output: INodeExecutionData[]) => output.map(({ pairedItem }) => pairedItem);

test('sends the items of each form together, and keeps the order of the outputs', async (world) => {
	const { service, credentials } = world;
	const forms = ['1', '3', '1', '3', '1'];
	const items = forms.map((form, n) => ({ json: { form, recordId: n + 1, name: `N${n}` } }));
	const parameters = {
		...importing,
		form: '={{ $json.form }}',
		recordJson: '={{ { [$json.form === "1" ? "field-1" : "field-31"]: $json.name } }}',
		options: { recordId: '={{ $json.recordId }}' },
	};
	const output = await execute({ parameters, items, credentials });
	const row = (field: string, n: number) => ({ recordId: n + 1, record: { [field]: `N${n}` } });
	expect(sentTo(service)).toEqual([
		{ method: 'POST', path, body: { records: [0, 2, 4].map((n) => row('field-1', n)) } },
		{
			method: 'POST',
			path: '/api/apps/3/records/import',
			body: { records: [1, 3].map((n) => row('field-31', n)) },
		},
	]);
	const rows = items.map((_, n) => row(n % 2 === 0 ? 'field-1' : 'field-31', n).record);
	expect(jsonOf(output)).toEqual(
		rows.map((record) => ({ success: true, action: 'imported', ...record })),
	);
	expect(links(output)).toEqual(linked(items));
});

describe('an item that cannot be sent', () => {
	const items = subjects(150);
	items[120] = { json: { subject: 'bad' } };
	const parameters = {
		...importing,
		recordJson: '={{ $json.subject === "bad" ? "[1]" : { "field-1": $json.subject } }}',
	};

	test('alone gets the error with Continue; the other items are sent in full requests', async (world) => {
		const { service, credentials } = world;
		const run = { parameters, items, credentials, continueOnFail: true };
		const output = await execute(run);
		expect(links(output)).toEqual(linked(items));
		expect(errorOf(output[120])?.message).toMatch(/^'Record' is not a JSON object/);
		expect(jsonOf(output).filter(({ success }) => success === true)).toHaveLength(149);
		const good = rowsFrom(items.filter((_, n) => n !== 120));
		expect(service.log.map(({ body }) => body)).toEqual([
			{ records: good.slice(0, 100) },
			{ records: good.slice(100) },
		]);
	});
});

test('only those records are created through import that are to', async ({
	service,
	credentials,
}) => {
	const options = { throughImport: '={{ $itemIndex !== 1 }}' };
	const parameters = { ...create, options };
	const output = await execute({ parameters, items: subjects(3), credentials });
	expect(sentTo(service).map(({ path }) => path)).toEqual([
		'/api/apps/1/records/import',
		'/api/apps/1/records',
	]);
	expect(jsonOf(output)).toEqual([
		subjectDone('Subject 0', {}),
		subjectDone('Subject 1'),
		subjectDone('Subject 2', {}),
	]);
});
