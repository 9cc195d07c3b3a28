import { Guard } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/gap-finder';
import { Known } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known';
import { pageOf, range, rowsOf, stateOf, without } from './polls';

const order = 'recordId:desc';
const thousand = range(1, 1_000);

type Lists = readonly number[] | ((requests: number) => readonly number[]);

/** Reads until the guard wants no more, or `most` requests were made; pages in words as `5 of 100`. */
function guarded(
	before: readonly number[],
	lists: Lists,
	{ pageSize = 100, largestPage = 100, cap = 1_000, most = 40 } = {},
) {
	const known = new Known(stateOf(before, { largestPage }));
	const guard = new Guard(known, pageSize);
	const asked: string[] = [];
	for (let page = guard.next(); page && asked.length < most; page = guard.next()) {
		const list = typeof lists === 'function' ? lists(asked.length) : lists;
		guard.take(page, pageOf(rowsOf(list), page, cap));
		asked.push(`${page.page} of ${page.limit}`);
	}
	return { asked, guard, known, suspects: [...known.pending] };
}

describe('a guard reads', () => {
	test.each<[string, number[], number[], string[]]>([
		[
			'the whole list, if it fits a page with what may have come to it',
			range(1, 80),
			range(1, 99),
			['1 of 100'],
		],
		[
			'head and tail of a list that may not fit',
			range(1, 81),
			range(1, 81),
			['1 of 20', '1 of 100'],
		],
		['head and tail of a long list', thousand, thousand, ['1 of 20', '11 of 95']],
		[
			'no more of the head when it ends with a known record',
			thousand,
			range(1, 1_019),
			['1 of 20', '11 of 96'],
		],
		[
			'on from the head until a known record comes',
			thousand,
			range(1, 1_150),
			['1 of 20', '1 of 100', '2 of 99', '12 of 100'],
		],
		['an empty form', [], [], ['1 of 20']],
		['an empty form that has got records to its end', [], range(1, 50), ['1 of 20', '1 of 100']],
		[
			'half the rows that remain where something is missing, until a page holds them',
			thousand,
			without(1_000, 437),
			['1 of 20', '11 of 95', '5 of 100', '8 of 100', '7 of 100', '6 of 100'],
		],
		[
			'one page for all rows that remain, with one more on each side',
			thousand,
			without(1_000, 75),
			['1 of 20', '11 of 95', '5 of 100', '8 of 100', '9 of 100', '10 of 99'],
		],
		[
			'further down when more has come than the head shows, and the head again',
			without(1_000, ...range(400, 599)),
			thousand,
			[
				...['1 of 20', '9 of 93', '11 of 95', '1 of 20'],
				...['4 of 100', '6 of 100', '5 of 100', '7 of 100'],
			],
		],
		[
			'the tail from where the head ended, if that is all that is left',
			range(1, 85),
			range(1, 140),
			['1 of 20', '1 of 100', '2 of 99'],
		],
		[
			'further up, twice as far each time, when the list has become shorter than expected',
			thousand,
			range(301, 1_000),
			['1 of 20', '11 of 95', '10 of 94', '8 of 92'],
		],
	])('%s', (_, before, now, asked) => {
		const read = guarded(before, now);
		expect(read.asked).toEqual(asked);
		expect(read.guard.next()).toBeUndefined();
		expect(read.guard.isFramed).toBe(true);
		expect(read.guard.missing).toBe(0);
		const gone = before.filter((id) => !now.includes(id));
		expect(read.suspects).toEqual(gone);
	});

	test('by record id, highest first', () => {
		const { guard } = guarded(thousand, thousand, { most: 0 });
		expect(guard.next()).toEqual({ order, page: 1, limit: 20 });
	});

	test('the head again when records seem to have come since it was read, once', () => {
		const { asked } = guarded(thousand, (requests) => range(1, requests < 1 ? 1_000 : 1_003));
		expect(asked).toEqual(['1 of 20', '11 of 95', '1 of 20']);
		const restored = guarded(without(1_000, 400, 401), thousand);
		expect(restored.asked.filter((page) => page === '1 of 20')).toHaveLength(2);
		expect(restored.known.listed.size).toBe(1_000);
	});

	test('where the fewest records are first', () => {
		const { asked, suspects } = guarded(range(1, 900), without(900, 300, 870));
		expect(suspects).toEqual([300, 870]);
		expect(asked).toEqual([
			...['1 of 20', '10 of 94', '5 of 100'],
			...['7 of 100', '6 of 100'],
			...['3 of 100', '2 of 100', '1 of 100'],
		]);
	});

	test('up to the head, if hardly anything is left since that was read', () => {
		const { asked, guard } = guarded(thousand, (requests) => range(1, requests < 1 ? 1_000 : 10));
		expect(asked).toEqual(['1 of 20', '11 of 95', '10 of 94', '8 of 92', '4 of 81', '1 of 100']);
		expect(guard.next()).toBeUndefined();
	});

	test('above what was read of the head, if the list has become shorter than that', () => {
		const now = (requests: number) => range(requests < 2 ? 1 : 46, 140);
		const { asked, guard, suspects } = guarded(range(1, 85), now);
		expect(asked).toEqual(['1 of 20', '1 of 100', '2 of 99', '1 of 100']);
		expect(guard.next()).toBeUndefined();
		expect(suspects).toEqual(range(1, 45));
	});

	test('pages of what the service has been seen to give', () => {
		const { asked, suspects, known } = guarded(thousand, without(1_000, 437), {
			pageSize: 1_000,
			largestPage: 20,
			cap: 20,
		});
		expect(asked).toEqual(['1 of 20', '56 of 18', '26 of 20', '38 of 20', '32 of 20', '29 of 20']);
		expect(suspects).toEqual([437]);
		expect(known.largestPage).toBe(20);
	});

	test('a list to its end although the service cuts the first page', () => {
		const { asked, suspects, guard } = guarded(range(1, 60), without(60, 3, 50), {
			cap: 25,
			largestPage: 25,
		});
		expect(asked[0]).toBe('1 of 80');
		expect(suspects).toEqual([3, 50]);
		expect(guard.pageSize).toBe(25);
	});
});

