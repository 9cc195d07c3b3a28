import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute, mapperFields } from '../../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo } from '../../../support/world';
import { byHand, recordsOf, wholeItem, writesTo, errorOf, failureOf } from '../../runs';

const SUPPORT = 1;
const CUSTOMERS = 2;
const record = (operation: string, form: number, more: INodeParameters) =>
	recordsOf(form, operation, more);
const itself = wholeItem();
const writes = (service: Service) =>
	writesTo(service).map(({ method, path, body }) => [`${method} ${path}`, body]);
const valuesOf = (service: Service, form: number, recordId: number) =>
	JSON.parse(service.store.records.get(form, recordId)?.data ?? '{}') as Record<string, unknown>;
const itemsOf = (rows: ReadonlyArray<Record<string, unknown>>): INodeExecutionData[] =>
	rows.map((json) => ({ json: json as INodeExecutionData['json'] }));

describe('a record mapped by the fields of its form', () => {
	describe('that lacks a required value', () => {
		const support = (count: number, lacking: readonly number[]) =>
			itemsOf(
				Array.from({ length: count }, (_, n) =>
					lacking.includes(n) ? { Description: 'no subject' } : { Subject: `S${n}` },
				),
			);
		const message = "'Subject' (field-1) is required and has no value";

		test.each([
			['import', {}],
			['create', {}],
		])(
			'is rejected before any of 250 is sent: %s %j',
			async ({ service, credentials }, operation, more) => {
				const run = {
					parameters: record(operation, SUPPORT, { ...itself, ...more }),
					credentials,
				};
				const error = await failureOf(execute({ ...run, items: support(250, [130]) }));
				expect(error).toMatchObject({ message, context: { itemIndex: 130 } });
				const both = await failureOf(execute({ ...run, items: support(250, [130, 7]) }));
				expect(both.message).toBe(`Items 7 and 130: ${message}`);
				expect(writes(service)).toEqual([]);
				const items = support(3, [1]);
				const output = await execute({ ...run, items, continueOnFail: true });
				expect(jsonOf(output)).toMatchObject([
					{ success: true },
					{ error: { message } },
					{ success: true },
				]);
			},
		);

		test('is rejected also in detail rows, and by Create or Update if it is new', async (world) => {
			const { service, credentials } = world;
			const [known] = Object.values(valuesOf(service, CUSTOMERS, 3));
			const items = itemsOf([
				{ 'field-21': known, Rank: 'Gold' },
				{ 'field-21': 'C-901', Rank: 'Gold' },
				{ 'field-21': 'C-902', 'field-22': 'Miller', Contacts: [{ Role: 'Buyer' }] },
			]);
			const run = { parameters: record('upsert', CUSTOMERS, itself), items, credentials };
			const error = await failureOf(execute(run));
			expect(error.description).toMatch(
				/<br>Item 1: '.*' \(field-22\) is required and has no value<br>Item 2: 'Contacts' \(field-24\), row 1: '.*' \(field-241\) is required and has no value<br>/,
			);
			expect(writes(service)).toEqual([]);
			const output = await execute({ ...run, continueOnFail: true });
			expect(jsonOf(output)).toMatchObject([
				{ action: 'updated' },
				{ error: { message: expect.stringContaining('field-22') } },
				{ error: { message: expect.stringContaining('field-241') } },
			]);
			expect(writes(service)).toHaveLength(1);
		});

		test('is not checked in an update or in JSON, which stays one request', async (world) => {
			const { service, credentials } = world;
			const change = { recordId: byId(3), ...byHand({ 'field-2': 'Renamed' }) };
			await execute({ parameters: record('update', SUPPORT, change), credentials });
			expect(valuesOf(service, SUPPORT, 3)).toMatchObject({ 'field-2': 'Renamed' });
			service.log.length = 0;
			const json = { specifyRecord: 'json', recordJson: '{"field-2":"no subject"}' };
			const error = await failureOf(
				execute({ parameters: record('create', SUPPORT, json), credentials }),
			);
			expect(error.message).toMatch(/^Bad Request: .*field-1/);
			expect(sentTo(service)).toHaveLength(1);
			const byId3 = { ...itself, options: { recordId: 3 } };
			const parameters = record('import', SUPPORT, byId3);
			const items = itemsOf([{ Description: 'again' }]);
			await execute({ parameters, items, credentials, continueOnFail: true });
			expect(writes(service)).toHaveLength(2);
		});
	});

	test.each([
		['no cells', {}, "'Detail Rows', row 1 is empty"],
		[
			'an empty cell',
			{ row: [{ column: '', value: '' }] },
			"'Detail Rows', row 1: 'Cells of the Row', row 1 is empty",
		],
		[
			'a cell without a column',
			{ row: [{ column: '', value: 'Ann' }] },
			"'Detail Rows', row 1 has a cell without a column",
		],
	])('is rejected with a detail row that has %s', async (world, _, cells, message) => {
		const { service, credentials } = world;
		const fields = byHand({ 'field-21': 'C-78', 'field-22': 'Miller' });
		const options = { detailRows: { row: [{ cells }] } } as unknown as INodeParameters;
		const parameters = { ...record('create', CUSTOMERS, fields), options };
		const error = await failureOf(execute({ parameters, credentials }));
		expect(error.message).toBe(message);
		expect(writes(service)).toEqual([]);
	});

	test('is rejected by the service with the captions of the form', async ({ credentials }) => {
		const values = byHand({ 'field-1': 'Lamp', 'field-3': 'NOBODY' });
		const parameters = record('create', SUPPORT, values);
		const error = await failureOf(execute({ parameters, credentials }));
		expect(error.message).toMatch(/^Bad Request: .*Requester \(field-3\)/);
		const byName = /For names, add the option 'Find Users and Organizations by Name'/;
		expect(error.message).toMatch(byName);
		const options = { findByName: true };
		const again = failureOf(execute({ parameters: { ...parameters, options }, credentials }));
		expect((await again).message).not.toMatch(byName);
	});

	test.each(['create', 'import', 'upsert', 'update'])(
		'fails for unknown columns if the option says so, and sends the other items: %s',
		async ({ service, credentials }, operation) => {
			const items = itemsOf([
				{ 'field-21': 'C-901', Name: 'A' },
				{ 'field-21': 'C-902', Naame: 'B', weather: 'fine' },
			]);
			const parameters = {
				...record(operation, CUSTOMERS, itself),
				recordId: byId('={{ $itemIndex + 1 }}'),
				options: { unknownColumns: 'fail' },
			};
			const run = { parameters, items, credentials };
			const message =
				"The form has no such field: 'Naame' may mean 'Name' (field-22) and 'weather'";
			const error = await failureOf(execute(run));
			expect(error).toMatchObject({ message, context: { itemIndex: 1 } });
			expect(error.description).toMatch(/^Nothing was sent\. Rename or remove the columns/);
			expect(writes(service)).toEqual([]);
			const [first, second] = await execute({ ...run, continueOnFail: true });
			expect(first?.json).toMatchObject({ success: true });
			expect(errorOf(second)).toMatchObject({ message, outcome: 'not sent' });
			expect(writes(service)).toHaveLength(1);
		},
	);
});

