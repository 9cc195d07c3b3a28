import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { loadedOptions, mapperFields } from '../../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo } from '../../../support/world';
import { byHand, recordsOf, wholeItem, writesTo, errorOf, failureOf } from '../../runs';
import { itemsOf, run } from './run';

const SUPPORT = 1;
const CUSTOMERS = 2;
const record = (operation: string, form: number, more: INodeParameters = {}) =>
	recordsOf(form, operation, more);
const itself = wholeItem();
const asJson = (value: object) => ({ specifyRecord: 'json', recordJson: JSON.stringify(value) });
const writes = (service: Service) =>
	writesTo(service).map(({ method, path, body }) => [`${method} ${path}`, body]);
const valuesOf = (service: Service, form: number, recordId: number) =>
	JSON.parse(service.store.records.get(form, recordId)?.data ?? '{}') as Record<string, unknown>;

describe('a record mapped by the fields of its form', () => {
	describe('that lacks a required value', () => {
		const support = (count: number, lacking: readonly number[]) =>
			itemsOf(
				Array.from({ length: count }, (_, n) =>
					lacking.includes(n) ? { Description: 'no subject' } : { Subject: `S${n}` },
				),
			);
		const message = "'Subject' (field-1) is required and has no value";

		test.each(['import', 'create'])(
			'is rejected before any of 250 is sent: %s',
			async (world, operation) => {
				const parameters = record(operation, SUPPORT, itself);
				const error = await failureOf(run(world, parameters, support(250, [130])));
				expect(error).toMatchObject({ message, context: { itemIndex: 130 } });
				const both = await failureOf(run(world, parameters, support(250, [130, 7])));
				expect(both.message).toBe(`Items 7 and 130: ${message}`);
				expect(writes(world.service)).toEqual([]);
				const { items } = await run(world, parameters, support(3, [1]), true);
				const [saved, rejected] = [{ success: true }, { error: { message } }];
				expect(jsonOf(items)).toMatchObject([saved, rejected, saved]);
			},
		);

		test('is rejected also in detail rows, and by Create or Update if it is new', async (world) => {
			const [known] = Object.values(valuesOf(world.service, CUSTOMERS, 3));
			const items = itemsOf([
				{ 'field-21': known, Rank: 'Gold' },
				{ 'field-21': 'C-901', Rank: 'Gold' },
				{ 'field-21': 'C-902', 'field-22': 'Miller', Contacts: [{ Role: 'Buyer' }] },
			]);
			const parameters = record('upsert', CUSTOMERS, itself);
			const error = await failureOf(run(world, parameters, items));
			expect(error.description).toMatch(
				/<br>Item 1: '.*' \(field-22\) is required and has no value<br>Item 2: 'Contacts' \(field-24\), row 1: '.*' \(field-241\) is required and has no value<br>/,
			);
			expect(writes(world.service)).toEqual([]);
			const { items: output } = await run(world, parameters, items, true);
			expect(jsonOf(output)).toMatchObject([
				{ action: 'updated' },
				{ error: { message: expect.stringContaining('field-22') } },
				{ error: { message: expect.stringContaining('field-241') } },
			]);
			expect(writes(world.service)).toHaveLength(1);
		});

		test('is not checked in an update or in JSON, which stays one request', async (world) => {
			const { service } = world;
			const change = { recordId: byId(3), ...byHand({ 'field-2': 'Renamed' }) };
			await run(world, record('update', SUPPORT, change));
			expect(valuesOf(service, SUPPORT, 3)).toMatchObject({ 'field-2': 'Renamed' });
			service.log.length = 0;
			const json = asJson({ 'field-2': 'no subject' });
			const error = await failureOf(run(world, record('create', SUPPORT, json)));
			expect(error.message).toMatch(/^Bad Request: .*field-1/);
			expect(sentTo(service)).toHaveLength(1);
			const byId3 = record('import', SUPPORT, { ...itself, options: { recordId: 3 } });
			await run(world, byId3, itemsOf([{ Description: 'again' }]), true);
			expect(writes(service)).toHaveLength(2);
		});
	});

	test.each<[object, string]>([
		[{}, ' is empty'],
		[{ row: [{ column: '', value: '' }] }, ": 'Cells of the Row', row 1 is empty"],
		[{ row: [{ column: '', value: 'Ann' }] }, ' has a cell without a column'],
	])('is rejected with a detail row that has the cells %j', async (world, cells, message) => {
		const fields = byHand({ 'field-21': 'C-78', 'field-22': 'Miller' });
		const options = { detailRows: { row: [{ cells }] } } as unknown as INodeParameters;
		const error = await failureOf(run(world, record('create', CUSTOMERS, { ...fields, options })));
		expect(error.message).toBe(`'Detail Rows', row 1${message}`);
		expect(writes(world.service)).toEqual([]);
	});

	test('is rejected by the service with the captions of the form', async (world) => {
		const parameters = record('create', SUPPORT, byHand({ 'field-1': 'A', 'field-3': 'NOBODY' }));
		const errors = { code: 400, message: 'Bad Request', details: ['field-1, field-3 are wrong'] };
		world.service.faults.add({ method: 'POST', answer: { status: 400, body: { errors } } });
		const { message } = await failureOf(run(world, parameters));
		expect(message).toMatch(/^Bad Request: Subject \(field-1\), Requester \(field-3\) are wrong/);
		const byName = /For names, add the option 'Find Users and Organizations by Name'/;
		expect(message).toMatch(byName);
		const finding = { ...parameters, options: { findByName: true } };
		expect((await failureOf(run(world, finding))).message).not.toMatch(byName);
	});

	test.each(['create', 'import', 'upsert', 'update'])(
		'fails for unknown columns if the option says so, and sends the other items: %s',
		async (world, operation) => {
			const items = itemsOf([
				{ 'field-21': 'C-901', Name: 'A' },
				{ 'field-21': 'C-902', Naame: 'B', weather: 'fine' },
			]);
			const parameters = {
				...record(operation, CUSTOMERS, itself),
				recordId: byId('={{ $itemIndex + 1 }}'),
				options: { unknownColumns: 'fail' },
			};
			const message =
				"The form has no such field: 'Naame' may mean 'Name' (field-22) and 'weather'";
			const error = await failureOf(run(world, parameters, items));
			expect(error).toMatchObject({ message, context: { itemIndex: 1 } });
			expect(error.description).toMatch(/^Nothing was sent\. Rename or remove the columns/);
			expect(writes(world.service)).toEqual([]);
			const { items: output } = await run(world, parameters, items, true);
			expect(output[0]?.json).toMatchObject({ success: true });
			expect(errorOf(output[1])).toMatchObject({ message, outcome: 'not sent' });
			expect(writes(world.service)).toHaveLength(1);
		},
	);
});

