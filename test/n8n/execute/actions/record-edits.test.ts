import {
	Edits,
	lastEdit,
	recordNow,
	type KeptRecord,
	type Listing,
} from '../../../../nodes/RecordsDirectory/n8n/execute/actions/record-edits';
import type { Job } from '../../../../nodes/RecordsDirectory/n8n/execute/job';
import type { Dialect } from '../../../../sandbox/service/dialects';
import { inAHurry } from '../../../support/hurry';
import { bareForm, FORM, RECORDS } from '../../../support/watching';
import { sentTo } from '../../../support/world';
import { atWork, type AtWork } from './at-work';

const NAME = 'field-1';
const [BEFORE, SINCE, AFTER] = [
	'2026-03-02 09:00:00',
	'2026-03-02 09:01:00',
	'2026-03-02 09:02:00',
];
const times = (count: number, time = SINCE) => Array.from({ length: count }, () => time);

const kept = (item: number, name = `Name ${item}`): KeptRecord => ({
	item,
	recordId: item + 1,
	listed: { [NAME]: name },
	bodyWith: (row) => row,
});
const many = (count: number) => Array.from({ length: count }, (_, n) => kept(n));

describe('the requests of a check for edits are planned before the run', () => {
	const listing: Listing = { query: {}, since: SINCE, records: 10_000, ties: 1, pageSize: 1_000 };
	const edits = (given: Partial<Listing>) => new Edits({} as Job, { ...listing, ...given }, []);

	/** At most: one page of 200 rows, then pages of the size of the site from the start. */
	it.each<[string, Partial<Listing>, number]>([
		['the first page shows an older record', {}, 1],
		['199 records share the second of the last edit, and the 200th is older', { ties: 199 }, 1],
		['the first older record is the 201st', { ties: 200 }, 2],
		['the older record is the last of the form', { records: 1_000, ties: 999 }, 2],
		[
			'no record is older, so that only an empty page ends the list',
			{ records: 1_000, ties: 1_000 },
			3,
		],
		['no record is older, and the first page is not full', { records: 199, ties: 199 }, 1],
		['no record is older, and the first page is just full', { records: 200, ties: 200 }, 2],
		['no record is older, and the last page is not full', { records: 1_999, ties: 1_999 }, 3],
		[
			'the times are not spelled as documented, so the whole list is read',
			{ since: '2026-03-02T09:01:00Z', records: 1_000 },
			3,
		],
		['the site cuts pages', { ties: 7, pageSize: 4 }, 2],
		['the older record is on the last page of a check', { records: 20_000, ties: 9_999 }, 11],
	])('%s', (_, given, most) => {
		expect(edits(given).before([kept(0)], 1).requests).toEqual({ least: 1, most });
	});

	it('the records that the run writes come before the last earlier edit', () => {
		const plan = edits({ records: 300, ties: 60 });
		expect(plan.before(many(10), 150).requests).toEqual({ least: 1, most: 1 });
		expect(plan.before([kept(10)], 1).requests).toEqual({ least: 1, most: 2 });
	});

	it('a check reads eleven pages at most, and each record that it does not show is read by itself', () => {
		const plan = edits({ records: 20_000, ties: 20_000 });
		expect(plan.before(many(3), 3).requests).toEqual({ least: 1, most: 14 });
		expect(plan.before(many(2), 2).requests).toEqual({ least: 0, most: 2 });
	});
});

/** A form of records with these times of their last edit. */
const edited = async (
	updated: readonly string[],
	dialect: Partial<Dialect>,
	test: (at: AtWork) => Promise<void>,
) => {
	const operation = { resource: 'record', operation: 'upsert' };
	await atWork({ operation, dialect, seed: false }, async (at) => {
		const { store } = at.service;
		store.addForm(bareForm([NAME]));
		store.addRecords(
			FORM,
			updated.map((updatedAt, n) => ({ values: { [NAME]: `Name ${n}` }, updatedAt })),
		);
		await test(at);
	});
};
const editsOf = (job: Job, records: number, some: readonly KeptRecord[]) => {
	const listing = { query: { form: FORM }, since: SINCE, records, ties: 1, pageSize: 1_000 };
	return new Edits(job, listing, some);
};
const listsOf = ({ service }: AtWork) =>
	sentTo(service)
		.filter(({ path }) => path === RECORDS)
		.map(({ query }) => [Number(query?.page), Number(query?.limit)]);
