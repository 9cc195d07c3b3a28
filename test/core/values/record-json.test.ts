import { recordFromJson } from '../../../nodes/RecordsDirectory/core/values/record-json';

const read = (value: unknown) => recordFromJson('Record', value);

it('a JSON text may come after a byte order mark', () => {
	expect(read('\ufeff{"a":1}')).toStrictEqual({ a: 1 });
});

it('a date is no record', () => {
	expect(() => read(new Date())).toThrow("'Record' is not a JSON object");
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
