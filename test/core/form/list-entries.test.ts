import { readListEntries } from '../../../nodes/RecordsDirectory/core/form/field';
import { parsedJson } from '../../../nodes/RecordsDirectory/core/values/record-json';

describe('the entries of a list', () => {
	it.each<[unknown, readonly unknown[]]>([['{"a": 1}', [{ a: 1 }]]])(
		'of %j are %j',
		(value, entries) => expect(readListEntries("'Tags'", value)).toEqual(entries),
	);

	it.each([['[12345678901234567890]', "'Tags' contains the number 12345678901234567890"]])(
		'are not read from JSON that would lose something: %s',
		(json, message) => {
			expect(() => readListEntries("'Tags'", json)).toThrow(message);
			expect(() => parsedJson("'Tags'", json)).toThrow(message);
		},
	);
});
