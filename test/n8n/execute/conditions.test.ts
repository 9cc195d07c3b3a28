import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../sandbox/service/service';
import { execute } from '../../support/n8n';
import { byId, inWorld, test, jsonOf } from '../../support/world';
import { failureOf, plain, recordsOf } from '../runs';

const condition = (field: string, asks: string, value: string | number) => ({
	field: byId(field),
	condition: asks,
	value,
});
const reading = (
	rows: Array<ReturnType<typeof condition>>,
	more: INodeParameters = {},
): INodeParameters =>
	recordsOf(3, 'getAll', {
		returnAll: true,
		conditions: { row: rows },
		options: plain,
		...more,
	});
const idsOf = (output: Awaited<ReturnType<typeof execute>>) =>
	jsonOf(output).map(({ recordId }) => Number(recordId));

/** Assets 21 and up: of every hundredth there are two. */
const add = ({ store }: Service, count: number) =>
	store.addRecords(
		3,
		Array.from({ length: count }, (_, n) => ({
			values: { 'field-31': `Asset ${n}`, 'field-34': n % 100 === 0 ? 2 : 1 },
			createdAt: `2026-06-01 00:${String(Math.floor(n / 60) % 60).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
		})),
	);
const two = condition('field-34', 'equals', 2);
const isNew = condition('recordId', 'more', 20);
const recordRequests = ({ log }: Service) => log.filter(({ path }) => path.endsWith('/records'));

it('does not compare what may be the same in another spelling', async () => {
	await inWorld({ dialect: { fieldTypes: 'codes' } }, async ({ service, credentials }) => {
		service.store.createRecord(3, { 'field-31': 'A', 'field-36': '2026/01/05' });
		for (const asks of ['equals', 'notEquals']) {
			const parameters = reading([condition('field-36', asks, '2026-01-05'), isNew]);
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toMatch(/record 21 has "2026\/01\/05" in .*, which cannot be compared/);
		}
	});
});

const changedAfter = '2026-06-01 00:30:00';
const limited = (limit: number, more: INodeParameters = {}) => ({
	...{ returnAll: false, limit },
	...more,
});
test.each<[string, INodeParameters, number, number[], number]>([
	['in the whole form', {}, 20, [1921, 1821], 3],
	['no further than the limit needs', limited(3), 3, [1921, 1821, 1721], 1],
	['since a time', { filters: { changedAfter } }, 2, [1921, 1821], 3],
	['since a time, up to a limit', limited(1, { filters: { changedAfter } }), 1, [1921], 1],
	['by a query', { filters: { query: 'field-31 = "Asset 300"' } }, 1, [321], 1],
	[
		'in an order',
		limited(2, { options: { ...plain, order: byId('createdAt') } }),
		2,
		[1921, 1821],
		// Without the order of IDs, a page must show that nothing follows.
		4,
	],
])('finds records %s', async ({ service, credentials }, _, more, count, newest, requests) => {
	add(service, 2_000);
	const ids = idsOf(await execute({ parameters: reading([two, isNew], more), credentials }));
	expect(ids).toHaveLength(count);
	expect(ids.slice(0, newest.length)).toEqual(newest);
	expect(recordRequests(service)).toHaveLength(requests);
});

test('returns each record that a list by time shows once, though its top is read again at the end', async (world) => {
	const { service, credentials } = world;
	add(service, 2_500);
	const parameters = reading([two], { filters: { changedAfter: '2026-06-01 00:00:30' } });
	const items = await execute({ parameters, credentials });
	expect(new Set(idsOf(items)).size).toBe(24);
	expect(items).toHaveLength(24);
	expect(recordRequests(service).length).toBeGreaterThan(3);
});

test('a mistake is found before any record is read', async ({ service, credentials }) => {
	const run = { parameters: reading([condition('field-99', 'equals', 5)]), credentials };
	const { message } = await failureOf(execute(run));
	expect(message).toMatch(/^Condition 1: The form has no field 'field-99'/);
	expect(recordRequests(service)).toEqual([]);
});

test('any of the conditions may be enough, and all of them take one reading', async (world) => {
	const { service, credentials } = world;
	const either = [condition('recordId', 'equals', 7), condition('recordId', 'atMost', 2)];
	const parameters = reading(either, { mustMatch: 'any' });
	expect(idsOf(await execute({ parameters, credentials }))).toEqual([7, 2, 1]);
	expect(recordRequests(service)).toHaveLength(1);
	const none = { ...parameters, conditions: {} };
	expect(await execute({ parameters: none, credentials })).toHaveLength(20);
});

describe('items that read the same', () => {
	const items = [20, 520, 1_020, 1_520, 2_020].map((above) => ({ json: { above } }));
	const above = condition('recordId', 'more', '={{ $json.above }}');

	test('read one list, and each its own records of it, up to its limit', async (world) => {
		const { service } = world;
		add(service, 5_000);
		const credentials = { ...world.credentials, requestsPer100Seconds: 1e6 };
		const output = await execute({ parameters: reading([above]), items, credentials });
		const linked = output.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		const counts = items.map((_, item) => linked.filter((one) => one === item).length);
		expect(counts).toEqual([5_000, 4_500, 4_000, 3_500, 3_000]);
		expect(recordRequests(service)).toHaveLength(6);
		const few = await execute({ parameters: reading([above], limited(3)), items, credentials });
		expect(idsOf(few)).toEqual(items.flatMap(() => [5_020, 5_019, 5_018]));
	});

	test('are sent one request for a record that several name', async ({ service, credentials }) => {
		const recordId = byId('={{ $itemIndex % 2 + 1 }}');
		const parameters = recordsOf(3, 'get', { options: plain, recordId });
		expect(idsOf(await execute({ parameters, items, credentials }))).toEqual([1, 2, 1, 2, 1]);
		expect(service.log).toHaveLength(2);
	});
});
