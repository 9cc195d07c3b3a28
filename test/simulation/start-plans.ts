import fc from 'fast-check';
import { acts, calm, GAPS, noLag, one, share, withClock } from './plans';
import type { Plan } from './start-run';

const ofStart = {
	...calm,
	kind: one('recordCreated' as const, 'recordCreatedOrUpdated' as const),
	pageSize: one(12, 25),
	maxRequests: one(1, 2, 3, 40),
	initial: one(0, 3, 40, 150),
};
/** Before all records of the service. */
const everything = one(1_000_000_000);
// To the second, just before it and just after it.
const some = one(9_000, 901, 900, 899, 60, 0);
const lives = (
	since: fc.Arbitrary<number>,
	changed: { readonly [Name in keyof Plan]?: fc.Arbitrary<Plan[Name]> },
): fc.Arbitrary<Plan> => fc.record({ ...ofStart, since, acts: busy, ...changed });

const busy = acts(noLag, [8, 30], GAPS);
const late = (plans: fc.Arbitrary<Plan>) => withClock(plans, [0]) as fc.Arbitrary<Plan>;

export const scenarios = {
	'all existing records': lives(everything, {}),
	'all existing records, requests that fail and older states': lives(everything, {
		failing: one(0.1, 0.5),
		restarts: one(0.1, 0.3),
	}),
	'all existing records, rows that move and show up late': late(
		lives(everything, { latency: one(1, 15, 40), acts: acts(share, [30, 70], GAPS) }),
	),
	'existing records since a time': lives(some, {}),
	'existing records since a time, requests that fail and older states': lives(some, {
		failing: one(0.1, 0.5),
		restarts: one(0.1, 0.3),
	}),
	'existing records since a time, rows that move and show up late': late(
		lives(some, { latency: one(1, 15, 40), acts: acts(share, [30, 70], GAPS) }),
	),
} satisfies Record<string, fc.Arbitrary<Plan>>;
