import {
	hasOneReading,
	readListEntries,
	namesIn,
	parsedJson,
} from '../../../nodes/RecordsDirectory/core/form/value';

describe('the entries of a list', () => {
	it.each<[unknown, readonly unknown[]]>([
		[
			['a', 'b'],
			['a', 'b'],
		],
		['["a", "b"]', ['a', 'b']],
		[' [1, {"a": 2}]', [1, { a: 2 }]],
		['{"a": 1}', [{ a: 1 }]],
		['a\nb\r\nc', ['a', 'b', 'c']],
		['a, b', ['a, b']],
		['', []],
		[
			['', null, undefined, 'a', 0, false],
			['a', 0, false],
		],
		[7, [7]],
		[undefined, []],
		[null, []],
	])('of %j are %j', (value, entries) => expect(readListEntries("'Tags'", value)).toEqual(entries));

	it.each([
		['[12345678901234567890]', "'Tags' contains the number 12345678901234567890"],
		['{"a": 1, "a": 2}', '"a" occurs twice in \'Tags\''],
	])('are not read from JSON that would lose something: %s', (json, message) => {
		expect(() => readListEntries("'Tags'", json)).toThrow(message);
		expect(() => parsedJson("'Tags'", json)).toThrow(message);
	});

	it.each(['[12345678901234567890', '{a: 12345678901234567890}', '[Spring] sale'])(
		'a text that is no JSON is an entry: %s',
		(text) => {
			expect(readListEntries("'Tags'", text)).toEqual([text]);
			expect(parsedJson("'Tags'", text)).toBe(text);
		},
	);
});

describe('the names between commas', () => {
	it.each<[string, readonly string[], readonly string[]]>([
		['a,b', ['a', 'b'], ['a', 'b']],
		[' a , b ', ['a', 'b'], ['a', 'b']],
		['a,b', ['a', 'b', 'a,b'], ['a,b']],
		['a,b,c', ['a', 'b', 'a,b', 'b,c'], ['a', 'b,c']],
		['a,b,c', ['a,b', 'b,c', 'c', 'a'], ['a,b', 'c']],
		['a, b,c', ['a, b', 'c'], ['a, b', 'c']],
		['a', [' a '], [' a ']],
		['x,a,b', ['a,b'], ['x', 'a', 'b']],
		['a,,b', [], ['a', 'b']],
		[' , a ,', [], ['a']],
		['', [], []],
	])('%j, where %j are known: %j', (text, known, names) =>
		// A copy, because known names are indexed once.
		expect(namesIn(text, [...known])).toEqual(names),
	);

	it('may be as long as they like, in a text of up to 1,000 pieces', () => {
		const name = Array.from({ length: 60 }, (_, n) => `n${n}`).join(',');
		expect(namesIn(`${name},b`, [name, 'b'])).toEqual([name, 'b']);
		const long = Array<string>(500).fill('a,b').join(',');
		expect(namesIn(long, ['a,b'])).toHaveLength(500);
		expect(namesIn(`${long},a,b`, ['a,b'])).toHaveLength(1_002);
	});

	it('are found in no time, however many ways there are, or almost are', () => {
		const known = ['a', 'a,a'];
		const long = Array<string>(500).fill('a').join(',');
		expect(namesIn(long, known)).toHaveLength(250);
		expect(hasOneReading(long, known)).toBe(false);
		expect(namesIn(`${long},x`, known)).toHaveLength(501);
		expect(hasOneReading(`${long},x`, known)).toBe(false);
	});
});

describe('a text has one reading', () => {
	it.each<[string, readonly string[], boolean]>([
		['a', ['a', 'b'], true],
		['a,b', ['a', 'b'], true],
		['a,b', ['a,b'], true],
		['a,b', ['a', 'b', 'a,b'], false],
		['a,b,a,b', ['a', 'b', 'a,b'], false],
		['a,b,c', ['a', 'b', 'c', 'b,c'], false],
		['a', ['b'], false],
		['a,x', ['a'], false],
		// Two names that differ only in spaces around them.
		['a', ['a', 'a '], false],
		['a,b,c', ['a', 'a ', 'b', 'c', 'b,c'], false],
		['a,b', ['a', 'b', 'c,d'], true],
	])('%j, where %j are known: %j', (text, known, is) =>
		expect(hasOneReading(text, [...known])).toBe(is),
	);
});
