import { atLeast, atMost, barsTable, below, exactly } from '../../bench/bars';
import { progress } from '../../bench/progress';
import { bar } from '../../scripts/packages.mjs';
import { bench } from '../support/bench';

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
		'--only must be one of start, trigger, import, read, delays, n8n, growth, limit, shared',
	],
])('%j is rejected in plain words', (words, message) => {
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
