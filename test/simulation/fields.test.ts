import fc from 'fast-check';
import { expectBroken } from './broken';
import { faultsOf } from './faults';
import { MUTANTS } from './fields-mutants';
import { scenarios } from './fields-plans';
import { FieldsLife, type Core } from './fields-run';
import { mistaken } from './mistaken';
import { seedOr, times } from '../support/effort';

/* The shipped core against a model of the service. `npm run test:long` makes it a long and another one. */
const numRuns = times(50);
const seed = seedOr(20_261);
const HOUR = 3_600_000;
jest.setTimeout(HOUR);

describe('promise 18: a first reading keeps its progress, and hides nothing that comes after the first poll', () => {
	test.each(Object.entries(scenarios))(
		'%s',
		(_, plans) => {
			const property = fc.property(plans, (plan) => {
				expect(faultsOf(new FieldsLife(plan).live(), plan)).toEqual([]);
			});
			fc.assert(property, { numRuns, seed });
		},
		HOUR,
	);
});

test.each(Object.entries(MUTANTS))('breaks promise 18: %s', (_, mistakes) => {
	const core = mistaken<Core>('trigger/field-history', mistakes);
	const property = fc.property(
		scenarios['a first reading over several polls'],
		(plan) => faultsOf(new FieldsLife(plan, core).live(), plan).length === 0,
	);
	expectBroken(property);
});
