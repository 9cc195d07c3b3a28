import type { INodeParameters } from 'n8n-workflow';
import type { Dialect, Service } from '../../../sandbox/service/service';
import { execute, listSearch } from '../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo } from '../../support/world';

const FORM = 4;
const flags: readonly Dialect['deletionFlag'][] = ['number', 'text', 'boolean'];
const recordsOf = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'record',
	operation: 'getAll',
	form: byId(FORM),
	returnAll: true,
	filters: {},
	options: { names: 'identifiers' },
	...more,
});
const where = (field: string, condition: string, value: string) => ({
	conditions: { row: [{ field, condition, value }] },
});

/** The IDs of the live records, newest first, after the newest and two others were deleted. */
function afterDeletions({ store }: Service): readonly number[] {
	const all = store.records.count(FORM);
	const dead = [all, all - 1, 3];
	for (const id of dead) store.deleteRecord(FORM, id);
	return Array.from({ length: all }, (_, n) => all - n).filter((id) => !dead.includes(id));
}

const idsOf = (items: Awaited<ReturnType<typeof execute>>) =>
	jsonOf(items).map(({ recordId }) => Number(recordId));
const down = (ids: readonly number[]) => [...ids].sort((a, b) => b - a);

describe.each(flags)(
	'at a site that lists deleted records, with isDeleted as a %s',
	(deletionFlag) => {
		const dialect = { deletedListed: true, deletedReadable: true, deletionFlag } as const;

		it.each<[string, INodeParameters]>([
			['by ID', {}],
			['sorted', { options: { names: 'identifiers', order: 'createdAt' } }],
			['since a time', { filters: { createdAfter: '2000-01-01' } }],
			['with conditions', where('recordId', 'atLeast', '1')],
			['not simplified', { simplify: false }],
		])('Get Many returns live records only: %s', async (_, more) => {
			await inWorld({ dialect }, async ({ service, credentials }) => {
				const live = afterDeletions(service);
				const all = await execute({ parameters: recordsOf(more), credentials });
				expect(down(idsOf(all))).toEqual(live);
				const few = { ...recordsOf(more), returnAll: false, limit: 4 };
				const some = idsOf(await execute({ parameters: few, credentials }));
				expect(some).toHaveLength(4);
				expect(live).toEqual(expect.arrayContaining(some));
			});
		});

		it('Get returns a deleted record and says so', async () => {
			await inWorld({ dialect }, async ({ service, credentials }) => {
				afterDeletions(service);
				const get = recordsOf({ operation: 'get', recordId: byId(3) });
				const [item] = jsonOf(await execute({ parameters: get, credentials }));
				expect(item).toMatchObject({ recordId: 3 });
				expect([1, true, 'true']).toContain(item!.isDeleted);
			});
		});

		it('a condition on the deletion finds them', async () => {
			if (deletionFlag === 'boolean') return;
			await inWorld({ dialect }, async ({ service, credentials }) => {
				afterDeletions(service);
				const parameters = recordsOf(where('isDeleted', 'equals', '1'));
				expect(await execute({ parameters, credentials })).toHaveLength(3);
			});
		});

		it('the panel offers live records only', async () => {
			await inWorld({ dialect }, async ({ service, credentials }) => {
				const live = afterDeletions(service);
				const parameters = recordsOf({ operation: 'get' });
				const { results } = await listSearch('searchRecord', { parameters, credentials });
				expect(results.map(({ value }) => value)).toEqual(live.slice(0, 100));
			});
		});

		it('Get Many of comments returns live ones only', async () => {
			await inWorld({ dialect }, async ({ service, credentials }) => {
				for (const content of ['a', 'b', 'c'])
					service.store.addComment(FORM, 9, { content, creatorCode: 'E0001' });
				const parameters = recordsOf({ resource: 'comment', recordId: byId(9), options: {} });
				const before = jsonOf(await execute({ parameters, credentials }));
				service.store.comments.markDeleted(Number(before[0]!.id));
				const after = jsonOf(await execute({ parameters, credentials }));
				expect(after).toEqual(before.slice(1));
				const few = { ...parameters, returnAll: false, limit: 1 };
				expect(jsonOf(await execute({ parameters: few, credentials }))).toEqual(after.slice(0, 1));
			});
		});
	},
);

it.each([
	['isDeleted', 'recordId'],
	['recordId', 'isDeleted'],
])('only a condition on the deletion finds deleted records: %s, then %s', async (...fields) => {
	await inWorld({ dialect: { deletedListed: true } }, async ({ service, credentials }) => {
		afterDeletions(service);
		const parameters = recordsOf(where('={{ $json.field }}', 'equals', '={{ $json.value }}'));
		const values = { isDeleted: 1, recordId: 3 };
		const items = [...fields, ...fields].map((field) => ({
			json: { field, value: values[field as keyof typeof values] },
		}));
		const output = await execute({ parameters, items, credentials });
		const found = output.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		const [first, second] = fields[0] === 'isDeleted' ? [0, 2] : [1, 3];
		expect(found).toEqual([first, first, first, second, second, second]);
	});
});

it('a limit is filled in few requests, however many of the newest records are deleted', async () => {
	await inWorld({ dialect: { deletedListed: true } }, async ({ service, credentials }) => {
		const first = service.store.addRecords(FORM, Array(1_500).fill({ values: {} }));
		for (let id = first + 10; id < first + 1_500; id++) service.store.deleteRecord(FORM, id);
		for (const more of [{}, { filters: { createdAfter: '2000-01-01' } }]) {
			service.log.length = 0;
			const parameters = { ...recordsOf(more), returnAll: false, limit: 5 };
			expect(await execute({ parameters, credentials })).toHaveLength(5);
			expect(sentTo(service).length).toBeLessThanOrEqual(6);
		}
	});
});

test('a site without deleted records gets the same requests as ever', async (world) => {
	const { service, credentials } = world;
	const parameters = { ...recordsOf(), returnAll: false, limit: 5 };
	await execute({ parameters, credentials });
	expect(sentTo(service).map(({ query }) => query)).toEqual([
		{ order: 'recordId:desc', page: '1', limit: '20' },
	]);
});
