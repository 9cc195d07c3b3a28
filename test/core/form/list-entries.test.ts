import { readListEntries } from '../../../nodes/RecordsDirectory/core/form/field';
import { parsedJson } from '../../../nodes/RecordsDirectory/core/values/record-json';

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
