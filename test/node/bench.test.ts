import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Part } from '../../bench/arguments';
import { atLeast, atMost, barsTable, below, exactly } from '../../bench/bars';
import { progress, STEPS } from '../../bench/progress';
import { bar } from '../../scripts/packages.mjs';

// A process for the command, one for the service and one for n8n, beside other tests.
jest.setTimeout(120_000);

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	scripts: { bench: string };
};

/** The bar has to know beforehand how many measurements there are. */
function expectAsManySteps(part: Part, text: string): void {
	expect(text.match(new RegExp(`^${part}: `, 'gm'))).toHaveLength(STEPS[part][1]);
}

function bench(...words: string[]) {
	const [, ...options] = scripts.bench.split(' ');
	const { status, stdout, stderr } = spawnSync(process.execPath, [...options, ...words], {
		encoding: 'utf8',
	});
	return { status, text: stdout + stderr };
}

test('the benchmark of the trigger runs, and prints its tables', () => {
	const { status, text } = bench('--quick', '--only', 'trigger');
	expectAsManySteps('trigger', text);
	expect(text).toMatch(/\| Record Created +\| +3,000 \| +1 \|/);
	expect(text).toMatch(/\| edited in one second +\| +10 \| +3 \|/);
	expect(text).toMatch(/\| quiet afterwards +\| +\d+ \| +\d+ \| +1 \|/);
	expect(status).toBe(0);
});

test('the benchmark of the start builds and loads the package, and prints its tables', () => {
	const { status, text } = bench('--quick', '--only', 'start');
	expectAsManySteps('start', text);
	expect(text).toMatch(/\| this package, on top of it +\| +\d\d+ \| +[\d.]+ \|/);
	expect(text).toMatch(/\| Records and Directory Trigger +\| +\d\d,\d{3} \|/);
	expect(text).toMatch(/\| fields mapped automatically +\| +[\d.]+ \|/);
	expect(text).toMatch(/\| `tsc -p \.` +\| +[\d.]+ \|/);
	expect(text).toMatch(/\| Descriptions of both nodes .*\| +under 150,000 \| .*\| +met \|/);
	expect(status).toBe(0);
});

test('the benchmark of the growth reads and imports, and compares the sizes', () => {
	const { status, text } = bench('--quick', '--only', 'growth');
	expectAsManySteps('growth', text);
	expect(text).toMatch(/\| This node, \*Get Many\*.* +\| +1,500 \| +1 \| +[\d.]+ \|/);
	expect(text).toMatch(/\| This node, \*Import\*.* +\| +150 \| +1 \| +[\d,.]+ \| +- \|/);
	expect(text.match(/ \| +at most 1\.30 \| .*\| +(met|missed \(.+\)) \|/g)).toHaveLength(6);
	expect(status).toBe(0);
});

test('the benchmark of the shared limit brings every record once, and tells of the waits', () => {
	const { status, text } = bench('--quick', '--only', 'shared');
	expectAsManySteps('shared', text);
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

describe('the bar', () => {
	const output = (isTTY: boolean) => {
		const texts: string[] = [];
		const write = (text: string) => texts.push(text) > 0;
		return { isTTY, columns: 60, texts, write };
	};

	test('on a terminal it grows with the measurements, in one line, and makes room for the tables', () => {
		const to = output(true);
		const { say, clear } = progress(['import'], true, to);
		for (let i = 0; i < 5; i++) say(`import: 300 records, number ${i}, and many more words`);
		clear();
		expect(to.texts[0]).toBe(`\r${bar(0)}  0 s  import: 300 records, numbe\x1b[K`);
		expect(to.texts[4]).toContain(bar(0.8));
		expect(to.texts[5]).toBe('\r\x1b[K');
	});

	test('elsewhere there is a line for each', () => {
		const to = output(false);
		const { say, clear } = progress(['import'], true, to);
		say('import: 300 records');
		clear();
		expect(to.texts).toEqual(['import: 300 records\n']);
	});
});
