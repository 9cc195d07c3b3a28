import { isOff, numberIn, put, rowsIn, textIn } from '../../nodes/RecordsDirectory/core/json';

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

it.each([0, '0', false, 'false', '', null, undefined])('%j is off', (value) =>
	expect(isOff(value)).toBe(true),
);
it.each([1, '1', 2, true, 'true', '00', {}])('%j is not off', (value) =>
	expect(isOff(value)).toBe(false),
);

it('the rows in a list are its objects', () => {
	expect(rowsIn([{ a: 1 }, null, 'x', [1], {}])).toEqual([{ a: 1 }, {}]);
	expect(rowsIn({ a: 1 })).toEqual([]);
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
		// As one that was written so: it can be changed and taken away.
		expect(Object.getOwnPropertyDescriptor(row, name)).toMatchObject({
			writable: true,
			configurable: true,
		});
	},
);
