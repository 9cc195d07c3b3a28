import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../sandbox/service/service';
import { execute } from '../../support/n8n';
import { byId, inWorld, test, jsonOf } from '../../support/world';
import { failureOf } from '../runs';

const condition = (field: string, asks: string, value: string | number) => ({
	field: byId(field),
	condition: asks,
	value,
});
const reading = (
	rows: Array<ReturnType<typeof condition>>,
	more: INodeParameters = {},
): INodeParameters => ({
	resource: 'record',
	operation: 'getAll',
	form: byId(3),
	returnAll: true,
	conditions: { row: rows },
	options: { names: 'identifiers' },
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

test('finds them in the whole form', async ({ service, credentials }) => {
	add(service, 2_000);
	const run = { parameters: reading([two, isNew]), credentials };
	expect(idsOf(await execute(run))).toEqual(Array.from({ length: 20 }, (_, n) => 1_921 - n * 100));
	expect(recordRequests(service)).toHaveLength(3);
});

test('returns each record that a list by time shows once, though its top is read again at the end', async (world) => {
	const { service, credentials } = world;
	add(service, 2_500);
	const changedAfter = '2026-06-01 00:00:30';
	const parameters = reading([two], { filters: { changedAfter } });
	const items = await execute({ parameters, credentials });
	expect(new Set(idsOf(items)).size).toBe(24);
	expect(items).toHaveLength(24);
	expect(recordRequests(service).length).toBeGreaterThan(3);
});

test('reads no further than the limit needs', async ({ service, credentials }) => {
	add(service, 3_000);
	const parameters = reading([two], { returnAll: false, limit: 3 });
	expect(idsOf(await execute({ parameters, credentials }))).toEqual([2921, 2821, 2721]);
	expect(recordRequests(service)).toHaveLength(1);
});

test.each([
	['Changed After', { filters: { changedAfter: '2026-06-01 00:30:00' } }, [1921, 1821]],
	['a limit', { filters: { changedAfter: '2026-06-01' }, returnAll: false, limit: 1 }, [1921]],
	['a query', { filters: { query: 'field-31 = "Asset 300"' } }, [321]],
	[
		'a sorting',
		{ returnAll: false, limit: 2, options: { names: 'identifiers', order: byId('createdAt') } },
		[1921, 1821],
	],
])('goes with %s', async ({ service, credentials }, _, more, ids) => {
	add(service, 2_000);
	const parameters = reading([two, isNew], more);
	expect(idsOf(await execute({ parameters, credentials })).slice(0, 2)).toEqual(ids);
});

test.each([
	[
		condition('field-31', 'more', 5),
		/^Condition 1: 'Asset name' \(field-31\) cannot be compared by/,
	],
	[condition('field-99', 'equals', 5), /^Condition 1: The form has no field 'field-99'/],
	[condition('field-34', 'equals', 'two'), /^Condition 1: .* is not a number: "two"/],
])(
	'a mistake is found before any record is read: %j',
	async ({ service, credentials }, wrong, message) => {
		const run = { parameters: reading([wrong]), credentials };
		expect((await failureOf(execute(run))).message).toMatch(message);
		expect(recordRequests(service)).toEqual([]);
	},
);

test('Must Match: a record that meets any condition is returned, and all rows together take one reading', async (world) => {
	const { service, credentials } = world;
	const either = [condition('recordId', 'equals', 7), condition('recordId', 'atMost', 2)];
	const ids = async (more: INodeParameters) =>
		idsOf(await execute({ parameters: reading(either, more), credentials }));
	expect(await ids({ mustMatch: 'any' })).toEqual([7, 2, 1]);
	expect(recordRequests(service)).toHaveLength(1);
	expect(await ids({})).toEqual([]);
});

test('without a row, there are no conditions', async ({ credentials }) => {
	const parameters = { ...reading([]), conditions: {} };
	expect(await execute({ parameters, credentials })).toHaveLength(20);
});

describe('items that read the same', () => {
	const items = [20, 520, 1_020, 1_520, 2_020].map((above) => ({ json: { above } }));
	const above = condition('recordId', 'more', '={{ $json.above }}');

	test('read one list, and each its own records of it', async ({ service, credentials }) => {
		add(service, 5_000);
		const run = { parameters: reading([above]), items, credentials };
		const output = await execute({
			...run,
			credentials: { ...credentials, requestsPer100Seconds: 1e6 },
		});
		const counts = items.map(
			(_, item) =>
				output.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item).length,
		);
		expect(counts).toEqual([5_000, 4_500, 4_000, 3_500, 3_000]);
		expect(recordRequests(service)).toHaveLength(6);
	});

	test('each up to its limit', async ({ service, credentials }) => {
		add(service, 2_500);
		const parameters = reading([above], { returnAll: false, limit: 3 });
		const output = await execute({ parameters, items, credentials });
		expect(idsOf(output)).toEqual(items.flatMap(() => [2_520, 2_519, 2_518]));
	});

	test('are sent one request for a record that several name', async ({ service, credentials }) => {
		const get = {
			resource: 'record',
			operation: 'get',
			form: byId(3),
			options: { names: 'identifiers' },
		};
		const parameters = { ...get, recordId: byId('={{ $itemIndex % 2 + 1 }}') };
		expect(idsOf(await execute({ parameters, items, credentials }))).toEqual([1, 2, 1, 2, 1]);
		expect(service.log).toHaveLength(2);
	});
});
