import { polls, row, spaced, tied } from './polls';

/* Changes after the first reply come after the baseline, however few requests the first poll may send. */
const FORMS = {
	'a form without records': [],
	'old records': [row(1, 0), row(2, 700), row(3, 1_000)],
	'more new records than a small page has': spaced(1, 40, 1_000),
	'more records of one second than a page has': tied(1, 250, 1_000),
};

describe.each(Object.entries(FORMS))('a baseline of %s', (_, before) => {
	const first = before[0] ?? row(500, 990);
	const edited = { ...first, updatedAt: row(0, 1_100).updatedAt };
	const after = [...before.slice(1), edited, row(501, 1_101)];

	test.each([1, 2, 3, 4, 9])('has no gap after %d requests', (most) => {
		const later = Array.from({ length: 12 }, (__, n) => ({ list: after, now: 1_101 + 60 * n }));
		const told = polls([{ list: before, now: 1_000, most }, ...later]);
		expect(told[0]!.told).toEqual([]);
		expect(told.flatMap(({ told: ids }) => ids)).toEqual([first.recordId, 501]);
	});

	test.each([1, 2, 3])('has none where each poll may send %d requests', (most) => {
		const later = Array.from({ length: 40 }, (__, n) => ({
			list: after,
			now: 1_101 + 60 * n,
			most,
		}));
		const told = polls([{ list: before, now: 1_000, most }, ...later]);
		expect(told.flatMap(({ told: ids }) => ids)).toEqual([first.recordId, 501]);
	});
});
