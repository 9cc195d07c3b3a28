import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { byId, inWorld, test } from '../../../support/world';
import { errorOf, failureOf, recordsOf, wholeItem, writesTo } from '../../runs';

const ASSETS = 3;
/** A form with a key, a choice and a detail table. */
const CUSTOMERS = 2;

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

test('finds or creates: existing records are returned as they are', async (world) => {
	const { service, credentials } = world;
	withAssets(service, 2);
	const parameters = matching(['field-31'], { options: { keepExisting: true } });
	const items = await execute({ parameters, items: assets(3, () => 6), credentials });
	const existing = { success: true, action: 'unchanged', Price: 5 };
	expect(items.map(({ json }) => json)).toEqual([
		{ ...existing, recordId: 21, 'Asset name': 'Lamp 0' },
		{ ...existing, recordId: 22, 'Asset name': 'Lamp 1' },
		{ success: true, action: 'created', 'Asset name': 'Lamp 2', Price: 6 },
	]);
	expect(writesOf(service)).toBe('POST');
});

describe('what changes nothing is not sent', () => {
	test.each([
		...[0, '0', false, 'false', null].map((isDeleted) => [isDeleted, 'unchanged'] as const),
		...[1, '1', true, 'true', 2].map((isDeleted) => [isDeleted, 'created'] as const),
	])('a record whose isDeleted is %j: %s', async ({ service, credentials }, isDeleted, action) => {
		const record = { 'field-31': 'Lamp 0', 'field-33': 5 };
		const body = { records: [{ recordId: 7, isDeleted, record }] };
		const path = /\/records$/;
		service.faults.add({ method: 'GET', path, nth: 1, answer: { status: 200, body } });
		const output = await execute({ parameters: upserting, items: assets(1), credentials });
		expect(actionsOf(output)).toEqual({ [action]: 1 });
	});

	test('a second run of anything sends nothing', async ({ service, credentials }) => {
		const contacts = [{ 'Contact name': 'Ann', Role: 'Buyer' }];
		const items = [
			{ json: { 'Customer number': 'C-1', Name: 'New', Contacts: contacts } },
			{ json: { 'Customer number': 'C-001', Name: 'Renamed', Contacts: contacts } },
		] as unknown as INodeExecutionData[];
		const parameters = matching([], { form: byId(CUSTOMERS) });
		expect(actionsOf(await execute({ parameters, items, credentials }))).toEqual({
			created: 1,
			updated: 1,
		});
		service.log.length = 0;
		expect(actionsOf(await execute({ parameters, items, credentials }))).toEqual({ unchanged: 2 });
		expect(writesOf(service)).toBe('');
	});

	it.each([
		['5.0', /'Price' \(field-33\) may have the same value as record \d+, in another format/],
		['005', /may have the same value as record/],
	])(
		'where types are codes, a number in another spelling creates nothing: %s',
		async (price, said) => {
			await inWorld({ dialect: { fieldTypes: 'codes' } }, async ({ service, credentials }) => {
				withAssets(service, 1);
				const before = service.store.records.count(ASSETS);
				const items = [{ json: { 'Asset name': 'New', Price: price } }];
				const parameters = matching(['field-33']);
				const run = { parameters, items, credentials };
				expect((await failureOf(execute(run))).message).toMatch(said);
				expect(writesOf(service)).toBe('');
				expect(service.store.records.count(ASSETS)).toBe(before);
			});
		},
	);

	it('where types are codes, of two items that may be one only that of the record is updated', async () => {
		await inWorld({ dialect: { fieldTypes: 'codes' } }, async ({ service, credentials }) => {
			withAssets(service, 1);
			const prices = ['5.0', '5'];
			const items = prices.map((Price) => ({ json: { 'Asset name': 'New', Price } }));
			const run = { parameters: matching(['field-33']), items, credentials, continueOnFail: true };
			const [first, second] = await execute(run);
			expect(errorOf(first)?.message).toMatch(/may have the same value as record/);
			expect(second?.json).toMatchObject({ action: 'updated' });
		});
	});

	test.each([{ records: null }, {}])(
		'an empty list %j is not believed beside a count',
		async ({ service, credentials }, body) => {
			withAssets(service, 3);
			const list = { path: `/api/apps/${ASSETS}/records`, method: 'GET', times: 9 };
			service.faults.add({ ...list, answer: { status: 200, body } });
			const run = { parameters: upserting, items: assets(3), credentials };
			expect((await failureOf(execute(run))).message).toMatch(/although it counts some/);
			expect(writesOf(service)).toBe('');
		},
	);
});
