import fc from 'fast-check';
import type * as guards from '../../nodes/RecordsDirectory/core/trigger/deletions/gap-finder';
import { mistaken, mistakeIn } from './mistaken';
import { MUTANTS } from './deletions-mutants';
import { scenarios } from './deletions-plans';
import { DeletionLife, type Core } from './deletions-run';
import { faultsOf } from './faults';

/** Promise 17 is worth something only if breaking the core breaks it. */
const seed = 5;
const NUM_RUNS = 300;
/** Enough to see that loading the core in this way breaks nothing. */
const FEW_RUNS = 50;
const ENTRY = 'trigger/deletions/deletions';
jest.setTimeout(600_000);

function isKept(core: Core, name: keyof typeof scenarios, numRuns = NUM_RUNS): boolean {
	const property = fc.property(
		scenarios[name],
		(plan) => faultsOf(new DeletionLife(plan, core).live(), plan).length === 0,
	);
	const { failed, errorInstance } = fc.check(property, {
		numRuns,
		seed,
		endOnFailure: true,
	});
	// A mutant that only makes the core throw has broken itself, and shows nothing.
	if (failed && !String(errorInstance).includes('by returning false')) throw errorInstance;
	return !failed;
}

test.each(Object.entries(MUTANTS))('breaks promise 17: %s', (_, { mistakes, breaks }) => {
	expect(isKept(mistaken<Core>(ENTRY, mistakes), breaks)).toBe(false);
});

test('the core with the same classes in their place keeps the promise', () => {
	const same = mistakeIn<typeof guards>('trigger/deletions/gap-finder', {
		GapFinder: (Shipped) => class extends Shipped {},
	});
	expect(isKept(mistaken<Core>(ENTRY, [same]), 'a busy form', FEW_RUNS)).toBe(true);
});
