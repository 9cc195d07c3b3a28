import { seedOr, times } from '../support/effort';
import { DeletionLife } from './deletions';
import { quietPlan } from './quiet-plan';
import { scenarios } from './scenarios';

/* The shipped core against models of the service. `npm run test:long` makes these lives many, and others. */
const wanted = { runs: times(50), seed: seedOr(20_261) };
const HOUR = 3_600_000;
jest.setTimeout(HOUR);

test.each(scenarios)(
	'promise $name',
	({ live }) => {
		expect(live(wanted)).toBeUndefined();
	},
	HOUR,
);

/** With two requests per poll, no poll had one left for the record that cannot be read. */
const STARVED = quietPlan({
	seed: 0,
	latency: 0,
	dialect: { ...quietPlan().dialect, deleted: 'listed', cap: 20 },
	pageSize: 22,
	maxRequests: 2,
	patrolEvery: 2,
	initial: 18,
	acts: [
		{ gap: 0, act: { kind: 'jam', share: 0.5 } },
		{ gap: 20, act: { kind: 'delete', count: 1, from: 0 } },
		{ gap: 0, act: { kind: 'swap', from: 0 } },
		{ gap: 0, act: { kind: 'create', count: 1, lag: 30 } },
		{ gap: 0, act: { kind: 'create', count: 1, lag: 0 } },
		{ gap: 61, act: { kind: 'delete', count: 1, from: 0 } },
		{ gap: 0, act: { kind: 'create', count: 1, lag: 0 } },
	],
});

test('promise 26: a record that could not be read is read again, even with few requests per poll', () => {
	expect(new DeletionLife(STARVED).live().faults).toEqual([]);
});