it('the editor takes user codes if the key cannot read the directory', async () => {
	const keys = [{ key: 'apps-only', scopes: ['app' as const] }];
	await inWorld({ keys }, async ({ credentials }) => {
		const parameters = record('update', SUPPORT, {});
		const { fields } = await mapperFields('getFormFields', { parameters, credentials });
		expect(fields.map(({ displayName }) => displayName)).toContain('Requester (code)');
	});
});

describe('an update', () => {
	const change = { recordId: byId(3), ...byHand({ 'field-22': 'Renamed' }) };

	test('sends the mapped values and the key fields, and changes nothing else', async (world) => {
		const { service, credentials } = world;
		const before = valuesOf(service, CUSTOMERS, 3);
		await execute({ parameters: record('update', CUSTOMERS, change), credentials });
		const key = before['field-21'];
		expect(writes(service)).toEqual([
			['PUT /api/apps/2/records/3', { record: { 'field-21': key, 'field-22': 'Renamed' } }],
		]);
		const after = valuesOf(service, CUSTOMERS, 3);
		expect(after).toEqual({ ...before, 'field-22': 'Renamed' });
	});

	test('clears a choice that the editor shows as (Clear)', async ({ service, credentials }) => {
		const cleared = { recordId: byId(3), ...byHand({ 'field-6': '(clear)' }) };
		const parameters = record('update', SUPPORT, cleared);
		await execute({ parameters, credentials });
		expect(writes(service)[0]?.[1]).toEqual({ record: { 'field-6': '' } });
	});

	test("clears a field with the value ''", async ({ service, credentials }) => {
		const parameters = record('update', SUPPORT, {
			recordId: byId(3),
			...byHand({ 'field-2': '' }),
		});
		await execute({ parameters, credentials });
		expect(writes(service)[0]?.[1]).toEqual({ record: { 'field-2': '' } });
	});
});

