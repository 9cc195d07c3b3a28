import fc from 'fast-check';
import type { Plan } from './fields-run';
import type { Act } from './service';

const share = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const act: fc.Arbitrary<Act> = fc.oneof(
	fc.record({ kind: one('create' as const), count: one(1, 1, 2, 8), lag: one(0) }),
	fc.record({ kind: one('edit' as const), count: one(1, 1, 2, 8), lag: one(0), from: share }),
	fc.record({ kind: one('delete' as const), count: one(1, 2), from: share }),
);
const acts = fc.array(fc.record({ gap: one(0, 1, 20, 61, 130), act }), {
	minLength: 1,
	maxLength: 40,
	size: 'max',
});

const calm = {
	seed: fc.nat(),
	kind: one('recordUpdated' as const, 'recordCreatedOrUpdated' as const),
	dialect: fc.record({
		stepBack: one(0),
		zone: one(0, 32_400),
		date: one('same' as const, 'other' as const, 'none' as const),
		deleted: one('gone' as const, 'listed' as const),
		ties: one('shuffled' as const, 'stable' as const),
		cap: one(1_000),
	}),
	overlap: one(10, 120),
	pageSize: one(12, 25),
	maxRequests: one(1, 2, 3),
	interval: one(7, 60, 300),
	latency: one(0.05, 1, 15),
	failing: one(0),
	restarts: one(0),
	initial: one(0, 11, 40, 90),
	acts,
};

export const scenarios = {
	'a first reading over several polls': fc.record(calm),
	'a first reading over several polls, requests that fail': fc.record({
		...calm,
		failing: one(0.1, 0.5),
	}),
	'a first reading over several polls, older states': fc.record({
		...calm,
		restarts: one(0.1, 0.3),
	}),
} satisfies Record<string, fc.Arbitrary<Plan>>;
