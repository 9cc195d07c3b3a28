import { parseForm } from '../../../../nodes/RecordsDirectory/core/form/definition';
import type { FormField } from '../../../../nodes/RecordsDirectory/core/form/field';
import { number } from '../../../../nodes/RecordsDirectory/core/form/kinds/number';

const fieldWith = (row: object): FormField =>
	parseForm([{ uniqueId: 'f-1', caption: 'Price', fieldType: 'number', ...row }])[0]!;
const numberFor = (field: FormField, value: unknown) =>
	number.write!(field, value, { zone: 'UTC' });

it('a number of the most digits is sent, but not of one more', () => {
	const [anyNumber, longest] = [fieldWith({}), '7'.repeat(1_000)];
	expect(numberFor(anyNumber, longest)).toBe(longest);
	expect(() => numberFor(anyNumber, `${longest}7`)).toThrow(' is not a number: "7777');
});

it('a field may have only one of the two bounds', () => {
	expect(numberFor(fieldWith({ min: 2 }), 1e6)).toBe(1e6);
	expect(() => numberFor(fieldWith({ min: 2 }), 1)).toThrow('the minimum is 2');
	expect(numberFor(fieldWith({ max: 10 }), -1e6)).toBe(-1e6);
	expect(() => numberFor(fieldWith({ max: 10 }), 11)).toThrow('the maximum is 10');
});
