import fc from 'fast-check';
import { IdSet } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/id-set';
import {
	byRising,
	greater,
	idNumberOf,
	idOfNumber,
	lesser,
	minus,
	plus,
} from '../../../../nodes/RecordsDirectory/core/trigger/deletions/id-number';
import { poll, range } from './polls';

/** Around 2^53 only some IDs are exact numbers; IDs of 22 digits never are. */
const BASES = [2n ** 53n - 30n, 2n ** 52n, 10n ** 21n];

describe.each(BASES)('record IDs above %s', (base) => {
	const moved = (ids: Iterable<number>) => [...ids].map((id) => plus(id, base));

	test('are sets as others are', () => {
		const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
		const id = fc.integer({ min: 1, max: 60 });
		fc.assert(
			fc.property(ids, ids, id, id, (a, b, low, high) => {
				const [set, plain] = [IdSet.of(moved(a)), IdSet.of(a)];
				const [from, to] = [plus(low, base), plus(high, base)];
				expect([...set]).toEqual(moved(plain as Iterable<number>));
				expect([...IdSet.unpack(set.pack())]).toEqual([...set]);
				expect([...set.plus(moved(b))]).toEqual(moved(plain.plus(b) as Iterable<number>));
				expect([...set.minus(moved(b))]).toEqual(moved(plain.minus(b) as Iterable<number>));
				expect([...set.between(from, to)]).toEqual(
					moved(plain.between(low, high) as Iterable<number>),
				);
				expect(set.countBetween(from, to)).toBe(plain.countBetween(low, high));
				expect([set.countAbove(from), set.has(from)]).toEqual([
					plain.countAbove(low),
					plain.has(low),
				]);
			}),
		);
	});

	test('are watched with the same requests, and told exactly', () => {
		const lists = [
			range(1, 900),
			range(1, 900),
			range(2, 905),
			[...range(2, 450), ...range(452, 905)],
		];
		const lives = (listsOf: readonly (readonly (number | bigint)[])[]) => {
			let state: ReturnType<typeof poll>['state'] | undefined;
			return listsOf.map((ids) => {
				const listed = ids.map((recordId) => ({ recordId }));
				const done = poll(state, { listed }, { pageSize: 100, patrolEvery: 1 });
				({ state } = done);
				return done;
			});
		};
		const long = lives(lists.map(moved));
		const usual = lives(lists);
		const pages = (done: typeof usual) =>
			done.map(({ asked }) => asked.filter((one) => !one.startsWith('record')));
		expect(pages(long)).toEqual(pages(usual));
		expect(long.map(({ told }) => told)).toEqual([
			[],
			[],
			[`recordDeleted:4:${base + 1n}:1`],
			[`recordDeleted:4:${base + 451n}:1`],
		]);
	});
});

test('a set mixes IDs of all lengths', () => {
	const ids = [10n ** 21n, 5, 2n ** 53n, 2 ** 53 - 1, 6];
	const set = IdSet.unpack(IdSet.of(ids).pack());
	expect([...set]).toEqual([5, 6, 2 ** 53 - 1, 2n ** 53n, 10n ** 21n]);
	expect(set.countAbove(6)).toBe(3);
});

const EXACT = 2 ** 53 - 1;

test.each([
	[1, 1],
	[EXACT, EXACT],
	['9007199254740992', 2n ** 53n],
	['1000000000000000000001', 10n ** 21n + 1n],
])('the ID %j is %s to calculate with, and back', (id, whole) => {
	expect(idNumberOf(id)).toBe(whole);
	expect(idOfNumber(whole)).toBe(id);
});

test.each([
	[1, 2, 3],
	[EXACT, 1, 2n ** 53n],
	[2n ** 53n, 1, 2n ** 53n + 1n],
	[1, 2n ** 53n, 2n ** 53n + 1n],
	[2n ** 53n, 2n ** 53n, 2n ** 54n],
	[2n ** 53n, -1, EXACT],
	[2n ** 53n, -(2n ** 53n), 0],
	[5, -7, -2],
])('%s and %s are %s: a number if that is exact', (one, other, sum) => {
	expect(plus(one, other)).toBe(sum);
	expect(minus(sum, other)).toBe(one);
});

test.each([
	[1, 2],
	[EXACT, 2n ** 53n],
	[2n ** 53n, 2n ** 53n + 1n],
	[9, 10n ** 21n],
])('%s is below %s', (low, high) => {
	expect([lesser(low, high), lesser(high, low)]).toEqual([low, low]);
	expect([greater(low, high), greater(high, low)]).toEqual([high, high]);
	expect([byRising(low, high), byRising(high, low)]).toEqual([-1, 1]);
	expect([byRising(low, low), byRising(high, high)]).toEqual([0, 0]);
	expect([high, low].sort(byRising)).toEqual([low, high]);
});
