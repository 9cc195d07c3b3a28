import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

// The tests that choose at random, with many times the cases and another seed: `npm run test:long -- 50 7`,
// or only those below a path: `npm run test:long -- 50 7 test/hostile`. Each test has a usual seed.
const [longer = '20', seed = String(Date.now() % 1_000_000), ...only] = process.argv.slice(2);
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const tests = [
	'test/core',
	'test/hostile',
	'test/n8n/dialects',
	'test/n8n/execute/actions/form.roundtrip',
	'test/n8n/execute/actions/records.roundtrip',
	'test/simulation',
];
console.log(
	`${longer} times as many cases, ${seed === 'usual' ? 'the usual seeds' : `seed ${seed}`}`,
);
const chosen = only.length > 0 ? only : tests;
const { status } = spawnSync(process.execPath, [jest, ...chosen], {
	stdio: 'inherit',
	env: { ...process.env, LONGER: longer, ...(seed !== 'usual' && { SEED: seed }) },
});
process.exitCode = status ?? 1;
