import type { INodeParameters } from 'n8n-workflow';
import type { Dialect, Service } from '../../../sandbox/service/service';
import { execute, listSearch } from '../../support/n8n';
import { byId, inWorld, jsonOf, sentTo } from '../../support/world';
import { countOf, plain, recordsOf } from '../runs';

const FORM = 4;
const flags: readonly Dialect['deletionFlag'][] = ['number', 'text', 'boolean'];
const reading = (more: INodeParameters = {}): INodeParameters =>
	recordsOf(FORM, 'getAll', { returnAll: true, filters: {}, options: plain, ...more });
const where = (field: string, condition: string, value: string) => ({
	conditions: { row: [{ field, condition, value }] },
});

/** The IDs of the live records, newest first, after the newest and two others were deleted. */
function afterDeletions(service: Service): readonly number[] {
	const all = countOf(service, FORM);
	const dead = [all, all - 1, 3];
	for (const id of dead) service.store.deleteRecord(FORM, id);
	return Array.from({ length: all }, (_, n) => all - n).filter((id) => !dead.includes(id));
}

const idsOf = (items: Awaited<ReturnType<typeof execute>>) =>
	jsonOf(items).map(({ recordId }) => Number(recordId));
const down = (ids: readonly number[]) => [...ids].sort((a, b) => b - a);

describe.each(flags)('where deleted records are listed, with isDeleted as %s', (deletionFlag) => {
	const dialect = { deletedListed: true, deletedReadable: true, deletionFlag } as const;

	it.each<[string, INodeParameters]>([
		['by ID', {}],
		['sorted', { options: { ...plain, order: 'createdAt' } }],
		['since a time', { filters: { createdAfter: '2000-01-01' } }],
		['with conditions', where('recordId', 'atLeast', '1')],
		['not simplified', { simplify: false }],
	])('Get Many returns live ones only: %s', async (_, more) => {
		await inWorld({ dialect }, async ({ service, credentials }) => {
			const live = afterDeletions(service);
			expect(down(idsOf(await execute({ parameters: reading(more), credentials })))).toEqual(live);
			const few = { ...reading(more), returnAll: false, limit: 4 };
			const some = idsOf(await execute({ parameters: few, credentials }));
			expect(some).toHaveLength(4);
			expect(live).toEqual(expect.arrayContaining(some));
		});
	});

	it('the panel offers live ones only, Get says that one is deleted, and a condition finds them', async () => {
		await inWorld({ dialect }, async ({ service, credentials }) => {
			const live = afterDeletions(service);
			const get = reading({ operation: 'get', recordId: byId(3) });
			const { results } = await listSearch('searchRecord', { parameters: get, credentials });
			expect(results.map(({ value }) => value)).toEqual(live.slice(0, 100));
			const [item] = jsonOf(await execute({ parameters: get, credentials }));
			expect(item).toMatchObject({ recordId: 3 });
			expect([1, true, 'true']).toContain(item!.isDeleted);
			if (deletionFlag === 'boolean') return;
			const two = [where('isDeleted', 'equals', '1'), where('recordId', 'more', '0')];
			const row = two.flatMap(({ conditions }) => conditions.row);
			const parameters = reading({ conditions: { row } });
			expect(await execute({ parameters, credentials })).toHaveLength(3);
		});
	});

	it('Get Many of comments returns live ones only', async () => {
		await inWorld({ dialect }, async ({ service, credentials }) => {
			for (const content of ['a', 'b', 'c'])
				service.store.addComment(FORM, 9, { content, creatorCode: 'E0001' });
			const parameters = reading({ resource: 'comment', recordId: byId(9), options: {} });
			const before = jsonOf(await execute({ parameters, credentials }));
			service.store.comments.markDeleted(Number(before[0]!.id));
			const after = jsonOf(await execute({ parameters, credentials }));
			expect(after).toEqual(before.slice(1));
			const few = { ...parameters, returnAll: false, limit: 1 };
			expect(jsonOf(await execute({ parameters: few, credentials }))).toEqual(after.slice(0, 1));
		});
	});
});

it.each([
	['isDeleted', 'recordId'],
	['recordId', 'isDeleted'],
])('only a condition on the deletion finds deleted records: %s, then %s', async (...fields) => {
	await inWorld({ dialect: { deletedListed: true } }, async ({ service, credentials }) => {
		afterDeletions(service);
		const parameters = reading(where('={{ $json.field }}', 'equals', '={{ $json.value }}'));
		const values: Record<string, number> = { isDeleted: 1, recordId: 3 };
		const all = [...fields, ...fields];
		const items = all.map((field) => ({ json: { field, value: values[field]! } }));
		const output = await execute({ parameters, items, credentials });
		const found = output.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(found).toEqual(all.flatMap((field, n) => (field === 'isDeleted' ? [n, n, n] : [])));
	});
});

it('a limit is filled in few requests, however many of the newest records are deleted', async () => {
	await inWorld({ dialect: { deletedListed: true } }, async ({ service, credentials }) => {
		const { store } = service;
		const createdAt = (n: number) => `2026-03-01 ${String(10 + (n % 10))}:00:00`;
		const rows = Array.from({ length: 1_500 }, (_, n) => ({ values: {}, createdAt: createdAt(n) }));
		const first = store.addRecords(FORM, rows);
		store.change(() => {
			for (let id = first + 10; id < first + 1_500; id++) store.deleteRecord(FORM, id);
		});
		for (const more of [{}, { filters: { createdAfter: '2000-01-01' } }]) {
			service.log.length = 0;
			const parameters = { ...reading(more), returnAll: false, limit: 5 };
			expect(await execute({ parameters, credentials })).toHaveLength(5);
			expect(sentTo(service).length).toBeLessThanOrEqual(6);
		}
	});
});
