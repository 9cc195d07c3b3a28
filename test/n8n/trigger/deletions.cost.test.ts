import { inAHurry } from '../../support/hurry';
import { FORM, idsOf, RECORDS, sorted, startedWith, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(120_000);

const given = { event: 'recordDeleted' };

describe('a trigger on deletions among 20,000 records', () => {
	it('asks little when nothing is gone, and not much for a handful', async () => {
		await watching({ given }, async ({ service, poll, bulk, taken, state }) => {
			bulk(19_880);
			const requests = async () => {
				taken();
				const ids = idsOf(await poll());
				return [taken().length, ids];
			};
			expect(await requests()).toEqual([22, []]);
			expect(JSON.stringify(state).length).toBeLessThan(170);
			expect(await requests()).toEqual([3, []]);
			bulk(7);
			expect(await requests()).toEqual([3, []]);
			service.store.deleteRecord(FORM, 12_345);
			const [one, first] = await requests();
			expect(first).toEqual([12_345]);
			expect(one).toBeLessThanOrEqual(9);
			expect(await requests()).toEqual([2, []]);
			const gone = [1, 77, 9_999, 15_000, 20_003];
			for (const id of gone) service.store.deleteRecord(FORM, id);
			const [five, rest] = await requests();
			expect(rest).toEqual(gone);
			expect(five).toBeLessThanOrEqual(25);
			for (let polls = 0; polls < 10; polls++) {
				const [quiet] = await requests();
				expect(quiet).toBeLessThanOrEqual(3);
			}
		});
	});

	it('asks for one short field of each record, where the site allows it', async () => {
		await watching({ given }, async ({ service, poll, taken }) => {
			const asked = async () => {
				taken();
				const ids = idsOf(await poll({ nodeId: 'asks for one field' }));
				const lists = taken().filter(({ path }) => path === RECORDS);
				return [ids, lists.map(({ query }) => query.fields)];
			};
			const field = 'field-43';
			expect(await asked()).toEqual([[], [undefined, field]]);
			service.store.deleteRecord(FORM, 3);
			expect(await asked()).toEqual([[3], [field]]);
			const answer = { status: 400, body: { errors: { code: 400, message: 'Not this field' } } };
			service.faults.add({ path: RECORDS, answer });
			service.store.deleteRecord(FORM, 4);
			expect(await asked()).toEqual([[4], [field, undefined]]);
			expect(await asked()).toEqual([[], [undefined]]);
		});
	});

	it('finds what is listed as deleted with one request more', async () => {
		const dialect = { deletedListed: true, deletedReadable: true, ties: 'shuffled' } as const;
		await watching({ given, dialect }, async ({ service, poll, bulk, taken }) => {
			bulk(5_000);
			await poll();
			taken();
			service.store.deleteRecord(FORM, 2_222);
			expect(idsOf(await poll())).toEqual([2_222]);
			expect(taken()).toHaveLength(4);
			expect(await poll()).toBeNull();
			expect(taken()).toHaveLength(3);
		});
	});

	it('leaves what one poll has no requests for to the next', async () => {
		await inAHurry(async ({ waited, skip }) => {
			await watching({ given }, async ({ service, poll, bulk, credentials, taken }) => {
				bulk(5_000);
				const slow = startedWith(credentials, 2);
				const gone: number[] = [];
				for (let polls = 0; polls < 40; polls++) {
					taken();
					if (polls === 6) for (const id of [30, 31, 4_000]) service.store.deleteRecord(FORM, id);
					gone.push(...idsOf(await poll(slow)));
					expect(taken().length).toBeLessThanOrEqual(2);
					skip(110_000);
				}
				expect(sorted(gone)).toEqual([30, 31, 4_000]);
				expect(waited()).toBe(0);
			});
		});
	});
});
