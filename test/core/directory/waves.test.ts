import {
	circlesIn,
	lowestFirst,
	type Plan,
	sortIntoWaves,
} from '../../../nodes/RecordsDirectory/core/directory/plan';

const COUNT = 5_000;
const codes = Array.from({ length: COUNT }, (_, n) => `C${n}`);
const planWith = (parentOf: (n: number) => number | undefined): Plan => ({
	planned: codes.map((code, item) => {
		const parent = parentOf(item);
		const parentCode = parent === undefined ? '' : `C${parent}`;
		return { item, code, action: 'create', changes: {}, body: { code, parentCode } };
	}),
	missing: [],
});

/** Counts how often a parent is looked up while some work is done. */
function looksDuring(work: () => unknown): number {
	let looks = 0;
	const { get } = Map.prototype;
	Map.prototype.get = function (key: unknown): unknown {
		looks++;
		return get.call(this, key);
	};
	try {
		work();
	} finally {
		Map.prototype.get = get;
	}
	return looks;
}

it.each<[string, Plan]>([
	['a chain', planWith((n) => (n > 0 ? n - 1 : undefined))],
	['a chain from its end', planWith((n) => (n < COUNT - 1 ? n + 1 : undefined))],
	['a circle', planWith((n) => (n + 1) % COUNT)],
	['a chain below a circle', planWith((n) => (n > 0 ? n - 1 : 2))],
])('each organization is looked at a few times only: %s of 5,000', (_, plan) => {
	const rows = plan.planned.map(({ body }) => body);
	for (const work of [
		() => sortIntoWaves(plan),
		() => lowestFirst(plan, rows),
		() => circlesIn(plan),
	])
		expect(looksDuring(work)).toBeLessThan(COUNT * 5);
});

it('a chain has one wave for each entry, and the lowest goes first', () => {
	const plan = planWith((n) => (n > 0 ? n - 1 : undefined));
	expect(sortIntoWaves(plan).map((wave) => wave.map(({ code }) => code))).toEqual(
		codes.map((code) => [code]),
	);
	const rows = plan.planned.map(({ body }) => body);
	expect(lowestFirst(plan, rows).map(({ code }) => code)).toEqual([...codes].reverse());
});

it('circles are found once each, without what is only below', () => {
	const planned = ['DC', 'CB', 'AB', 'BA', 'XX', 'Y-'].map(([code = '', parentCode], item) => ({
		...{ item, code, action: 'create' as const, changes: {} },
		body: { code, parentCode },
	}));
	const circles = circlesIn({ planned, missing: [] });
	expect([...new Set(circles.values())]).toEqual([['B', 'A'], ['X']]);
	expect([...circles.keys()]).toEqual(['B', 'A', 'X']);
});
