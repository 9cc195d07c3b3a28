// Which tests judge the mutants.

/** The sample of `npm test`, the same in every process. */
process.env.SAMPLE ??= '1';

/** The most values per property. */
export const MOST_RUNS = 25;

const OF_CORE = ['test/core/**/*.test.ts', 'test/simulation/{lives,promises}.test.ts'];

/** Tests in `test/n8n` that judge a room: its own, and those of rooms that call it. */
const JUDGES = {
	'core/bulk': ['execute/**'],
	'core/directory': ['execute/actions'],
	'core/listing': ['transport'],
	'core/trigger': ['trigger'],
	'core/values': ['execute/**', 'parameters'],
	'n8n/execute': ['execute/**'],
	'n8n/form': ['form', 'execute/**'],
	'n8n/methods': ['methods', 'form', 'execute/actions'],
	'n8n/parameters': ['parameters', 'execute/**', 'trigger'],
	'n8n/transport': ['transport', 'execute/**', 'trigger'],
	'n8n/trigger': ['trigger'],
};
const roomOf = (path) => /\/((?:core|n8n)\/\w+)\//.exec(path)?.[1];
const judgesOf = (pattern) => [
	...(pattern.includes('/n8n/') ? [] : OF_CORE),
	...(JUDGES[roomOf(pattern)] ?? []).map((place) => `test/n8n/${place}/*.test.ts`),
];

/** The test files for what the patterns name, such as `nodes/RecordsDirectory/core/bulk/*.ts`. */
export const filesOf = (mutate) => [...new Set(mutate.flatMap(judgesOf))];

/** Whether a test is in the room of the mutated file. Most tests of `n8n` reach the same code. */
export const isNear = (test, mutated) => test.includes(`test/${roomOf(mutated)}/`);

/**
 * The tests that failed last, then those nearby, then the cheapest, judge a mutant until they have taken this long
 * together, in milliseconds of CPU time.
 */
export const mostPerMutant = (mutated) => (roomOf(mutated) in JUDGES ? 8_000 : 3_000);

const LEFT_OUT = [
	// Tests that take seconds.
	/promise (3|7: neither|11)/,
	/a set of record ids of 100,000/,
	/\/(directory\.requests|maximum\.runs|bulk)\.test\.ts/,
	/promise 12: (a quiet poll is one small request, though 20000|4000 changes|15000 changes|5,000 rows)/,
	// Reads the code, which is another with its mutants.
	/each code is used in the nodes/,
	// Tests of time, which fail by chance on a busy machine.
	/mistakes\.test\.ts: .*, quickly/,
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
