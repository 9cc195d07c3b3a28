import fc from 'fast-check';
import { sampled } from '../support/effort';
import { mutated } from './mutated';
import { MUTANTS } from './mutants';
import { PROMISES } from './promises';
import { Run } from './run';
import type { Core } from './run';

/** The promises are worth something only if breaking the core breaks them. */
const seed = 5;
const NUM_RUNS = 400;
jest.setTimeout(600_000);

function isKept(core: Core, name: keyof typeof PROMISES): boolean {
	const property = fc.property(PROMISES[name], (life) => {
		const { lost, repeated, untrue, idClashes, ...rest } = new Run(life, core).live();
		const isFine = !rest.isEndless && !rest.stateChangedByFailure;
		return isFine && [lost, repeated, untrue, idClashes].every(({ length }) => length === 0);
	});
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

describe.each(mutants)('the core with a mistake: %s', (_, { changes, breaks }) => {
	const core = mutated<Core>('changes/changes', changes);
	test.each(breaks)('breaks promise %s', (name) => expect(isKept(core, name)).toBe(false), 120_000);
});

test('the core loaded without a mistake keeps a promise', () => {
	expect(
		isKept(mutated<Core>('changes/changes', []), '3: a second edit within the second of the first'),
	).toBe(true);
});

test('a mistake in a place that the source no longer has is noticed', () => {
	expect(() =>
		mutated<Core>('changes/changes', [['changes/changes.ts', 'no such text', '']]),
	).toThrow('does not hold');
});
