import { readListEntries } from '../../../nodes/RecordsDirectory/core/form/field';
import { parsedJson } from '../../../nodes/RecordsDirectory/core/values/record-json';

describe('the entries of a list', () => {
	it('of the JSON of an object are the object', () => {
		expect(readListEntries("'Tags'", '{"a": 1}')).toEqual([{ a: 1 }]);
	});

	it('are not read from JSON that would lose something: [12345678901234567890]', () => {
		const json = '[12345678901234567890]';
		const message = "'Tags' contains the number 12345678901234567890";
		expect(() => readListEntries("'Tags'", json)).toThrow(message);
		expect(() => parsedJson("'Tags'", json)).toThrow(message);
	});
});
