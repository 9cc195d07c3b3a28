// Which tests judge the mutants.

/** The sample of `npm test`, the same in every process. */
process.env.SAMPLE ??= '1';

/** The most values per property. */
export const MOST_RUNS = 25;

export const FILES = [
	'test/core/**/*.test.ts',
	'test/simulation/{deletions,ledger,notices,promises,window}.test.ts',
];

const LEFT_OUT = [
	// Tests that take seconds.
	/a long import beside triggers and the editor/,
	/promise (3|7: neither|11)/,
	/a set of record ids of 100,000/,
	/promise 12: (a quiet poll is one small request, though 20000|4000 changes|15000 changes|the requests of polls)/,
	// Tests that mutate the core themselves.
	/notices\.test\.ts: that is broken by/,
	/window\.test\.ts: a mistake that it finds/,
];

const OF_TRIGGER = /\/core\/(trigger|listing|fingerprint)/;

/** Simulations test the trigger; for other code they would only take time. */
export const isAbout = (test, mutated) =>
	!test.includes('/simulation/') || OF_TRIGGER.test(mutated);

/** Modules that cache results: a mutant shows only if they are loaded again. */
export const remembers = (mutated) =>
	/\/core\/(request\/request|values\/time-zone|form\/names)\.ts$/.test(mutated);

export const isLeftOut = (id) => LEFT_OUT.some((pattern) => pattern.test(id));
