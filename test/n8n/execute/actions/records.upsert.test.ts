import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { byId, inWorld, test } from '../../../support/world';
import { errorOf, failureOf, recordsOf, wholeItem, writesTo } from '../../runs';
import { CUSTOMERS } from './customers';
import { run } from './run';

const ASSETS = 3;

const assets = (count: number, price = (_: number) => 5): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({
		json: { 'Asset name': `Lamp ${n}`, Price: price(n) },
	}));
const withAssets = ({ store }: Service, count: number) =>
	store.addRecords(
		ASSETS,
		Array.from({ length: count }, (_, n) => ({
			values: { 'field-31': `Lamp ${n}`, 'field-33': 5 },
		})),
	);
const matching = (columns: string[], more: INodeParameters = {}) =>
	recordsOf(ASSETS, 'upsert', { ...wholeItem(...columns), options: {}, ...more });
const upserting = matching(['field-31']);
const writesOf = (service: Service) =>
	writesTo(service)
		.map(({ method }) => method)
		.join(' ');
const actionsOf = (items: readonly INodeExecutionData[]) => {
	const counts: Record<string, number> = {};
	for (const { json } of items) {
		const action = String(json.action ?? (json.error as { message: string }).message);
		counts[action] = (counts[action] ?? 0) + 1;
	}
	return counts;
};

// The jitter of a retry; without it, a service that says 0 gets the next request immediately.
beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

test('finds or creates: existing records, however old, are returned as they are', async (world) => {
	withAssets(world.service, 2);
	world.service.store.addRecords(ASSETS, Array(1_100).fill({ values: { 'field-31': 'Desk' } }));
	const parameters = matching(['field-31'], { options: { keepExisting: true } });
	const { items } = await run(
		world,
		parameters,
		assets(3, () => 6),
	);
	const existing = { success: true, action: 'unchanged', Price: 5 };
	expect(items.map(({ json }) => json)).toEqual([
		{ ...existing, recordId: 21, 'Asset name': 'Lamp 0' },
		{ ...existing, recordId: 22, 'Asset name': 'Lamp 1' },
		{ success: true, action: 'created', 'Asset name': 'Lamp 2', Price: 6 },
	]);
	expect(writesOf(world.service)).toBe('POST');
});

describe('what changes nothing is not sent', () => {
	test.each([
		[0, 'unchanged'],
		[2, 'created'],
	])('a record whose isDeleted is %d: %s', async (world, isDeleted, action) => {
		const record = { 'field-31': 'Lamp 0', 'field-33': 5 };
		const body = { records: [{ recordId: 7, isDeleted, record }] };
		world.service.faults.add({ path: /\/records$/, nth: 1, answer: { status: 200, body } });
		expect(actionsOf((await run(world, upserting, assets(1))).items)).toEqual({ [action]: 1 });
	});

	test('a second run of anything sends nothing', async (world) => {
		const contacts = [{ 'Contact name': 'Ann', Role: 'Buyer' }];
		const items = [
			{ json: { 'Customer number': 'C-1', Name: 'New', Contacts: contacts } },
			{ json: { 'Customer number': 'C-001', Name: 'Renamed', Contacts: contacts } },
		] as unknown as INodeExecutionData[];
		const parameters = matching([], { form: byId(CUSTOMERS) });
		const first = await run(world, parameters, items);
		expect(actionsOf(first.items)).toEqual({ created: 1, updated: 1 });
		world.service.log.length = 0;
		const second = await run(world, parameters, items);
		expect(actionsOf(second.items)).toEqual({ unchanged: 2 });
		expect(writesOf(world.service)).toBe('');
	});

	it.each([
		['5.0', /'Price' \(field-33\) may have the same value as record \d+, in another format/],
		['005', /may have the same value as record/],
	])(
		'where types are codes, a number in another spelling creates nothing: %s',
		async (price, said) => {
			await inWorld({ dialect: { fieldTypes: 'codes' } }, async (world) => {
				withAssets(world.service, 1);
				const items = [{ json: { 'Asset name': 'New', Price: price } }];
				const error = await failureOf(run(world, matching(['field-33']), items));
				expect(error.message).toMatch(said);
				expect(writesOf(world.service)).toBe('');
			});
		},
	);

	it('where types are codes, of two items that may be one only that of the record is updated', async () => {
		await inWorld({ dialect: { fieldTypes: 'codes' } }, async (world) => {
			withAssets(world.service, 1);
			const prices = ['5.0', '5'];
			const items = prices.map((Price) => ({ json: { 'Asset name': 'New', Price } }));
			const { items: output } = await run(world, matching(['field-33']), items, true);
			expect(errorOf(output[0])?.message).toMatch(/may have the same value as record/);
			expect(output[1]?.json).toMatchObject({ action: 'updated' });
		});
	});

	test.each([{ records: null }, {}])(
		'an empty list %j is not believed beside a count',
		async (world, body) => {
			withAssets(world.service, 3);
			const list = { path: `/api/apps/${ASSETS}/records`, method: 'GET', times: 9 };
			world.service.faults.add({ ...list, answer: { status: 200, body } });
			const error = await failureOf(run(world, upserting, assets(3)));
			expect(error.message).toMatch(/although it counts some/);
			expect(writesOf(world.service)).toBe('');
		},
	);
});
