import fc from 'fast-check';
import { entries } from '../../../nodes/RecordsDirectory/api';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import { toAddress, toRequest } from '../../../nodes/RecordsDirectory/core/request/request';
import { allValues, entryOf } from '../../support/entries';

const SITE = 'https://site.example.com/path';
const HOSTILE = [
	['a slash', 'a/b'],
	['a backslash', 'a\\b'],
	['a way up', '../../admin/users'],
	['an encoded way up', '%2e%2e'],
	['an encoded slash', 'a%2Fb'],
	['a query', 'a?limit=1'],
	['a fragment', 'a#b'],
	['another parameter', 'a&limit=1'],
	['a line break', 'a\r\nX-Service-API-Key: b'],
	['a null byte', 'a\0b'],
	['a blank', ' '],
	['plus and percent', '100%+1'],
	['a slot', '{code}'],
	['a replacement pattern', "$& $1 $' $$"],
	['Japanese', '営業部'],
	['an emoji', '👩‍👩‍👧'],
	['another host', '//evil.example.com'],
] as const;

const anyText = fc.oneof(
	fc.string({ unit: 'binary', minLength: 1 }),
	fc.string({ unit: 'grapheme', minLength: 1 }),
	fc.constantFrom(...HOSTILE.map(([, text]) => text)),
);
const slotted = entries.filter(({ operation }) => operation.path.includes('{'));
const slotsOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot ?? '');
const paramOf = (slot: string) => (slot === 'appsId' ? 'form' : slot);

describe('a value in a slot of a path stays in its segment', () => {
	it('any text, in every slot of every route', () => {
		const texts = fc.array(anyText, { minLength: 3, maxLength: 3 });
		fc.assert(
			fc.property(fc.constantFrom(...slotted), texts, (entry, filling) => {
				fc.pre(filling.every((text) => text !== '.' && text !== '..'));
				const template = entry.operation.path;
				const slots = slotsOf(template);
				const values = Object.fromEntries(slots.map((slot, n) => [paramOf(slot), filling[n]]));
				const { path } = toRequest(entry.operation, { ...allValues(entry), ...values });
				const expected = template
					.split('/')
					.map((part) => (part.startsWith('{') ? filling[slots.indexOf(part.slice(1, -1))] : part));
				expect(path.split('/').map(decodeURIComponent)).toEqual(expected);
				expect(new URL(SITE + path).href).toBe(SITE + path);
			}),
		);
	});

	it.each(['.', '..', ''])('%j is rejected with the name of the parameter', (code) => {
		const { operation } = entryOf('user.delete');
		const refused = () => toRequest(operation, { code });
		expect(refused).toThrow(InputError);
		expect(refused).toThrow(/^'User' is ".*", which the API cannot use in a URL$/);
	});

	it('a missing value is rejected, not written out as "undefined"', () => {
		expect(() => toRequest(entryOf('record.delete').operation, { form: 3 })).toThrow(InputError);
	});
});

describe('a value in a query parameter stays in it', () => {
	it.each(['keyword', 'query', 'fields'])('any text in %s', (name) => {
		fc.assert(
			fc.property(anyText, (text) => {
				fc.pre(text.isWellFormed());
				const values = { form: 3, [name]: text, order: 'recordId:desc' };
				const request = toRequest(entryOf('record.getAll').operation, values);
				const { pathname, searchParams, hash } = new URL(SITE + toAddress(request));
				expect(pathname + hash).toBe('/path/api/apps/3/records');
				const { [name]: sent, ...others } = Object.fromEntries(searchParams);
				expect([sent, others]).toEqual([text, { order: 'recordId:desc' }]);
			}),
		);
	});

	it('brackets of related codes are encoded as in the API documentation', () => {
		const request = toRequest(entryOf('record.getAll').operation, { form: 3, fields: 'f-1[2]' });
		expect(toAddress(request)).toContain('fields=f-1%5B2%5D&');
	});

	it('an address without a query has no question mark', () => {
		expect(toAddress({ path: '/api/apps/forms', query: {} })).toBe('/api/apps/forms');
	});
});
