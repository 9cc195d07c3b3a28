import { numberIn, rowsIn, textIn } from '../../nodes/RecordsDirectory/core/json';

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
	expect(rowsIn([{ a: 1 }, null, 'x', [1], {}])).toEqual([{ a: 1 }, {}]);
	expect(rowsIn({ a: 1 })).toEqual([]);
});
