import { recordFromJson } from '../../../nodes/RecordsDirectory/core/values/record-json';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';

const read = (value: unknown) => recordFromJson('Record', value);

describe('the values of a record', () => {
	it.each<[string, unknown, object]>([
		['a JSON text', '{"項目":["a","b"],"empty":null}', { 項目: ['a', 'b'], empty: null }],
		['a JSON text after a byte order mark', '\ufeff{"a":1}', { a: 1 }],
	])('%s', (_, value, expected) => expect(read(value)).toStrictEqual(expected));

	it.each<[string, unknown, string]>([
		['a date', new Date(), "'Record' is not a JSON object"],
		['no number', { a: [{ b: NaN }] }, 'The value of "a" is NaN, not a usable value'],
	])('rejected: %s', (_, value, message) => {
		expect(() => read(value)).toThrow(InputError);
		expect(() => read(value)).toThrow(message);
	});
});

it('a whole record cannot be given for its values', () => {
	expect(() => read({ record: { a: 1 } })).toThrow(
		expect.objectContaining({
			message: "'Record' contains a whole record, not only its values",
			advice: expect.stringMatching(/^Give what its "record" contains\. .* the option 'Status'/),
		}),
	);
});

describe('a JSON text that would lose something', () => {
	it.each([
		['{"a":1,"a":2}', '"a" occurs twice in \'Record\'', 'Remove one of the two.'],
		[
			'{"a":12345678901234567890}',
			"'Record' contains the number 12345678901234567890, which would be rounded",
			'Write it as text, in quotes.',
		],
	])('%s', (text, message, advice) => {
		expect(() => read(text)).toThrow(expect.objectContaining({ message, advice }));
	});

	it('is named by the beginning of a long name', () => {
		const name = 'n'.repeat(120);
		expect(() => read(`{"${name}":1,"${name}":2}`)).toThrow(`"${'n'.repeat(100)}" occurs twice`);
	});
});