describe('create or update', () => {
	test.each([
		['a number for a text', 'field-1', '1001', 1001, { Subject: '1001' }],
		[
			'a date in another format',
			'field-8',
			'2026/12/24',
			'2026-12-24',
			{ 'Due date': '2026-12-24' },
		],
		[
			'users',
			'field-4',
			[{ code: 'E0002' }, { code: 'E0001' }],
			'E0001, E0002',
			{ Assignee: [{ code: 'E0001' }, { code: 'E0002' }] },
		],
	])('finds a record by %s', async ({ service, credentials }, _, field, held, given, shown) => {
		const values = { 'field-1': 'There', [field]: held };
		const { recordId } = service.store.createRecord(SUPPORT, values);
		const recordMapper = wholeItem(field).recordMapper;
		const items = itemsOf([{ Description: 'Found', [field]: given }]);
		const parameters = record('upsert', SUPPORT, { recordMapper });
		const [output] = await execute({ parameters, items, credentials });
		const told = { success: true, action: 'updated', recordId, Description: 'Found', ...shown };
		expect(output?.json).toEqual(told);
	});
});

describe('null in an item that is mapped automatically', () => {
	const target = { recordId: byId(3), ...itself };
	const items = itemsOf([{ 'Customer number': 'C-003', Name: 'New', Rank: null, Contacts: null }]);
	const byKey = { recordMapper: wholeItem('field-21').recordMapper };
	const ways: Array<[string, INodeParameters, INodeParameters]> = [
		['update', target, {}],
		['upsert', byKey, {}],
		['import', itself, { recordId: 3 }],
	];
	const heldFirst = {
		'field-21': 'C-003',
		'field-23': 'Gold',
		'field-24': [{ 'field-241': 'Ann' }],
	};

	test.each(ways)(
		'changes nothing: %s',
		async ({ service, credentials }, operation, how, options) => {
			service.store.updateRecord(CUSTOMERS, 3, heldFirst);
			const parameters = record(operation, CUSTOMERS, { ...how, options });
			await execute({ parameters, items, credentials });
			expect(valuesOf(service, CUSTOMERS, 3)).toMatchObject({ ...heldFirst, 'field-22': 'New' });
		},
	);

	test.each(ways)(
		'clears the field if the option is on: %s',
		async ({ service, credentials }, operation, how, options) => {
			service.store.updateRecord(CUSTOMERS, 3, heldFirst);
			const more = { options: { ...options, clearNull: true } };
			const parameters = record(operation, CUSTOMERS, { ...how, ...more });
			await execute({ parameters, items, credentials });
			const after = valuesOf(service, CUSTOMERS, 3);
			expect(Object.keys(after)).not.toContain('field-23');
			expect(Object.keys(after)).not.toContain('field-24');
		},
	);

	test('is rejected if the item has no other value', async ({ service, credentials }) => {
		const parameters = record('create', CUSTOMERS, itself);
		const run = { parameters, items: itemsOf([{ Name: null }]), credentials };
		expect((await failureOf(execute(run))).message).toBe(
			"There is nothing to send: there is no value in 'Name'",
		);
		expect(writes(service)).toEqual([]);
	});
});
