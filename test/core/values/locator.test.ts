import { pick, type Field } from '../../../nodes/RecordsDirectory/api/define';
import { accepted } from '../../../nodes/RecordsDirectory/core/values/validate';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';

const FORM = pick('Form', 'form');
const at = (url: string) => ({ __rl: true, mode: 'url', value: url });
const locatedValue = (it: Field, value: unknown) =>
	accepted({ it }, { it: value }, { reading: { zone: 'UTC' }, empty: 'column' }).it;

describe('the number in the address of a page', () => {
	it('a path that ends like a form', () => {
		expect(locatedValue(FORM, at('https://site.example.com/whatsapp/55/forms/12'))).toBe(12);
	});

	it('rejected: an identifier that begins with a number', () => {
		const url = 'https://site.example.com/forms/12-ab';
		expect(() => locatedValue(FORM, at(url))).toThrow(InputError);
		expect(() => locatedValue(FORM, at(url))).toThrow(
			`The URL in '${FORM.label}' does not lead to a ${FORM.from?.word}`,
		);
	});
});

it('no address yet is no value', () => {
	expect(locatedValue(FORM, { mode: 'url', value: '' })).toBeUndefined();
});
