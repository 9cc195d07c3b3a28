import fc from 'fast-check';
import { expectBroken } from './broken';
import { faultsOf } from './faults';
import { mistaken } from './mistaken';
import { MUTANTS } from './notices-mutants';
import { scenarios } from './notices-plans';
import { NoticeLife, type Core } from './notices-run';
import { seedOr, times } from '../support/effort';

/* The shipped core against a model of the service. `npm run test:long` makes it a long and another one. */
const numRuns = times(50);
const seed = seedOr(20_261);
const HOUR = 3_600_000;

describe('a count that changed and stayed is told, once, and nothing else is', () => {
	test.each(Object.entries(scenarios))(
		'%s',
		(_, plans) => {
			const property = fc.property(plans, (plan) => {
				expect(faultsOf(new NoticeLife(plan).live(), plan)).toEqual([]);
			});
			fc.assert(property, { numRuns, seed });
		},
		HOUR,
	);
});

test.each(Object.entries(MUTANTS))('that is broken by: %s', (_, { mistakes, breaks }) => {
	const core = mistaken<Core>('trigger/notice-round', mistakes);
	const property = fc.property(
		scenarios[breaks],
		(plan) => faultsOf(new NoticeLife(plan, core).live(), plan).length === 0,
	);
	expectBroken(property);
});
