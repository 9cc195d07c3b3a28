import type { Part } from '../../bench/arguments';
import { STEPS } from '../../bench/progress';
import { bench } from '../support/bench';

// A process for the command, one for the service and one for n8n's core.

/** The bar has to know beforehand how many measurements there are. */
function expectAsManySteps(part: Part, text: string): void {
	expect(text.match(new RegExp(`^${part}: `, 'gm'))).toHaveLength(STEPS[part][1]);
}

test('the benchmark of the trigger runs, and prints its tables', () => {
	const { status, text } = bench('--quick', '--only', 'trigger');
	expectAsManySteps('trigger', text);
	expect(text).toMatch(/\| Record Created +\| +3,000 \| +1 \|/);
	expect(text).toMatch(/\| edited in one second +\| +10 \| +2 \|/);
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

test('the benchmark in n8n imports and reads by whole workflows, and compares those that give the same items', () => {
	const { status, text } = bench('--quick', '--only', 'n8n');
	expectAsManySteps('n8n', text);
	expect(text).toMatch(/\| This node, \*Import\* +\| +[\d.]+ \| +1\.0 \|/);
	expect(text).toMatch(/\| Code, batches of 100, and HTTP Request +\| +[\d.]+ \| +[\d.]+ \|/);
	expect(text).toMatch(/\| HTTP Request and Split Out +\| +[\d.]+ \| +[\d.]+ \|/);
	expect(text).toMatch(/\| 0 ms: items read without \*Simplify\* +\| +300 \| +300 \| +met \|/);
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

test('the benchmark of the shared limit saves every record once, and reports the waits', () => {
	const { status, text } = bench('--quick', '--only', 'shared');
	expectAsManySteps('shared', text);
	expect(text).toMatch(/\| 3: \*Import\* +\| done +\| +150 \| +150 \|/);
	expect(text).toMatch(/\| Polls of the trigger +\| done +\| +\d+ \| +0 \|/);
	expect(text).toMatch(/\| One n8n: requests rejected +\| +0 \| +0 \| +met \|/);
	expect(text).toMatch(/\| 3 n8n: records saved +\| +450 \| +450 \| +met \|/);
	expect(status).toBe(0);
});
