import fc from 'fast-check';
import { pick, type Field } from '../../../nodes/RecordsDirectory/api/define';
import {
	pickables,
	type Pickable,
	type PickableName,
} from '../../../nodes/RecordsDirectory/api/pickables';
import { accepted } from '../../../nodes/RecordsDirectory/core/values/validate';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';

const FORM = pick('Form', 'form');
const RECORD = pick('Record', 'record');
const at = (url: string) => ({ __rl: true, mode: 'url', value: url });
const locatedValue = (it: Field, value: unknown) =>
	accepted({ it }, { it: value }, { reading: { zone: 'UTC' }, empty: 'column' }).it;

describe('the number in the address of a page', () => {
	it.each([
		['a form', FORM, 'https://site.example.com/forms/12', 12],
		['an app', FORM, 'https://site.example.com/apps/12/', 12],
		['a single form', FORM, 'https://site.example.com/form/12?tab=1', 12],
		['a form below a path', FORM, 'https://site.example.com/a/b/app/12#top', 12],
		['a form in a parameter', FORM, 'https://site.example.com/list?a=1&appsId=12', 12],
		['a form in a parameter of another name', FORM, 'http://localhost:3000/?formId=12', 12],
		['the form of a record', FORM, 'https://site.example.com/forms/12/records/125', 12],
		['a host that is called like a form', FORM, 'https://apps/7/forms/12', 12],
		['a path that ends like a form', FORM, 'https://site.example.com/whatsapp/55/forms/12', 12],
		['a record', RECORD, 'https://site.example.com/forms/12/records/125', 125],
		['a record in a parameter', RECORD, 'https://site.example.com/?appsId=12&recordId=125', 125],
	])('%s: %s %s', (_, field, url, number) => {
		expect(locatedValue(field, at(url))).toBe(number);
	});

	it.each([
		['no number', FORM, 'https://site.example.com/forms/'],
		['a number with letters', FORM, 'https://site.example.com/forms/12ab'],
		['an identifier that begins with a number', FORM, 'https://site.example.com/forms/12-ab'],
		['a number of something else', FORM, 'https://site.example.com/users/12'],
		['a form, but no record', RECORD, 'https://site.example.com/forms/12'],
		['no address', FORM, 'forms/12'],
		['another protocol', FORM, 'ftp://site.example.com/forms/12'],
	])('rejected: %s', (_, field, url) => {
		expect(() => locatedValue(field, at(url))).toThrow(InputError);
		expect(() => locatedValue(field, at(url))).toThrow(
			`The URL in '${field.label}' does not lead to a ${field.from?.word}`,
		);
	});

	it('any number', () => {
		fc.assert(
			fc.property(fc.nat(), fc.nat(), (form, record) => {
				const url = at(`https://site.example.com/forms/${form + 1}/records/${record + 1}`);
				expect(locatedValue(FORM, url)).toBe(form + 1);
				expect(locatedValue(RECORD, url)).toBe(record + 1);
			}),
		);
	});
});

describe('whatever else was picked', () => {
	it.each<[string, unknown, unknown]>([
		['from the list', { mode: 'list', value: 12 }, 12],
		['by ID', { mode: 'id', value: '12' }, 12],
		['nothing from the list', { mode: 'list', value: '' }, undefined],
		['no address yet', { mode: 'url', value: '' }, undefined],
		['no address from an expression', { mode: 'url', value: null }, undefined],
		['an expression for the whole', 12, 12],
		['null', null, undefined],
		['undefined', undefined, undefined],
	])('%s', (_, value, expected) => expect(locatedValue(FORM, value)).toBe(expected));

	it.each<PickableName>(['user', 'organization', 'position'])(
		'a %s has no page: what is given is taken as it is',
		(from) => expect(locatedValue(pick('It', from), at('https://x/12'))).toBe('https://x/12'),
	);
});

it("n8n's editor wants exactly one group in a pattern", () => {
	const pages = Object.values<Pickable>(pickables).flatMap(({ page }) => page ?? []);
	expect(pages).toHaveLength(2);
	for (const { pattern } of pages) expect(new RegExp(`${pattern}|`).exec('')).toHaveLength(2);
});
