import { parseForm } from '../../../../nodes/RecordsDirectory/core/form/definition';
import type { FormField } from '../../../../nodes/RecordsDirectory/core/form/field';
import { number } from '../../../../nodes/RecordsDirectory/core/form/kinds/number';

const fieldWith = (row: object): FormField =>
	parseForm([{ uniqueId: 'f-1', caption: 'Price', fieldType: 'number', ...row }])[0]!;
const numberFor = (field: FormField, value: unknown) =>
	number.write!(field, value, { zone: 'UTC' });
const anyNumber = fieldWith({});
const problem = (words: string, advice: string) =>
	expect.objectContaining({ message: `'Price' (f-1)${words}`, advice });

describe('a number is sent', () => {
	it.each<[unknown, number | string]>([
		[12, 12],
		['12', 12],
		[' 1.50 ', 1.5],
		[-0.5, -0.5],
		['+7', 7],
		[0, 0],
		// A number could not hold these digits.
		['12345678901234567890', '12345678901234567890'],
		['0.1234567890123456789', '0.1234567890123456789'],
		// A calculation may return a number with more digits than it was written with.
		[0.1 + 0.2, 0.1 + 0.2],
	])('%j as %j', (value, sent) => expect(numberFor(anyNumber, value)).toBe(sent));

	it('of the most digits, but not of one more', () => {
		const longest = '7'.repeat(1_000);
		expect(numberFor(anyNumber, longest)).toBe(longest);
		expect(() => numberFor(anyNumber, `${longest}7`)).toThrow(' is not a number: "7777');
	});
});

describe('no number', () => {
	it.each<[unknown, string]>([
		['twelve', ' is not a number: "twelve"'],
		['', ' is not a number: ""'],
		['1,234.5', ' is not a number: "1,234.5"'],
		['1,5', ' is not a number: "1,5"'],
		['1,234x', ' is not a number: "1,234x"'],
		['x1,234', ' is not a number: "x1,234"'],
		['1234,567', ' is not a number: "1234,567"'],
		['1,2345', ' is not a number: "1,2345"'],
		[null, ' is not a number: "null"'],
		[{}, ' is not a number: "{}"'],
		[[12], ' is not a number: "[12]"'],
		[true, ' is not a number: "true"'],
		[NaN, ' is not a number: "NaN"'],
		[Infinity, ' is not a number: "Infinity"'],
	])('is %j', (value, words) => {
		expect(() => numberFor(anyNumber, value)).toThrow(
			problem(words, 'Use digits and a point, such as 1234.5. Remove separators of thousands.'),
		);
	});
});

describe('the bounds of a field', () => {
	const bounded = fieldWith({ min: 2, max: 10 });

	it.each([2, '2.0', 10, '10.00', 5.5])('include %j', (value) =>
		expect(numberFor(bounded, value)).toBe(Number(value)),
	);

	it.each([
		[1, 'minimum is 2', 'Enter 2 or more.'],
		['1.99999999999999999999', 'minimum is 2', 'Enter 2 or more.'],
		[11, 'maximum is 10', 'Enter 10 or less.'],
		['10.00000000000000000001', 'maximum is 10', 'Enter 10 or less.'],
	])('leave out %j: the %s', (value, bound, advice) => {
		expect(() => numberFor(bounded, value)).toThrow(problem(` is ${value}; the ${bound}`, advice));
	});

	it('may be only one of the two', () => {
		expect(numberFor(fieldWith({ min: 2 }), 1e6)).toBe(1e6);
		expect(() => numberFor(fieldWith({ min: 2 }), 1)).toThrow('the minimum is 2');
		expect(numberFor(fieldWith({ max: 10 }), -1e6)).toBe(-1e6);
		expect(() => numberFor(fieldWith({ max: 10 }), 11)).toThrow('the maximum is 10');
	});
});
