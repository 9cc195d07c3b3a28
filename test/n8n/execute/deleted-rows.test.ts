import type { INodeParameters } from 'n8n-workflow';
import type { Dialect, Service } from '../../../sandbox/service/service';
import { execute, listSearch } from '../../support/n8n';
import { byId, inWorld, jsonOf } from '../../support/world';

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
	},
);
