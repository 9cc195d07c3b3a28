import fc from 'fast-check';
import { recordFromJson } from '../../../nodes/RecordsDirectory/core/values/record-json';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';

const read = (value: unknown) => recordFromJson('Record', value);

describe('the values of a record', () => {
	it.each<[string, unknown, object]>([
		['an object', { 'field-1': 'a', field_2: 0 }, { 'field-1': 'a', field_2: 0 }],
		['a JSON text', '{"項目":["a","b"],"empty":null}', { 項目: ['a', 'b'], empty: null }],
		['a JSON text after a byte order mark', '\ufeff{"a":1}', { a: 1 }],
	])('%s', (_, value, expected) => expect(read(value)).toStrictEqual(expected));

	it('identifiers that JavaScript uses itself survive', () => {
		const values = read('{"__proto__":1,"constructor":2,"toString":3}');
		expect(Object.entries(values)).toEqual([
			['__proto__', 1],
			['constructor', 2],
			['toString', 3],
		]);
		expect(JSON.stringify(values)).toBe('{"__proto__":1,"constructor":2,"toString":3}');
	});

	it.each<[string, unknown, string]>([
		['broken JSON', '{"a":', "'Record' is not valid JSON"],
		['an empty text', '', "'Record' is not a JSON object"],
		['JSON of a number', '12', "'Record' is not a JSON object"],
		['JSON of null', 'null', "'Record' is not a JSON object"],
		['a list of texts', ['a'], "'Record' is not a JSON object"],
		['a list of objects', [{ name: 'a' }, {}], "'Record' is not a JSON object"],
		['a date', new Date(), "'Record' is not a JSON object"],
		['an empty list', [], "'Record' is not a JSON object"],
		['an empty object', {}, "'Record' has no value in it"],
		['no number', { a: [{ b: NaN }] }, 'The value of "a" is NaN, not a value'],
		['no end', { a: Infinity }, 'The value of "a" is Infinity'],
		['a number', 12, "'Record' is not a JSON object"],
		['nothing', undefined, "'Record' is not a JSON object"],
	])('rejected: %s', (_, value, message) => {
		expect(() => read(value)).toThrow(InputError);
		expect(() => read(value)).toThrow(message);
	});

	it('any object is the same as its JSON', () => {
		const names = fc.string({ minLength: 1 }).filter((name) => name.trim() === name);
		const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()));
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.tuple(names, values), { selector: ([n]) => n, minLength: 1 }),
				(entries) => {
					const record = Object.fromEntries(entries);
					expect(read(JSON.stringify(record))).toEqual(record);
				},
			),
		);
	});
});

it('a whole record cannot be given for its values', () => {
	expect(() => read({ record: { a: 1 } })).toThrow(
		expect.objectContaining({
			message: "'Record' contains a whole record, not only its values",
			advice: expect.stringMatching(/^Give only its "record"\. .* the option 'Status'/),
		}),
	);
});

describe('a JSON text that would lose something', () => {
	it.each([
		['{"a":1,"a":2}', '"a" occurs twice in \'Record\'', 'Remove one of the two.'],
		[
			'{"a":12345678901234567890}',
			"'Record' contains the number 12345678901234567890, which would be rounded",
			'Write it as a text, in quotes.',
		],
	])('%s', (text, message, advice) => {
		expect(() => read(text)).toThrow(expect.objectContaining({ message, advice }));
	});

	it('is named by the beginning of a long name', () => {
		const name = 'n'.repeat(120);
		expect(() => read(`{"${name}":1,"${name}":2}`)).toThrow(`"${'n'.repeat(100)}" occurs twice`);
	});
});
