import fc from 'fast-check';
import { expectBroken } from './broken';
import { faultsOfChanges } from './faults';
import { mistaken } from './mistaken';
import { MUTANTS } from './start-mutants';
import { scenarios } from './start-plans';
import type { Core } from './run';
import { StartLife } from './start-run';
import { seedOr, times } from '../support/effort';

/* The shipped core against a model of the service. `npm run test:long` makes it a long and another one. */
const numRuns = times(60);
const seed = seedOr(20_261);
const HOUR = 3_600_000;
jest.setTimeout(HOUR);

describe('promise 19: existing records come once, then new events without a gap or a repeat', () => {
	test.each(Object.entries(scenarios))(
		'%s',
		(_, plans) => {
			const property = fc.property(plans, (plan) => {
				expect(faultsOfChanges(new StartLife(plan).live(), plan)).toEqual([]);
			});
			fc.assert(property, { numRuns, seed });
		},
		HOUR,
	);
});

test.each(Object.entries(MUTANTS))('breaks promise 19: %s', (_, { mistakes, breaks }) => {
	const core = mistaken<Core>('trigger/changes/changes', mistakes);
	const property = fc.property(
		scenarios[breaks],
		(plan) => faultsOfChanges(new StartLife(plan, core).live(), plan).length === 0,
	);
	expectBroken(property);
});
