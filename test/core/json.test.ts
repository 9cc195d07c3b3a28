import fc from 'fast-check';
import { isExact } from '../support/exact';
import {
	numeric,
	put,
	readJson,
	repeatedIn,
	roundedIn,
} from '../../nodes/RecordsDirectory/core/json';

it('"__proto__" is set as a property like any other', () => {
	const row = { before: 1 };
	put(row, '__proto__', 'old');
	put(row, '__proto__', 'new');
	expect(Object.entries(row)).toEqual([
		['before', 1],
		['__proto__', 'new'],
	]);
	expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
	// Like an ordinary property: it can be changed and deleted.
	expect(Object.getOwnPropertyDescriptor(row, '__proto__')).toMatchObject({
		writable: true,
		configurable: true,
	});
});

describe('read as JSON,', () => {
	it.each([
		['{"id":9007199254740991}', { id: 9007199254740991 }],
		['1e400', '1e400'],
		['{"a":\r\n\t1E400}', { a: '1E400' }],
		[
			'{"a":"b\\",:90071992547409930,","\\\\":90071992547409931}',
			{ a: 'b",:90071992547409930,', '\\': '90071992547409931' },
		],
	])('%j is %j', (text, value) => expect(readJson(text)).toEqual(value));

	it('what has no such number is what it always is', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				const value: unknown = JSON.parse(text);
				fc.pre(isExact(value));
				expect(readJson(`[${text},12345678901234567]`)).toEqual([value, '12345678901234567']);
			}),
		);
	});
});

it.each([
	['{"a\\"":1,"a\\"":2,"\\\\":1}', ['a"']],
	['{"a":[1,[2,{}]],"b":{"a":[]},"a":1}', ['a']],
	// No JSON, but not the place to say so.
	['"a":1', []],
])('names that stand twice in one object: %s: %j', (text, names) =>
	expect(repeatedIn(text)).toEqual(names),
);

it('a text is no number of the service if it has decimals', () => {
	expect(numeric('1.5')).toEqual('1.5');
});

it.each<[string, string[]]>([
	['["9007199254740993", 1234567890123456]', []],
	['[1e400,-12345678901234567]', ['1e400', '-12345678901234567']],
])('the numbers of %s that would be rounded: %j', (json, numbers) => {
	expect(roundedIn(json)).toEqual(numbers);
});
