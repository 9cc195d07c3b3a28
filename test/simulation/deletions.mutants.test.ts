import fc from 'fast-check';
import { sampled } from '../support/effort';
import { mutated } from './mutated';
import { MUTANTS } from './deletions-mutants';
import { scenarios } from './deletions-plans';
import { DeletionLife } from './deletions-run';
import type { Core } from './deletions-run';
import { faultsOf } from './faults';

/** Promise 17 is worth something only if breaking the core breaks it. */
const seed = 5;
const NUM_RUNS = 300;
jest.setTimeout(600_000);

function isKept(core: Core, name: keyof typeof scenarios): boolean {
	const property = fc.property(
		scenarios[name],
		(plan) => faultsOf(new DeletionLife(plan, core).live(), plan).length === 0,
	);
	const { failed, errorInstance } = fc.check(property, {
		numRuns: NUM_RUNS,
		seed,
		endOnFailure: true,
	});
	// A mutant that only makes the core throw has broken itself, and shows nothing.
	if (failed && !String(errorInstance).includes('by returning false')) throw errorInstance;
	return !failed;
}

const mutants = sampled(Object.entries(MUTANTS), ([name]) => name, 1 / 3);

test.each(mutants)('breaks promise 17: %s', (_, { changes, breaks }) => {
	expect(isKept(mutated<Core>('deletions/poll', changes), breaks)).toBe(false);
});

test('the core loaded without a mistake keeps the promise', () => {
	expect(isKept(mutated<Core>('deletions/poll', []), 'a busy form')).toBe(true);
});

test('a mistake in a place that the source no longer has is noticed', () => {
	expect(() =>
		mutated<Core>('deletions/poll', [['deletions/poll.ts', 'no such text', '']]),
	).toThrow('does not hold');
});