describe('what a guard says', () => {
	test('before it has read anything: nothing', () => {
		const { guard } = guarded(thousand, thousand, { most: 0 });
		expect(guard).toMatchObject({ missing: 0, isFramed: false, hasReadKnown: false });
	});

	test('head and tail frame the list, and one of them does not', () => {
		expect(guarded(thousand, thousand, { most: 1 }).guard.isFramed).toBe(false);
		expect(guarded(thousand, thousand, { most: 2 }).guard.isFramed).toBe(true);
		const isFramed = (most: number) => guarded(thousand, range(1, 1_150), { most }).guard.isFramed;
		expect([1, 2, 3, 4].map(isFramed)).toEqual([false, false, false, true]);
	});

	test('how many are missing, before it is known which', () => {
		const gone = range(400, 411);
		expect(guarded(thousand, without(1_000, ...gone), { most: 1 }).guard.missing).toBe(0);
		expect(guarded(thousand, without(1_000, ...gone), { most: 2 }).guard.missing).toBe(12);
	});

	test('that a page without rows shows how many at least are missing', () => {
		const afterOne = guarded(thousand, range(301, 1_000), { most: 2 });
		expect(afterOne.guard.missing).toBe(50);
		expect(afterOne.guard.isFramed).toBe(false);
		expect(guarded(thousand, range(301, 1_000), { most: 3 }).guard.missing).toBe(154);
	});

	test('the end of the list stays where it was seen first, when a later page is empty too', () => {
		const { guard } = guarded(thousand, thousand, { most: 1 });
		guard.take({ order, page: 4, limit: 100 }, []);
		guard.take({ order, page: 8, limit: 100 }, []);
		expect(guard.missing).toBe(700);
	});

	test.each<[string, number[], number[], boolean, boolean]>([
		['all of a short list', range(1, 60), range(1, 60), true, true],
		['all that is known, and not what lies below', range(41, 119), range(1, 119), true, false],
		['head and tail of a long list', thousand, thousand, false, false],
	])('it has read %s', (_, before, now, hasReadKnown, hasReadAll) => {
		expect(guarded(before, now).guard).toMatchObject({ hasReadKnown, hasReadAll });
	});

	test('it has not read what is known before the last of it', () => {
		const { guard } = guarded(range(1, 60), range(1, 60), { cap: 25, largestPage: 25, most: 1 });
		expect(guard.hasReadKnown).toBe(false);
		expect(guard.hasReadAll).toBe(false);
	});
});
