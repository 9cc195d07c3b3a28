import fc from 'fast-check';
import type { Plan } from './notices-run';
import type { Act } from './notices-service';

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const place = { person: one(0, 0, 1, 2), notice: one(0, 0, 1, 2, 3) };

const count: fc.Arbitrary<Act> = fc.record({
	kind: one('count'),
	...place,
	to: one(0, 0, 1, 2, 3, 12),
});
const rename: fc.Arbitrary<Act> = fc.record({ kind: one('rename'), ...place });
const blank: fc.Arbitrary<Act> = fc.record({
	kind: one('blank'),
	...place,
	isBlank: fc.boolean(),
});
const others: fc.Arbitrary<Act> = fc.record({
	kind: one('add', 'add', 'add', 'drop'),
	person: one(0, 1, 2),
});

const acts = (...kinds: readonly fc.Arbitrary<Act>[]) =>
	fc.array(fc.record({ gap: one(0, 1, 20, 61, 61, 200), act: fc.oneof(...kinds) }), {
		minLength: 1,
		maxLength: 40,
		size: 'max',
	});

const calm = {
	seed: fc.nat(),
	event: one('noticeCountIncreased' as const, 'noticeCountChanged' as const),
	dialect: fc.record({
		zeros: one('listed' as const, 'gone' as const),
		numbers: one('numbers' as const, 'texts' as const),
	}),
	people: one(1, 3),
	// One for each person.
	maxRequests: one(3),
	interval: one(60),
	latency: one(0, 1, 15),
	failing: one(0),
	restarts: one(0),
};

export const scenarios = {
	'every hardship at once': fc.record({
		...calm,
		failing: one(0, 0.05, 0.3),
		restarts: one(0, 0.05, 0.3),
		acts: acts(count, count, count, rename, blank, others),
	}),
	'counts that rise and fall': fc.record({ ...calm, acts: acts(count, count, rename) }),
	'counts that are not numbers': fc.record({ ...calm, acts: acts(count, blank) }),
	'people who are added': fc.record({ ...calm, acts: acts(count, count, others) }),
	'rounds that take several polls': fc.record({
		...calm,
		people: one(2, 3),
		maxRequests: one(1, 2),
		failing: one(0, 0.1),
		restarts: one(0, 0.1),
		acts: acts(count, count, count, others),
	}),
	'requests that fail': fc.record({ ...calm, failing: one(0.1, 0.5), acts: acts(count, others) }),
	'any older state': fc.record({ ...calm, restarts: one(0.1, 0.5), acts: acts(count, others) }),
} satisfies Record<string, fc.Arbitrary<Plan>>;
