import { pick, type Field } from '../../../nodes/RecordsDirectory/api/define';
import { accepted } from '../../../nodes/RecordsDirectory/core/values/validate';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';

const FORM = pick('Form', 'form');
const at = (url: string) => ({ __rl: true, mode: 'url', value: url });
const locatedValue = (it: Field, value: unknown) =>
	accepted({ it }, { it: value }, { reading: { zone: 'UTC' }, empty: 'column' }).it;

describe('the number in the address of a page', () => {
	it.each([
		['a path that ends like a form', FORM, 'https://site.example.com/whatsapp/55/forms/12', 12],
	])('%s: %s %s', (_, field, url, number) => {
		expect(locatedValue(field, at(url))).toBe(number);
	});

	it.each([
		['an identifier that begins with a number', FORM, 'https://site.example.com/forms/12-ab'],
	])('rejected: %s', (_, field, url) => {
		expect(() => locatedValue(field, at(url))).toThrow(InputError);
		expect(() => locatedValue(field, at(url))).toThrow(
			`The URL in '${field.label}' does not lead to a ${field.from?.word}`,
		);
	});
});

describe('whatever else was picked', () => {
	it.each<[string, unknown, unknown]>([
		['no address yet', { mode: 'url', value: '' }, undefined],
		['no address from an expression', { mode: 'url', value: null }, undefined],
		['null', null, undefined],
	])('%s', (_, value, expected) => expect(locatedValue(FORM, value)).toBe(expected));
});
