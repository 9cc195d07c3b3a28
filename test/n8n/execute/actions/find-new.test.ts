import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { ServiceOptions } from '../../../../sandbox/service/service';
import { inAHurry } from '../../../support/hurry';
import { executeWithHints } from '../../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo, type World } from '../../../support/world';
import { byHand, countOf, subjects } from '../../runs';
import { customer, CUSTOMERS, customers, many } from './customers';

const LIST = 'GET /api/apps/2/records';
const POST = 'POST /api/apps/2/records';
const finding = (operation: string) => customers(operation, { options: { findNew: true } });
const run = async (
	{ credentials }: World,
	parameters: INodeParameters,
	items: INodeExecutionData[] = [customer(1)],
) => await inAHurry(() => executeWithHints({ parameters, items, credentials }));
const idsOf = async (...given: Parameters<typeof run>) =>
	jsonOf((await run(...given)).items).map(({ recordId }) => recordId);
const requests = ({ service }: World) =>
	sentTo(service)
		.map(({ method, path }) => `${method} ${path}`)
		.filter((request) => !request.endsWith('/fields'));
const next = ({ service }: World) => countOf(service, CUSTOMERS) + 1;

describe('the ID of a new record', () => {
	test.each([
		['create', POST],
		['import', `${POST}/import`],
	])('is found by one request before and one after: %s', async (world, operation, post) => {
		const first = next(world);
		const { items, hints } = await run(world, finding(operation));
		expect(jsonOf(items)).toMatchObject([{ success: true, recordId: first }]);
		expect(hints).toEqual([]);
		expect(requests(world)).toEqual([LIST, post, LIST]);
	});

	it.each(['record', 'location'] as const)(
		'is not looked up afterwards if the service returns it: %s',
		async (createRecordAnswer) => {
			await inWorld({ dialect: { createRecordAnswer } }, async (world) => {
				const first = next(world);
				expect(await idsOf(world, finding('create'))).toEqual([first]);
				expect(requests(world)).toEqual([LIST, POST]);
			});
		},
	);

	test('is found for each imported record, by one request per 100 and one before', async (world) => {
		const first = next(world);
		const found = await idsOf(world, finding('import'), many(250));
		expect(found).toEqual(many(250).map((_, n) => first + n));
		const post = `${POST}/import`;
		expect(requests(world)).toEqual([LIST, post, LIST, post, LIST, post, LIST]);
	});

	test('belongs to the record with the same values, even if others add records', async (world) => {
		const { store, events } = world.service;
		const first = next(world);
		events.once('record', () => {
			store.createRecord(CUSTOMERS, { 'field-21': 'OTHER', 'field-22': 'Name 1' }, {});
		});
		expect(await idsOf(world, finding('create'))).toEqual([first]);
		expect(next(world)).toBe(first + 2);
	});
});

describe('an older record with the same key and values', () => {
	const twin = { 'field-21': 'NEW-1', 'field-22': 'Name 1' };
	const atRepeated = (work: (world: World) => Promise<void>, options: ServiceOptions = {}) =>
		inWorld({ ...options, dialect: { doubleKey: 'created', ...options.dialect } }, work);

	it.each(['create', 'import'])('does not give its ID to a new one: %s', async (operation) => {
		await atRepeated(async (world) => {
			const old = world.service.store.createRecord(CUSTOMERS, twin, {}).recordId;
			expect(await idsOf(world, finding(operation))).toEqual([old + 1]);
		});
	});

	it.each(['create', 'import'])(
		'does not give its ID while the new one is not listed: %s',
		async (operation) => {
			let past = 2_500;
			const options = {
				now: () => new Date(Date.now() - past),
				dialect: { visibleAfterSeconds: 2 },
			};
			await atRepeated(async (world) => {
				world.service.store.createRecord(CUSTOMERS, twin, {});
				past = 0;
				expect(await idsOf(world, finding(operation))).toEqual([undefined]);
				expect(requests(world).filter((request) => request.startsWith('GET'))).toEqual([
					LIST,
					LIST,
				]);
			}, options);
		},
	);

	it('does not give its ID if record IDs are sorted as text', async () => {
		await atRepeated(async (world) => {
			const records = [9, 12].map((recordId) => ({ recordId, record: twin }));
			const answer = { status: 200, body: { records } };
			world.service.faults.add({ method: 'GET', path: '/api/apps/2/records', answer });
			expect(await idsOf(world, finding('create'))).toEqual([undefined]);
		});
	});

	it('leaves the second of two created items with the same key without an ID', async () => {
		await atRepeated(async (world) => {
			const first = next(world);
			const items = [customer(1), customer(1)];
			expect(await idsOf(world, finding('create'), items)).toEqual([first, undefined]);
			expect(await idsOf(world, finding('import'), items)).toEqual([first + 2, first + 3]);
		});
	});
});

describe('a new record that is not found', () => {
	const message = (items: string) =>
		`Saved, but the new record was not found: ${items}. The form needs a key field, and the item needs a value for it. If both exist, the service probably lists new records late. Items are counted from 0, as in n8n.`;

	test('is not looked up in a form without a key field, and a hint says so', async (world) => {
		const subject = byHand({ 'field-1': '={{ $json.subject }}' });
		const parameters = { ...finding('create'), form: byId(1), ...subject };
		const { items, hints } = await run(world, parameters, subjects(2));
		const done = { success: true, action: 'created', appsId: 1 };
		expect(jsonOf(items)).toEqual([
			{ ...done, Subject: 'Subject 0' },
			{ ...done, Subject: 'Subject 1' },
		]);
		expect(hints).toMatchObject([{ message: message('items 0 to 1'), type: 'warning' }]);
		expect(requests(world)).toEqual(Array(2).fill('POST /api/apps/1/records'));
	});

	test.each([
		['create', 400],
		['import', 502],
		['import', 401],
	])('is still saved if the lookup fails: %s, %d', async (world, operation, status) => {
		const first = next(world);
		const path = '/api/apps/2/records';
		world.service.faults.add({ method: 'GET', path, times: 9, answer: { status } });
		const { items, hints } = await run(world, finding(operation));
		expect(jsonOf(items)).toMatchObject([{ success: true }]);
		expect(items[0]?.json).not.toHaveProperty('recordId');
		expect(hints.map((hint) => hint.message)).toEqual([message('item 0')]);
		expect(next(world)).toBe(first + 1);
	});
});