const readsOf = ({ service }: AtWork) =>
	sentTo(service).flatMap(({ path }) => {
		const [, id] = /records\/(\d+)$/.exec(path) ?? [];
		return id === undefined ? [] : [Number(id)];
	});

describe('a check for edits', () => {
	interface Case {
		readonly updated: readonly string[];
		readonly dialect?: Partial<Dialect>;
		/** The number of records when the form was listed. */
		readonly records?: number;
		readonly lists: ReadonlyArray<readonly [page: number, limit: number]>;
	}
	const notFound = { pastTheEnd: 'notFound' } as const;
	const first = [1, 200] as const;

	it.each<[string, Case]>([
		['ends with a page that shows the whole form', { updated: times(3), lists: [first] }],
		[
			'ends with the page that shows a record edited before the run',
			{
				updated: [...times(5, AFTER), ...times(7, BEFORE)],
				dialect: { pageCap: 4 },
				lists: [first, [2, 4]],
			},
		],
		[
			'continues where the site cuts pages, until a page is not full',
			{ updated: times(8), dialect: { pageCap: 4 }, lists: [first, [2, 4], [3, 4]] },
		],
		[
			'ends with a page that does not exist',
			{
				updated: times(2),
				dialect: { pageCap: 1, ...notFound },
				lists: [first, [2, 1], [3, 1]],
			},
		],
		[
			'continues where others have created records',
			{ updated: times(10), records: 8, dialect: { pageCap: 4 }, lists: [first, [2, 4], [3, 4]] },
		],
		[
			'reads larger pages from the start where the first page is full',
			{
				updated: times(400),
				dialect: { pageCap: 250 },
				lists: [first, [1, 1_000], [2, 250]],
			},
		],
	])('%s', async (_, { updated, dialect = {}, records = updated.length, lists }) => {
		await edited(updated, dialect, async (at) => {
			// Another person has edited the first record.
			const all = [kept(0, 'Before'), ...many(updated.length).slice(1)];
			const edits = editsOf(at.job, records, all);
			await edits.before(all, 1).refresh();
			expect(listsOf(at)).toEqual(lists);
			expect(readsOf(at)).toEqual([1]);
			expect(edits.bodyOf(0)).toMatchObject({ recordId: 1, record: { [NAME]: 'Name 0' } });
			expect(edits.bodyOf(1)).toBeUndefined();
		});
	});

	it('ends after eleven pages, and reads the records that they do not show', async () => {
		await edited(times(15), { pageCap: 1 }, async (at) => {
			const all = many(15);
			await editsOf(at.job, 15, all).before(all, 1).refresh();
			expect(listsOf(at)).toHaveLength(11);
			expect(readsOf(at)).toHaveLength(4);
		});
	});

	it('that failed is repeated before the next update with kept values', async () => {
		await edited(times(2), {}, async (at) => {
			const edits = editsOf(at.job, 2, many(2));
			const steps = [[kept(0)], [], [kept(1)]].map((some) => edits.before(some, 1));
			at.service.faults.add({ path: RECORDS, answer: { status: 403 } });
			await expect(steps[0]!.refresh()).rejects.toMatchObject({ status: 403 });
			await steps[1]!.refresh();
			expect(listsOf(at)).toHaveLength(1);
			await steps[2]!.refresh();
			expect(listsOf(at)).toHaveLength(2);
		});
	});

	it('does not count the updates of the run as edits by others', async () => {
		await edited(times(1), {}, async (at) => {
			const edits = editsOf(at.job, 1, [kept(0)]);
			const steps = [many(1), Array.from({ length: 9 }, () => kept(0)), many(1)];
			for (const step of steps.map((some) => edits.before(some, 1))) {
				await step.refresh();
				at.service.store.updateRecord(FORM, 1, { [NAME]: 'New' });
			}
			expect(listsOf(at)).toHaveLength(2);
			expect(readsOf(at)).toEqual([]);
		});
	});
});

it.each([
	[[SINCE, AFTER, BEFORE], AFTER],
	[[], ''],
])('the last edit among %j is %j', async (updated, last) => {
	await edited(updated, {}, async ({ job }) => {
		expect(await lastEdit(job, { form: FORM })).toBe(last);
	});
});

it('a record that cannot be read leaves no doubt, because nothing was sent for it', async () => {
	await edited(times(1), {}, async ({ job, service }) => {
		service.faults.add({ times: Infinity, answer: { status: 500 } });
		const read = inAHurry(() => recordNow(job, { form: FORM, recordId: 1 }));
		await expect(read).rejects.toMatchObject({ status: 500, ambiguous: false });
	});
});
