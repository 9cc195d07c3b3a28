import fc from 'fast-check';
import { everything, scenarios } from './deletions-plans';
import { DeletionLife } from './deletions-run';
import { faultsOf } from './faults';
import { seedOr, times } from '../support/effort';

/* The shipped core against a model of the service. `npm run test:long` makes it a long and another one. */
const numRuns = times(50);
const seed = seedOr(20_261);
const HOUR = 3_600_000;
jest.setTimeout(HOUR);

describe('promise 17: deletions are certain', () => {
	test.each(Object.entries({ ...scenarios, everything }))(
		'%s',
		(_, plans) => {
			const property = fc.property(plans, (plan) => {
				expect(faultsOf(new DeletionLife(plan).live(), plan)).toEqual([]);
			});
			fc.assert(property, { numRuns, seed });
		},
		HOUR,
	);
});
