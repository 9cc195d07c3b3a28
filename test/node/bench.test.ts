import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// A process for the command, one for the service and one for n8n, beside other tests.
jest.setTimeout(120_000);

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	scripts: { bench: string };
};

function bench(...words: string[]) {
	const [, ...options] = scripts.bench.split(' ');
	const { status, stdout, stderr } = spawnSync(process.execPath, [...options, ...words], {
		encoding: 'utf8',
	});
	return { status, text: stdout + stderr };
}

test('the benchmark of the trigger runs, and prints its tables', () => {
	const { status, text } = bench('--quick', '--only', 'trigger');
	expect(text).toMatch(/\| Record Created +\| +3,000 \| +1 \|/);
	expect(text).toMatch(/\| edited in one second +\| +10 \| +3 \|/);
	expect(text).toMatch(/\| quiet afterwards +\| +\d+ \| +\d+ \| +1 \|/);
	expect(status).toBe(0);
});

test.each([
	[['--only', 'nothing'], '--only must be one of trigger, import, read, limit'],
	[['--bogus'], "Unknown option '--bogus'"],
	[['--write', 'package.json'], 'There is no place between'],
	[['--quick', '--write', 'docs/benchmarks.md'], '--write does not go with --quick'],
])('%j is refused in plain words', (words, message) => {
	const { status, text } = bench(...words);
	expect(text).toContain(message);
	expect(status).toBe(2);
});
