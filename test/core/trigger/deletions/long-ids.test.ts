import fc from 'fast-check';
import { idIn, type Id } from '../../../../nodes/RecordsDirectory/core/id';
import { IdSet } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/id-set';
import { poll, range } from './polls';

/** Around 2^53 only some IDs are exact numbers; IDs of 22 digits never are. */
const BASES = [2n ** 53n - 30n, 2n ** 52n, 10n ** 21n];

describe.each(BASES)('record IDs above %s', (base) => {
	const up = (id: Id) => idIn(String(BigInt(id) + base))!;
	const moved = (ids: Iterable<Id>) => [...ids].map(up);

	test('are sets as others are', () => {
		const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
		const id = fc.integer({ min: 1, max: 60 });
		fc.assert(
			fc.property(ids, ids, id, id, (a, b, low, high) => {
				const [set, plain] = [IdSet.of(moved(a)), IdSet.of(a)];
				const [from, to] = [up(low), up(high)];
				expect([...set]).toEqual(moved(plain));
				expect([...IdSet.unpack(set.pack())]).toEqual([...set]);
				expect([...set.plus(moved(b))]).toEqual(moved(plain.plus(b)));
				expect([...set.minus(moved(b))]).toEqual(moved(plain.minus(b)));
				expect([...set.between(from, to)]).toEqual(moved(plain.between(low, high)));
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
		const lives = (listsOf: readonly (readonly Id[])[]) => {
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
	const [first, longest] = [String(2 ** 53), `1${'0'.repeat(21)}`];
	const ids = [longest, 5, first, 2 ** 53 - 1, 6];
	const set = IdSet.unpack(IdSet.of(ids).pack());
	expect([...set]).toEqual([5, 6, 2 ** 53 - 1, first, longest]);
	expect(set.countAbove(6)).toBe(3);
});
