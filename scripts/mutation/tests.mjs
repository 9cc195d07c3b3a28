// Which tests judge the mutants.

/** The sample of `npm test`, the same in every process. */
process.env.SAMPLE ??= '1';

/** The most values per property. */
export const MOST_RUNS = 25;

const OF_CORE = ['test/core/**/*.test.ts', 'test/simulation/{lives,promises}.test.ts'];

/** Tests that judge a room of `n8n`, in `test/n8n`: its own, and those of rooms that call it. */
const JUDGES = {
	execute: ['execute/**'],
	form: ['form', 'execute/**'],
	methods: ['methods', 'form', 'execute/actions'],
	parameters: ['parameters', 'execute/**'],
	transport: ['transport', 'execute/**', 'trigger'],
	trigger: ['trigger'],
};
const judgesOf = (mutated) => JUDGES[/\/n8n\/(\w+)\//.exec(mutated)?.[1]];

/** The test files for what the patterns name: rooms of `n8n`, or `core`. */
export const filesOf = (mutate) => [
	...new Set(
		mutate.flatMap(
			(pattern) => judgesOf(pattern)?.map((place) => `test/n8n/${place}/*.test.ts`) ?? OF_CORE,
		),
	),
];

/**
 * The cheapest tests judge a mutant until they have taken this long together, in milliseconds of CPU time. Most tests of `n8n`
 * reach the same code, so the one that tests it is not among the first.
 */
export const mostPerMutant = (mutated) => (mutated.includes('/core/') ? 3_000 : 8_000);

const LEFT_OUT = [
	// Tests that take seconds.
	/a long import beside triggers and the editor/,
	/promise (3|7: neither|11)/,
	/a set of record ids of 100,000/,
	/\/(directory\.requests|maximum\.runs|start\.faults|long-work|deletions\.cost|bulk)\.test\.ts/,
	/promise 12: (a quiet poll is one small request, though 20000|4000 changes|15000 changes|the requests of polls)/,
	// Reads the code, which is another with its mutants.
	/each code is used in the nodes/,
	// Tests of time, which fail by chance on a busy machine.
	/mistakes\.test\.ts: .*, quickly/,
	/pauses\.test\.ts/,
	/what is the same for all items is worked out once/,
];

const OF_TRIGGER = /\/core\/(trigger|listing|fingerprint)/;

/** Simulations test the trigger; for other code they would only take time. */
export const isAbout = (test, mutated) =>
	!test.includes('/simulation/') || OF_TRIGGER.test(mutated);

/** Modules that cache results: a mutant shows only if they are loaded again. */
export const remembers = (mutated) =>
	/\/core\/(request\/request|values\/moment|form\/(names|kinds\/choice|kinds\/table))\.ts$/.test(
		mutated,
	);

export const isLeftOut = (id) => LEFT_OUT.some((pattern) => pattern.test(id));
