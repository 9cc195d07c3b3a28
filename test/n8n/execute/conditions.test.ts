import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../sandbox/service/service';
import { execute } from '../../support/n8n';
import { byId, test, jsonOf } from '../../support/world';

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
const recordRequests = ({ log }: Service) => log.filter(({ path }) => path.endsWith('/records'));

test('reads no further than the limit needs', async ({ service, credentials }) => {
	add(service, 3_000);
	const parameters = reading([two], { returnAll: false, limit: 3 });
	expect(idsOf(await execute({ parameters, credentials }))).toEqual([2921, 2821, 2721]);
	expect(recordRequests(service)).toHaveLength(1);
});

describe('items that read the same', () => {
	const items = [20, 520, 1_020, 1_520, 2_020].map((above) => ({ json: { above } }));
	const above = condition('recordId', 'more', '={{ $json.above }}');

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
