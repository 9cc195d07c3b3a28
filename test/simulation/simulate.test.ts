import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutated } from './mutated';
import type { Core } from './run';
import { MUTANTS } from './mutants';
import { simulate } from './simulate';
import { between, markdown } from './table';

function run(words: string[], core?: Parameters<typeof simulate>[2]) {
	const lines: string[] = [];
	const code = simulate(words, (line) => lines.push(line), core);
	return { code, text: lines.join('\n') };
}

test('the command runs all scenarios, counts, and says how', () => {
	const { code, text } = run(['--runs', '26', '--seed', '4']);
	expect(code).toBe(0);
	expect(text).toContain('26 runs, seed 4');
	expect(text).toMatch(/\| All +\| +26 \|/);
	expect(run(['--runs', '26', '--seed', '4']).text).toBe(text);
});

test('a life that breaks a promise is made small, told as a story, and can be run again', () => {
	const strict = MUTANTS['strict >: the newest second counts as finished at once']!;
	const core = mutated<Core>('changes', strict.changes);
	const { code, text } = run(['--runs', '300', '--scenario', 'second edit'], core);
	expect(code).toBe(1);
	expect(text).toContain('was never told');
	expect(text).toMatch(/asked for page 1 of \d+ by updatedAt:desc/);
	const seed = /--seed (\d+) --runs 100/.exec(text)![1]!;
	expect(run(['--seed', seed, '--runs', '100', '--scenario', 'second edit'], core).code).toBe(1);
});

test.each([
	[['--bogus'], "Unknown option '--bogus'"],
	[['--runs', 'many'], '--runs must be a whole number'],
	[['--runs', '0'], '--runs must be a whole number'],
	[['--scenario', 'no such'], 'No scenario'],
	[['--others', '--scenario', 'no such'], 'No scenario'],
	[['--others', '--minutes', '1'], '--minutes does not go'],
	[['--write', 'package.json'], 'There is no place between'],
	[['--write', 'no-such-file'], 'ENOENT'],
])('%j is refused in plain words', (words, message) => {
	const { code, text } = run(words);
	expect(code).toBe(2);
	expect(text).toContain(message);
});

test('the table goes between its markers, and nowhere else', () => {
	expect(between('a <!-- x --> old <!-- end --> b', 'x', 'new')).toBe(
		'a <!-- x -->\n\nnew\n\n<!-- end --> b',
	);
	expect(() => between('a', 'x', 'new')).toThrow('no place');
});

test('the document names every mutant and what it breaks', () => {
	const lines = Object.entries(MUTANTS).map(([name, { breaks }]) => [name, breaks.join('; ')]);
	const document = readFileSync(join(__dirname, '../../docs/trigger-simulation.md'), 'utf8');
	const table = markdown(['Mistake', 'Promises that fail'], lines, 2);
	expect(between(document, 'mutants', table)).toBe(document);
});
