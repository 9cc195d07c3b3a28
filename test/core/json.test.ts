import fc from 'fast-check';
import { isExact } from '../support/exact';
import {
	asList,
	asText,
	isNothing,
	numberIn,
	numeric,
	omit,
	put,
	readJson,
	roundedIn,
	jsonObjectsIn,
	textIn,
} from '../../nodes/RecordsDirectory/core/json';

it.each([
	['12', 12],
	[' 1.5 ', 1.5],
	['', undefined],
	[' ', undefined],
	['x', undefined],
	['Infinity', undefined],
	[0, 0],
	[NaN, undefined],
	[true, undefined],
	[null, undefined],
	[undefined, undefined],
	[['1'], undefined],
])('the number in %j is %j', (value, number) => expect(numberIn(value)).toBe(number));

it.each([
	['a', 'a'],
	[0, '0'],
	[false, 'false'],
	[null, ''],
	[undefined, ''],
	[{}, ''],
	[['a'], ''],
])('the text in %j is %j', (value, text) => expect(textIn(value)).toBe(text));

it('the rows in a list are its objects', () => {
	expect(jsonObjectsIn([{ a: 1 }, null, 'x', [1], {}])).toEqual([{ a: 1 }, {}]);
	expect(jsonObjectsIn({ a: 1 })).toEqual([]);
});

it.each(['a', '__proto__', 'constructor', '日本語', ''])(
	'%j is set as a property like any other',
	(name) => {
		const row = { before: 1 };
		put(row, name, 'old');
		put(row, name, 'new');
		expect(Object.entries(row)).toEqual([
			['before', 1],
			[name, 'new'],
		]);
		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
		// Like an ordinary property: it can be changed and deleted.
		expect(Object.getOwnPropertyDescriptor(row, name)).toMatchObject({
			writable: true,
			configurable: true,
		});
	},
);

describe('read as JSON,', () => {
	it.each([
		['{"id":9007199254740993}', { id: '9007199254740993' }],
		['[ -9007199254740993 , 1]', ['-9007199254740993', 1]],
		['{"id":9007199254740991}', { id: 9007199254740991 }],
		[
			'[12345678901234567.5,1e21,1e400,-1E-400,0.1e1,6396116417318713.3]',
			['12345678901234567.5', '1e21', '1e400', '-1E-400', 1, '6396116417318713.3'],
		],
		['1e400', '1e400'],
		['90071992547409931', '90071992547409931'],
		['\n-90071992547409931', '-90071992547409931'],
		['{"a":\r\n\t1E400}', { a: '1E400' }],
		['[0.12345678901234567,\t10e-1]', ['0.12345678901234567', 1]],
		[
			'{"a":"b\\",:90071992547409930,","\\\\":90071992547409931}',
			{ a: 'b",:90071992547409930,', '\\': '90071992547409931' },
		],
		[
			'[90071992547409931,true,null,"90071992547409931"]',
			['90071992547409931', true, null, '90071992547409931'],
		],
	])('%j is %j', (text, value) => expect(readJson(text)).toEqual(value));

	it.each(
		['9007199254740993', '-0.12345678901234567', '1e400', '-2.5E+400', '1E-400'].flatMap((number) =>
			['[#]', '[ #\t]', '[1,#,1]', '{"a":#}', '{"a":#,"b":1}', '{"a":\n#\r\n}', ' # ', '\n#'].map(
				(text) => [text.replace('#', number), text.replace('#', `"${number}"`)] as const,
			),
		),
	)('%j is read like %j', (text, quoted) => expect(readJson(text)).toEqual(JSON.parse(quoted)));

	it('what has no such number is what it always is', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				const value: unknown = JSON.parse(text);
				fc.pre(isExact(value));
				expect(readJson(`[${text},12345678901234567]`)).toEqual([value, '12345678901234567']);
			}),
		);
	});

	it('a text of any length is read', () => {
		const content = 'A\n"\\'.repeat(3_000_000);
		const text = JSON.stringify({ content, id: '#' }).replace('"#"', '90071992547409931');
		expect(readJson(text)).toEqual({ content, id: '90071992547409931' });
	});

	it.each(['', '{"id":', 'OK', '{"id":12345678901234567'])('%j is none', (text) =>
		expect(() => readJson(text)).toThrow(SyntaxError),
	);
});

it.each<[unknown, unknown]>([
	['12', 12],
	['-12', -12],
	['0', 0],
	['012', '012'],
	['-0', '-0'],
	['+5', '+5'],
	['1e3', '1e3'],
	['9007199254740991', 9007199254740991],
	['9007199254740992', '9007199254740992'],
	['12 ', '12 '],
	['a12', 'a12'],
	['1.5', '1.5'],
	['9007199254740993', '9007199254740993'],
	['', ''],
	[12, 12],
	[true, true],
	[null, null],
	[undefined, undefined],
	[['12'], ['12']],
])('%j is the number %j only if it is written like that', (value, expected) => {
	expect(numeric(value)).toEqual(expected);
});

it.each<[unknown, string]>([
	['a', 'a'],
	[12, '12'],
	[null, 'null'],
	[undefined, 'undefined'],
	[{ a: [1] }, '{"a":[1]}'],
	[['a'], '["a"]'],
	[{ toString: 'no function' }, '{"toString":"no function"}'],
])('any value has a text: %j', (value, text) => expect(asText(value)).toBe(text));

it.each<[unknown, readonly unknown[]]>([
	[['a'], ['a']],
	['a', ['a']],
	[undefined, [undefined]],
])('%j as a list', (value, list) => expect(asList(value)).toEqual(list));

it.each<[unknown, boolean]>([
	['', true],
	[' \t\n　', true],
	[' a ', false],
	[undefined, true],
	[0, false],
])('%j is nothing: %s', (value, expected) => expect(isNothing(value)).toBe(expected));

it.each<[string, string[]]>([
	['{"a":1.5,"b":9007199254740993}', ['9007199254740993']],
	['["9007199254740993", 1234567890123456]', []],
	['[0.1234567890123456789]', ['0.1234567890123456789']],
	['a 9007199254740993', ['9007199254740993']],
	['1', []],
	['', []],
	['[1e400,-12345678901234567]', ['1e400', '-12345678901234567']],
])('the numbers of %s that would be rounded: %j', (json, numbers) => {
	expect(roundedIn(json)).toEqual(numbers);
});

it('an object without some properties is another one', () => {
	const object = { a: 1, b: 2, c: 3 };
	expect(omit(object, ['a', 'c'])).toEqual({ b: 2 });
	expect(object).toEqual({ a: 1, b: 2, c: 3 });
});