it('the editor takes user codes if the key cannot read the directory', async () => {
	const keys = [{ key: 'apps-only', scopes: ['app' as const] }];
	await inWorld({ keys }, async ({ credentials }) => {
		const parameters = record('update', SUPPORT);
		const { fields } = await mapperFields('getFormFields', { parameters, credentials });
		expect(fields.map(({ displayName }) => displayName)).toContain('Requester (code)');
	});
});

test('the editor does not offer files as columns of detail rows', async ({
	service,
	credentials,
}) => {
	const field = (fieldId: number, caption: string, fieldType: string) => ({
		...{ fieldId, caption, fieldType },
		uniqueId: `field-${fieldId}`,
	});
	const subTable = [field(6, 'Scan', 'attachment'), field(7, 'Line', 'text')];
	const body = { fields: [{ ...field(5, 'Rows', 'table'), subTable }] };
	service.faults.add({ path: '/api/apps/1/fields', answer: { status: 200, body } });
	const parameters = record('create', SUPPORT);
	const columns = await loadedOptions('getDetailColumns', { parameters, credentials });
	expect(columns.map(({ name }) => name)).toEqual(['Rows / Line']);
});

describe('an update', () => {
	test('sends the mapped values and the key fields, and changes nothing else', async (world) => {
		const { service } = world;
		const before = valuesOf(service, CUSTOMERS, 3);
		const change = { recordId: byId(3), ...byHand({ 'field-22': 'Renamed' }) };
		await run(world, record('update', CUSTOMERS, change));
		const key = before['field-21'];
		expect(writes(service)).toEqual([
			['PUT /api/apps/2/records/3', { record: { 'field-21': key, 'field-22': 'Renamed' } }],
		]);
		expect(valuesOf(service, CUSTOMERS, 3)).toEqual({ ...before, 'field-22': 'Renamed' });
	});

	test("clears a choice that the editor shows as (Clear), and a field with the value ''", async (world) => {
		const cleared = byHand({ 'field-6': '(clear)', 'field-2': '' });
		await run(world, record('update', SUPPORT, { recordId: byId(3), ...cleared }));
		expect(writes(world.service)[0]?.[1]).toEqual({ record: { 'field-6': '', 'field-2': '' } });
	});
});

