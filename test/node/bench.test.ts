import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { atLeast, atMost, barsTable, below, exactly } from '../../bench/bars';

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

test('the benchmark of the start builds and loads the package, and prints its tables', () => {
	const { status, text } = bench('--quick', '--only', 'start');
	expect(text).toMatch(/\| this package, on top of it +\| +\d\d+ \| +[\d.]+ \|/);
	expect(text).toMatch(/\| Records and Directory Trigger +\| +\d\d,\d{3} \|/);
	expect(text).toMatch(/\| fields mapped automatically +\| +[\d.]+ \|/);
	expect(text).toMatch(/\| `tsc -p \.` +\| +[\d.]+ \|/);
	expect(text).toMatch(/\| Descriptions of both nodes .*\| +under 150,000 \| .*\| +met \|/);
	expect(status).toBe(0);
});

test('the benchmark of the growth reads and imports, and compares the sizes', () => {
	const { status, text } = bench('--quick', '--only', 'growth');
	expect(text).toMatch(/\| This node, \*Get Many\*.* +\| +1,500 \| +1 \| +[\d.]+ \|/);
	expect(text).toMatch(/\| This node, \*Import\*.* +\| +150 \| +1 \| +[\d,.]+ \| +- \|/);
	expect(text.match(/ \| +at most 1\.30 \| .*\| +(met|missed \(.+\)) \|/g)).toHaveLength(6);
	expect(status).toBe(0);
});

test('the benchmark of the shared limit brings every record once, and tells of the waits', () => {
	const { status, text } = bench('--quick', '--only', 'shared');
	expect(text).toMatch(/\| 3: \*Import\* +\| done +\| +150 \| +150 \|/);
	expect(text).toMatch(/\| Polls of the trigger +\| done +\| +\d+ \| +0 \|/);
	expect(text).toMatch(/\| One n8n: requests refused +\| +0 \| +0 \| +met \|/);
	expect(text).toMatch(/\| 3 n8n: records that arrived +\| +450 \| +450 \| +met \|/);
	expect(status).toBe(0);
});

test('a bar is missed by what does not reach it, and says by how much', () => {
	const table = barsTable([
		exactly('a', 101, 100),
		atMost('b', 1, 1),
		below('c', 5, 5),
		atLeast('d', 14.9, 15),
		atLeast('e', NaN, 15),
	]);
	const outcomes = [...table.matchAll(/^\| (\w) .* (met|missed \(.+\)) \|$/gm)];
	expect(outcomes.map(([, name, outcome]) => [name, outcome])).toEqual([
		['a', 'missed (101)'],
		['b', 'met'],
		['c', 'missed (5.00)'],
		['d', 'missed (14.9)'],
		['e', 'missed (NaN)'],
	]);
});

test.each([
	[
		['--only', 'nothing'],
		'--only must be one of start, trigger, import, read, growth, limit, shared',
	],
	[['--bogus'], "Unknown option '--bogus'"],
	[['--write', 'package.json'], 'There is no place between'],
	[['--quick', '--write', 'docs/benchmarks.md'], '--write does not go with --quick'],
])('%j is refused in plain words', (words, message) => {
	const { status, text } = bench(...words);
	expect(text).toContain(message);
	expect(status).toBe(2);
});
