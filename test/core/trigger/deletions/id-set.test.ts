import { IdSet } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/id-set';
import { seeded } from '../../../simulation/random';
import { range } from './polls';

describe('a set of record ids', () => {
	const runs = [...range(1, 10), ...range(20, 30), 40];

	test('stays itself where nothing is added or taken away', () => {
		const set = IdSet.of(runs);
		expect(set.plus([])).toBe(set);
		expect(set.minus([])).toBe(set);
		expect(IdSet.NONE.minus(runs)).toEqual(IdSet.NONE);
	});

	/** Saved states contain these texts, so a later version must read what an earlier one wrote. */
	test.each<[string, number[], string]>([
		['the first ten: nine follow', range(1, 10), '.0+9'],
		['one, two missing and two neighbours', [1, 4, 5], '.0.2+'],
		['one of every two', [2, 4, 6], '...'],
		['an id beyond one digit', [38], '.11'],
	])('is saved as a short text: %s', (_, some, text) => {
		expect(IdSet.of(some).pack()).toBe(text);
		expect([...IdSet.unpack(text)]).toEqual(some);
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
		expect(IdSet.of(scattered(share)).pack().length).toBeLessThanOrEqual(most);
	});
});
