import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { wholeNumber } from '../sandbox/start/command-line.ts';
import { explain } from '../sandbox/start/terminal.ts';

const MOST = 2 ** 31 - 1;
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
/** Tests whose effort can be set, and tests that are only meaningful as a whole. */
const shortened = [
	'--findRelatedTests',
	'test/support/effort.ts',
	...globSync('test/**/*.whole.test.ts'),
];

/**
 * Runs the tests that `npm test` shortens, with many times the cases and another seed: `npm run test:long -- 50
 * 7`, or only those below a path: `npm run test:long -- 50 7 test/hostile`. With the seed `usual`, each test has
 * its own. Returns the exit code.
 */
function testLong([times = '20', given = String(Date.now() % 1_000_000), ...only]) {
	const longer = wholeNumber('The first word, how many times the cases,', times, 1, MOST);
	const isUsual = given === 'usual';
	const seed = isUsual ? undefined : wholeNumber('The second word, the seed,', given, 0, MOST);
	console.log(`${longer} times as many cases, ${isUsual ? 'the usual seeds' : `seed ${seed}`}`);
	const tests = only.length > 0 ? only : shortened;
	const { status } = spawnSync(process.execPath, [jest, ...tests], {
		stdio: 'inherit',
		env: { ...process.env, LONGER: longer, ...(!isUsual && { SEED: seed }) },
	});
	return status ?? 1;
}

try {
	process.exitCode = testLong(process.argv.slice(2));
} catch (error) {
	explain(error);
}
