import fc from 'fast-check';
import type * as walks from '../../nodes/RecordsDirectory/core/listing/walk';
import { mistaken, mistakeIn } from './mistaken';
import { MUTANTS } from './mutants';
import { PROMISES } from './promises';
import { Run, type Core } from './run';

/** The promises are worth something only if breaking the core breaks them. */
const seed = 5;
const NUM_RUNS = 400;
/** Enough to see that loading the core in this way breaks nothing. */
const FEW_RUNS = 50;
const ENTRY = 'trigger/changes/changes';
jest.setTimeout(600_000);

function isKept(core: Core, name: keyof typeof PROMISES, numRuns = NUM_RUNS): boolean {
	const property = fc.property(PROMISES[name], (life) => {
		const { lost, repeated, untrue, idClashes, ...rest } = new Run(life, core).live();
		const isFine = !rest.isEndless && !rest.stateChangedByFailure;
		return isFine && [lost, repeated, untrue, idClashes].every(({ length }) => length === 0);
	});
	const { failed, errorInstance } = fc.check(property, {
		numRuns,
		seed,
		endOnFailure: true,
	});
	// A mutant that only makes the core throw has broken itself, and shows nothing.
	if (failed && !String(errorInstance).includes('by returning false')) throw errorInstance;
	return !failed;
}

describe.each(Object.entries(MUTANTS))('the core with a mistake: %s', (_, { mistakes, breaks }) => {
	const core = mistaken<Core>(ENTRY, mistakes);
	test.each(breaks)('breaks promise %s', (name) => expect(isKept(core, name)).toBe(false), 120_000);
});

test('the core with the same function in its place keeps a promise', () => {
	const same = mistakeIn<typeof walks>('listing/walk', { advanceWalk: (shipped) => shipped });
	const core = mistaken<Core>(ENTRY, [same]);
	expect(isKept(core, '3: a second edit within the second of the first', FEW_RUNS)).toBe(true);
});

test.each([
	['a function that its module does not export', 'listing/walk', 'exports no function walkBack'],
	[
		'a module that the core does not import',
		'values/comment-file',
		'does not import values/comment-file',
	],
	['a module that is not there', 'listing/ladder', 'Cannot find module'],
])('a mistake in %s is noticed', (_, module, message) => {
	const made = { ...(module === 'listing/walk' && { walkBack: () => () => undefined }) };
	expect(() => mistaken<Core>(ENTRY, [mistakeIn(module, made)])).toThrow(message);
});
