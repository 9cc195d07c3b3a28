import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';

// Runs the tests that `npm test` shortens, with many times the cases and another seed: `npm run test:long -- 50
// 7`, or only those below a path: `npm run test:long -- 50 7 test/hostile`. Without these numbers, each test
// has its usual seed.
const [longer = '20', seed = String(Date.now() % 1_000_000), ...only] = process.argv.slice(2);
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
/** Tests whose effort can be set, and tests that are only meaningful as a whole. */
const shortened = [
	'--findRelatedTests',
	'test/support/effort.ts',
	...globSync('test/**/*.whole.test.ts'),
];
console.log(
	`${longer} times as many cases, ${seed === 'usual' ? 'the usual seeds' : `seed ${seed}`}`,
);
const { status } = spawnSync(process.execPath, [jest, ...(only.length > 0 ? only : shortened)], {
	stdio: 'inherit',
	env: { ...process.env, LONGER: longer, ...(seed !== 'usual' && { SEED: seed }) },
});
process.exitCode = status ?? 1;
