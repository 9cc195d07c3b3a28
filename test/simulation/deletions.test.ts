import fc from 'fast-check';
import { everything, scenarios } from './deletions-plans';
import { DeletionLife } from './deletions-run';
import { faultsOf } from './faults';

/* The shipped core against a model of the service. RUNS and SEED make it a long or another one. */
const numRuns = Number(process.env.RUNS ?? 100);
const seed = Number(process.env.SEED ?? 20_261);
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
