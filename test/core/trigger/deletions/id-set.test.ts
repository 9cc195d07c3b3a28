import fc from 'fast-check';
import { IdSet } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/id-set';
import { seeded } from '../../../simulation/random';
import { range } from './polls';

const ids = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1 })), {
	maxLength: 40,
});
const without = (all: readonly number[], ...gone: readonly number[]) =>
	all.filter((id) => !gone.includes(id));
const rising = (some: Iterable<number>) => [...some].sort((a, b) => a - b);

describe('a set of record ids', () => {
	test('is what a plain set is', () => {
		const bound = fc.integer({ min: 0, max: 70 });
		fc.assert(
			fc.property(ids, ids, bound, bound, (a, b, low, high) => {
				const [one, other] = [new Set(a), new Set(b)];
				const set = IdSet.of(a);
				expect([...set]).toEqual(rising(one));
				expect(set.size).toBe(one.size);
				expect([...set.plus(IdSet.of(b))]).toEqual(rising(new Set([...a, ...b])));
				expect([...set.minus(b)]).toEqual(rising(new Set(a.filter((id) => !other.has(id)))));
				const inside = rising(one).filter((id) => id > low && id < high);
				expect([...set.between(low, high)]).toEqual(inside);
				expect(set.countBetween(low, high)).toBe(inside.length);
				expect(set.countAbove(low)).toBe(a.filter((id) => id > low).length);
				for (const id of [...b, low]) expect(set.has(id)).toBe(one.has(id));
				expect(set.lowest).toBe(Math.min(...a));
				expect(set.highest).toBe(Math.max(0, ...a));
			}),
		);
	});

	const runs = [...range(1, 10), ...range(20, 30), 40];

	test.each<[string, number[], number[]]>([
		['nothing', [], runs],
		['what lies in it twice', [3, 6, 22], without(runs, 3, 6, 22)],
		['first and last', [1, 40], without(runs, 1, 40)],
		['from one run into the next', range(9, 21), without(runs, 9, 10, 20, 21)],
		['all of two runs and between', range(5, 35), [1, 2, 3, 4, 40]],
		['what it does not have', [0, 15, 16, 31, 50], runs],
		['the end of a run, and more below', [2, 10, 24, 30], without(runs, 2, 10, 24, 30)],
		['all', range(1, 50), []],
	])('without %s', (_, gone, left) => {
		const set = IdSet.of(runs).minus(gone);
		expect([...set]).toEqual(left);
		expect(set.size).toBe(left.length);
	});

	test.each<[string, number[], number[]]>([
		['between its runs', [15, 12], [...range(1, 10), 12, 15, ...range(20, 30), 40]],
		['next to its runs: they become one', range(11, 19), [...range(1, 30), 40]],
		['above all of them', [41, 50], [...runs, 41, 50]],
		['that it has', [20, 5, 40], runs],
	])('with ids %s', (_, more, all) => {
		const set = IdSet.of(runs).plus(more);
		expect([...set]).toEqual(all);
		expect(set.pack()).toBe(IdSet.of(all).pack());
		expect([...IdSet.of(more).plus(IdSet.of(runs))]).toEqual(all);
	});

	test('stays itself where nothing is added or taken away', () => {
		const set = IdSet.of(runs);
		expect(set.plus([])).toBe(set);
		expect(set.minus([])).toBe(set);
		expect(IdSet.NONE.minus(runs)).toEqual(IdSet.NONE);
	});

	test('takes only what is an id, once', () => {
		const set = IdSet.of([7, 0, -1, NaN, 7, 6]);
		expect([[...set], set.size]).toEqual([[6, 7], 2]);
		expect([...IdSet.unpack(undefined), ...IdSet.unpack('')]).toEqual([]);
		expect(IdSet.NONE).toMatchObject({ size: 0, lowest: Infinity, highest: 0 });
	});

	test('counts between two ids, and above one', () => {
		const set = IdSet.of(runs);
		expect(set.countBetween(8, 22)).toBe(4);
		expect(set.countBetween(10, 20)).toBe(0);
		expect(set.countBetween(22, 8)).toBe(0);
		expect(set.countBetween(0, Infinity)).toBe(22);
		expect([0, 1, 10, 15, 25, 30, 40, 99].map((id) => set.countAbove(id))).toEqual([
			...[22, 21, 12, 12, 6, 1, 0, 0],
		]);
		expect([...set.between(8, 22)]).toEqual([9, 10, 20, 21]);
		expect([9, 10, 11, 19, 20, 41].map((id) => set.has(id))).toEqual([
			...[true, true, false, false, true, false],
		]);
	});

	/** Saved states contain these texts, so a later version must read what an earlier one wrote. */
	test.each<[string, number[], string]>([
		['none', [], ''],
		['the first id: none is missing before', [1], '.0'],
		['the first ten: nine follow', range(1, 10), '.0+9'],
		['one, two missing and two neighbours', [1, 4, 5], '.0.2+'],
		['one of every two', [2, 4, 6], '...'],
		['an id beyond one digit', [38], '.11'],
	])('is saved as a short text: %s', (_, some, text) => {
		expect(IdSet.of(some).pack()).toBe(text);
		expect([...IdSet.unpack(text)]).toEqual(some);
	});

	test('survives being packed, whatever its ids', () => {
		fc.assert(
			fc.property(ids, (some) => {
				const text = IdSet.of(some).pack();
				expect(JSON.stringify(text)).toBe(`"${text}"`);
				expect([...IdSet.unpack(text)]).toEqual(rising(some));
			}),
		);
		const large = [2 ** 31, 2 ** 40 + 1, 2 ** 52];
		expect([...IdSet.unpack(IdSet.of(large).pack())]).toEqual(large);
	});

	/** 100,000 IDs, of which this share is still in use. */
	const scattered = (share: number) => {
		const random = seeded(3);
		const kept = new Set<number>();
		for (let id = 1; kept.size < 100_000; id++) if (random() < share) kept.add(id);
		return kept;
	};

	test.each([
		[1, 10],
		[0.99, 4_000],
		[0.9, 29_000],
		[0.5, 113_000],
		[0.1, 185_000],
		[0.01, 270_000],
	])('of 100,000 where a share of %d is left takes at most %i characters', (share, most) => {
		const { length } = IdSet.of(scattered(share)).pack();
		if (process.env.SHOW) console.log(share, length);
		expect(length).toBeLessThanOrEqual(most);
	});
});
