import { parseForm } from '../../../../nodes/RecordsDirectory/core/form/definition';
import type { FormField } from '../../../../nodes/RecordsDirectory/core/form/field';
import { number } from '../../../../nodes/RecordsDirectory/core/form/kinds/number';

const fieldWith = (row: object): FormField =>
	parseForm([{ uniqueId: 'f-1', caption: 'Price', fieldType: 'number', ...row }])[0]!;
const numberFor = (field: FormField, value: unknown) =>
	number.write!(field, value, { zone: 'UTC' });
const anyNumber = fieldWith({});

it('a number of the most digits is sent, but not of one more', () => {
	const longest = '7'.repeat(1_000);
	expect(numberFor(anyNumber, longest)).toBe(longest);
	expect(() => numberFor(anyNumber, `${longest}7`)).toThrow(' is not a number: "7777');
});

describe('the bounds of a field', () => {
	it('may be only one of the two', () => {
		expect(numberFor(fieldWith({ min: 2 }), 1e6)).toBe(1e6);
		expect(() => numberFor(fieldWith({ min: 2 }), 1)).toThrow('the minimum is 2');
		expect(numberFor(fieldWith({ max: 10 }), -1e6)).toBe(-1e6);
		expect(() => numberFor(fieldWith({ max: 10 }), 11)).toThrow('the maximum is 10');
	});
});
