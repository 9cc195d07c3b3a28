import fc from 'fast-check';
import { Ids } from '../../nodes/RecordsDirectory/core/trigger/deletions/ids';
import { seeded } from '../simulation/random';

const ids = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1 })), {
	maxLength: 40,
});
const rising = (some: Iterable<number>) => [...some].sort((a, b) => a - b);

describe('a set of record ids', () => {
	test('is what a plain set is', () => {
		const bound = fc.integer({ min: 0, max: 70 });
		fc.assert(
			fc.property(ids, ids, bound, bound, (a, b, low, high) => {
				const [one, other] = [new Set(a), new Set(b)];
				const set = Ids.of(a);
				expect([...set]).toEqual(rising(one));
				expect(set.size).toBe(one.size);
				expect([...set.plus(Ids.of(b))]).toEqual(rising(new Set([...a, ...b])));
				expect([...set.minus(b)]).toEqual(rising(new Set(a.filter((id) => !other.has(id)))));
				const inside = rising(one).filter((id) => id > low && id < high);
				expect([...set.between(low, high)]).toEqual(inside);
				expect(set.countBetween(low, high)).toBe(inside.length);
				expect(set.above(low)).toBe(a.filter((id) => id > low).length);
				for (const id of [...b, low]) expect(set.has(id)).toBe(one.has(id));
				expect(set.lowest).toBe(Math.min(...a));
				expect(set.highest).toBe(Math.max(0, ...a));
			}),
		);
	});

	test('survives being packed, whatever its ids', () => {
		fc.assert(
			fc.property(ids, (some) => {
				const text = Ids.of(some).pack();
				expect(JSON.stringify(text)).toBe(`"${text}"`);
				expect([...Ids.unpack(text)]).toEqual(rising(some));
			}),
		);
		const large = [2 ** 31, 2 ** 40 + 1, 2 ** 52];
		expect([...Ids.unpack(Ids.of(large).pack())]).toEqual(large);
		expect(() => Ids.unpack('A!')).toThrow('cannot be read');
	});

	/** 100,000 ids of which the given share of all ids ever given was left. */
	const scattered = (share: number) => {
		const random = seeded(3);
		const kept = new Set<number>();
		for (let id = 1; kept.size < 100_000; id++) if (random() < share) kept.add(id);
		return kept;
	};

	test.each([
		[1, 10],
		[0.99, 3_000],
		[0.9, 20_000],
		[0.5, 76_000],
		[0.1, 120_000],
		[0.01, 190_000],
	])('of 100,000 where a share of %d is left takes at most %i characters', (share, most) => {
		const { length } = Ids.of(scattered(share)).pack();
		if (process.env.SHOW) console.log(share, length);
		expect(length).toBeLessThanOrEqual(most);
	});
});