test.each<[string, INodeParameters, object, object]>([
	['with fields', byHand({ 'field-1': 'New' }), { 'field-1': 'New' }, { Subject: 'New' }],
	['with JSON', asJson({ 'field-1': 'New' }), { 'field-1': 'New' }, { 'field-1': 'New' }],
	['alone', byHand({}), {}, {}],
])('Status goes into the body: %s', async (world, _, given, values, shown) => {
	const options = { status: 'Closed' };
	await run(world, record('update', SUPPORT, { recordId: byId(2), ...given, options }));
	// With a record ID: a new record would need a subject.
	const importing = { ...given, options: { ...options, recordId: 2 } };
	const { items } = await run(world, record('import', SUPPORT, importing));
	// Whether the service has set the status is not known.
	expect(jsonOf(items)).toEqual([{ success: true, action: 'imported', ...shown }]);
	expect(writes(world.service).map(([, body]) => body)).toEqual([
		{ record: values, ...options },
		{ records: [{ recordId: 2, record: values, ...options }] },
	]);
});

test.each(['create', 'update', 'import', 'upsert'])(
	'a whole record where fields belong is no success without values: %s',
	async (world, operation) => {
		const values = asJson({ recordId: 2, record: { 'field-1': 'New' } });
		const target = operation === 'upsert' ? { options: { matchOn: 'field-1' } } : {};
		const parameters = record(operation, SUPPORT, { recordId: byId(2), ...values, ...target });
		const { message } = await failureOf(run(world, parameters));
		expect(message).toBe("'Record' contains a whole record, not only its values");
		expect(world.service.log).toEqual([]);
	},
);

describe('null or empty text in an item that is mapped automatically', () => {
	const items = itemsOf([{ 'Customer number': 'C-003', Name: 'New', Rank: '', Contacts: null }]);
	const held = { 'field-21': 'C-003', 'field-23': 'Gold', 'field-24': [{ 'field-241': 'Ann' }] };

	test.each<[string, INodeParameters, INodeParameters]>([
		['update', { recordId: byId(3), ...itself }, {}],
		['upsert', wholeItem('field-21'), {}],
		['import', itself, { recordId: 3 }],
	])(
		'changes nothing, and clears the field if the option is on: %s',
		async (world, operation, how, options) => {
			const { service } = world;
			service.store.updateRecord(CUSTOMERS, 3, held);
			await run(world, record(operation, CUSTOMERS, { ...how, options }), items);
			expect(valuesOf(service, CUSTOMERS, 3)).toMatchObject({ ...held, 'field-22': 'New' });
			const clearing = { ...how, options: { ...options, clearNull: true } };
			await run(world, record(operation, CUSTOMERS, clearing), items);
			const after = Object.keys(valuesOf(service, CUSTOMERS, 3));
			expect(after).not.toContain('field-23');
			expect(after).not.toContain('field-24');
		},
	);

	test('is rejected if the item has no other value', async (world) => {
		const parameters = record('create', CUSTOMERS, itself);
		const { message } = await failureOf(run(world, parameters, itemsOf([{ Name: null }])));
		expect(message).toBe("There is nothing to send: there is no value in 'Name'");
		expect(writes(world.service)).toEqual([]);
	});
});
