import fc from 'fast-check';
import { everything, scenarios } from './deletions-plans';
import { DeletionLife } from './deletions-run';
import type { Outcome } from './deletions-run';

/* The shipped core against a model of the service. RUNS and SEED make it a long or another one. */
const numRuns = Number(process.env.RUNS ?? 100);
const seed = Number(process.env.SEED ?? 20_261);
const HOUR = 3_600_000;
jest.setTimeout(HOUR);

const problems = ({ refusals: _, mostRequests: __, events: ___, ...rest }: Outcome) => rest;

const NONE: ReturnType<typeof problems> = {
	lost: [],
	repeated: [],
	untrue: [],
	unsaid: [],
	isEndless: false,
	stateChangedByFailure: false,
};

describe('promise 17: deletions are certain', () => {
	test.each(Object.entries({ ...scenarios, everything }))(
		'%s',
		(_, plans) => {
			const property = fc.property(plans, (plan) => {
				const outcome = new DeletionLife(plan).live();
				expect(problems(outcome)).toEqual(NONE);
				expect(outcome.mostRequests).toBeLessThanOrEqual(plan.maxRequests);
			});
			fc.assert(property, { numRuns, seed });
		},
		HOUR,
	);
});
