import type { INodeExecutionData } from 'n8n-workflow';
import { allInAHurry } from '../../../support/hurry';
import { execute } from '../../../support/n8n';
import { inWorld, jsonOf, sentTo, test } from '../../../support/world';
import { countOf, errorOf, failureOf, importing, subjects } from '../../runs';

allInAHurry();

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

const many = subjects(250);
const keepsOpen = /^Unknown: items 100 to 199 may have been saved/;

it.each([
	['nothing', 140],
	['rowsBeforeStay', 145],
] as const)(
	'the third request is not sent if the second is rejected: %s',
	async (importFailure, records) => {
		await inWorld({ dialect: { importFailure } }, async ({ service, credentials }) => {
			const parameters = {
				...importing,
				recordJson:
					'={{ $itemIndex === 105 ? { "field-2": "no subject" } : { "field-1": $json.subject } }}',
			};
			const error = await failureOf(execute({ parameters, items: many, credentials }));
			expect(error.message).toMatch(/^Bad Request: .*records\[5\] \(item 105\).*field-1/);
			expect(error.description).toMatch(/^Saved: items 0 to 99\. Unknown: items 100 to 199 /);
			expect(error.description).toMatch(/ Not sent: items 200 to 249\./);
			expect(error.context.itemIndex).toBe(105);
			expect(service.log).toHaveLength(2);
			expect(countOf(service)).toBe(records);
		});
	},
);

test.each([
	['is rejected', { status: 400 }, keepsOpen],
	['is interrupted', { drop: 'after' } as const, keepsOpen],
])(
	'the third request is sent with Continue if the second %s',
	async ({ service, credentials }, _, answer, words) => {
		service.faults.add({ nth: 2, answer });
		const run = { parameters: importing, items: many, credentials, continueOnFail: true };
		const output = await execute(run);
		expect(links(output)).toEqual(linked(many));
		const failed = output.flatMap(({ json }, item) => (json.error ? [item] : []));
		expect(failed).toEqual(Array.from({ length: 100 }, (_, n) => n + 100));
		expect(errorOf(output[100])?.description).toMatch(words);
		expect(errorOf(output[100])?.description).not.toMatch(/not sent/i);
		expect(service.log).toHaveLength(3);
	},
);

test('the second request is retried after the rate limit, and no record is created twice', async ({
	service,
	credentials,
}) => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	service.faults.add({ nth: 2, answer: { status: 402, headers: { 'retry-after': '0' } } });
	const output = await execute({ parameters: importing, items: many, credentials });
	jest.restoreAllMocks();
	expect(output).toHaveLength(250);
	expect(service.log).toHaveLength(4);
	expect(countOf(service)).toBe(290);
});
