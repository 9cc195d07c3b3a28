import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../sandbox/service/service';
import { execute } from '../../support/n8n';
import { byId, inWorld } from '../../support/world';
import { bareForm } from '../../support/watching';
import { failureOf } from '../runs';

/** A site whose lists ignore `page`: every page is the first. */
const dialect = { pastTheEnd: 'repeats' } as const;
const FORM = 9;
const SAME_PAGE =
	'The site returns the same page again for every page number, so rows of the list may be missing';

/** Records of which the lowest is not record 1, which would end the list by itself. */
const withRecords = ({ store }: Service, count: number) => {
	store.addForm({ ...bareForm(['own']), id: FORM });
	store.addRecords(
		FORM,
		Array.from({ length: count + 1 }, () => ({ values: {} })),
	);
	store.deleteRecord(FORM, 1);
};

/** Replaces the users. */
const withUsers = ({ store: { users } }: Service, count: number) => {
	const { id: _, ...user } = users.get('E0005')!;
	for (const { code } of users.list()) users.delete(code);
	for (let n = 0; n < count; n++) users.add({ ...user, code: `C${n}`, loginId: `C${n}` });
};

const run = (given: INodeParameters) => ({
	...{ operation: 'getAll', returnAll: true, filters: {} },
	...given,
});
const ofRecords = (more: INodeParameters, options: INodeParameters = {}) =>
	run({
		resource: 'record',
		form: byId(FORM),
		options: { names: 'identifiers', ...options },
		...more,
	});

/** The last column is how many requests such a list takes at most. */
const lists: Array<[string, INodeParameters, (service: Service, count: number) => void, number]> = [
	['users', run({ resource: 'user' }), withUsers, 2],
	['records by ID', ofRecords({}), withRecords, 3],
	['sorted records', ofRecords({}, { order: 'createdAt' }), withRecords, 3],
	[
		'records with conditions',
		ofRecords({
			conditions: { row: [{ field: 'recordId', condition: 'atLeast', value: '1' }] },
		}),
		withRecords,
		4,
	],
	['records since a time', ofRecords({ filters: { changedAfter: '2000-01-01' } }), withRecords, 9],
];

describe.each(lists)('at a site that ignores `page`, %s', (_, parameters, fill, most) => {
	const reading = async (count: number, more: INodeParameters = {}) =>
		await inWorld({ dialect }, async ({ service, credentials }) => {
			service.store.change(() => fill(service, count));
			const items = await execute({ parameters: { ...parameters, ...more }, credentials });
			expect(service.log.length).toBeLessThanOrEqual(most);
			return items;
		});

	it('are all read', async () => {
		for (const count of [0, 9, 10, 11, 20, 30, 49, 51, 63, 65, 120, 999])
			expect(await reading(count)).toHaveLength(count);
	});

	it('are read if the length may be a cap, only if the form counts as many', async () => {
		for (const count of [50, 64, 100, 128, 500]) {
			if (fill === withRecords) expect(await reading(count)).toHaveLength(count);
			else
				expect(await failureOf(reading(count))).toMatchObject({
					message: SAME_PAGE,
					description: expect.stringMatching(/Tell the provider/),
				});
		}
	});

	it('are no success if there are more', async () => {
		for (const count of [1_001, 1_100])
			expect((await failureOf(reading(count))).message).toBe(SAME_PAGE);
	});

	it('are returned up to the limit', async () => {
		expect(await reading(150, { returnAll: false, limit: 50 })).toHaveLength(50);
	});
});

it('a count that differs confirms nothing', async () => {
	await inWorld({ dialect: { ...dialect, pageCap: 100 } }, async ({ service, credentials }) => {
		withRecords(service, 150);
		const error = await failureOf(execute({ parameters: ofRecords({}), credentials }));
		expect(error.message).toBe(SAME_PAGE);
	});
});
