import type * as walks from '../../nodes/RecordsDirectory/core/listing/walk';
import { sampled } from '../support/effort';
import { mistaken, mistakeIn } from './mistaken';
import { MUTANTS } from './mutants';
import { scenarios } from './scenarios';

/* The promises are worth something only if breaking the core breaks them. */
jest.setTimeout(600_000);
const wanted = { runs: 400, seed: 5, endOnFailure: true };

const cases = Object.entries(MUTANTS).flatMap(([mistake, { mistakes, breaks }]) =>
	breaks.map((name) => [mistake, name, mistakes] as const),
);

const chosen = sampled(cases, ([mistake, name]) => `${mistake} ${name}`, 1 / 4);

test.each(chosen)('%s: breaks promise %s', (_, name, mistakes) => {
	const { entry, live } = scenarios.find((scenario) => scenario.name === name)!;
	const story = live(wanted, mistaken(entry, mistakes));
	expect(story).toBeDefined();
	// A mutant that only makes the core throw has broken itself, and shows nothing.
	expect(story).not.toContain('It broke off');
});

const ENTRY = 'trigger/changes/changes';

test('the core with the same function in its place keeps a promise', () => {
	const same = mistakeIn<typeof walks>('listing/walk', { advanceWalk: (shipped) => shipped });
	const { live } = scenarios.find(({ name }) => name.startsWith('3: a second edit'))!;
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
