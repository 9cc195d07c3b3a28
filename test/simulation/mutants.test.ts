import type * as walks from '../../nodes/RecordsDirectory/core/listing/walk';
import { MUTANTS as deletions } from './deletions-mutants';
import { MUTANTS as fields } from './fields-mutants';
import { mistaken, mistakeIn, type Mistake } from './mistaken';
import { MUTANTS as changes } from './mutants';
import { MUTANTS as notices } from './notices-mutants';
import { KINDS } from './scenarios';
import { MUTANTS as starts } from './start-mutants';

/* The promises are worth something only if breaking the core breaks them. */
jest.setTimeout(600_000);
const wanted = { runs: 400, seed: 5, endOnFailure: true };

interface Mutant {
	readonly mistakes: readonly Mistake[];
	/** Scenarios in which it breaks a promise for certain. */
	readonly breaks: string | readonly string[];
}
const mutants: Readonly<Record<keyof typeof KINDS, Readonly<Record<string, Mutant>>>> = {
	changes,
	deletions,
	fields,
	starts,
	notices,
};

const cases = Object.entries(mutants).flatMap(([name, all]) =>
	Object.entries(all).flatMap(([mistake, { mistakes, breaks }]) => {
		const { entry, scenarios } = KINDS[name as keyof typeof KINDS];
		const broken = [...scenarios].filter(([scenario]) =>
			[breaks].flat().some((one) => scenario.endsWith(one)),
		);
		return broken.map(([scenario, live]) => ({ mistake, mistakes, scenario, entry, live }));
	}),
);

test.each(cases)('$mistake: breaks promise $scenario', ({ mistakes, entry, live }) => {
	const story = live(wanted, mistaken(entry, mistakes));
	expect(story).toBeDefined();
	// A mutant that only makes the core throw has broken itself, and shows nothing.
	expect(story).not.toContain('It broke off');
});

const ENTRY = 'trigger/changes/changes';

test('the core with the same function in its place keeps a promise', () => {
	const same = mistakeIn<typeof walks>('listing/walk', { advanceWalk: (shipped) => shipped });
	const live = KINDS.changes.scenarios.get('3: a second edit within the second of the first')!;
	expect(live({ ...wanted, runs: 50 }, mistaken(ENTRY, [same]))).toBeUndefined();
});

test.each([
	['a function that its module does not export', 'listing/walk', 'exports no function walkBack'],
	[
		'a module that the core does not import',
		'request/redaction',
		'does not import request/redaction',
	],
	['a module that is not there', 'listing/ladder', 'Cannot find module'],
])('a mistake in %s is noticed', (_, module, message) => {
	const made = { ...(module === 'listing/walk' && { walkBack: () => () => undefined }) };
	expect(() => mistaken(ENTRY, [mistakeIn(module, made)])).toThrow(message);
});
