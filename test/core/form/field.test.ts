import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { looseMeaning } from '../../../nodes/RecordsDirectory/core/form/kinds/text';
import {
	isOfUnknownZone,
	readListEntries,
	valueKey,
} from '../../../nodes/RecordsDirectory/core/form/field';
import { parsedJson } from '../../../nodes/RecordsDirectory/core/values/record-json';

const [TOKYO, NEW_YORK] = ['Asia/Tokyo', 'America/New_York'];
const [date, dateTime, time] = parseForm([
	{ uniqueId: 'd', fieldType: 'date' },
	{ uniqueId: 'm', fieldType: 'datetime' },
	{ uniqueId: 't', fieldType: 'time' },
]);

describe('a value with an offset means a time of the site', () => {
	it.each([
		['a date, west of Greenwich', date!, NEW_YORK, '2027-01-02T04:30:00Z', '2027/1/1'],
		['the same, west of Greenwich', date!, NEW_YORK, '2027-01-02T00:00:00Z', '2027/1/2'],
		['a date in its own offset', date!, undefined, '2027-01-02T23:30:00+09:00', '2027-01-02'],
		['midnight there', dateTime!, TOKYO, '2027-01-01T15:00:00Z', '2027/1/2'],
		['a time of day at midnight in UTC', time!, TOKYO, '2027-01-02T00:00:00Z', '9:00'],
	])('%s', (_, field, zone, value, local) => {
		const key = valueKey(field, zone);
		expect(key(value)).toBe(key(local));
		expect(key(value)).not.toBe('');
	});

	it('but not if it is in UTC and nobody has named the time zone', () => {
		const key = valueKey(dateTime!, undefined);
		const value = '2027-01-02T09:30:00Z';
		expect(key(value)).toBe(value);
		expect(isOfUnknownZone(dateTime!, key(value))).toBe(true);
		expect(isOfUnknownZone(dateTime!, key('2027-01-02 09:30'))).toBe(false);
	});
});

describe('values of an untyped field', () => {
	const meant = (value: unknown) => looseMeaning(value, { zone: TOKYO });

	it.each<[unknown, unknown]>([
		['a\rb', 'a\nb'],
		[' E1 , E2 ', 'E2,E1'],
		[['E1', ''], 'E1'],
		[[], ''],
	])('%j and %j may be equal', (one, other) => expect(meant(one)).toBe(meant(other)));

	it.each<[unknown, unknown]>([
		['a', 'b'],
		['0:00', ''],
	])('%j and %j are not', (one, other) => expect(meant(one)).not.toBe(meant(other)));
});

describe('the entries of a list', () => {
	it('of the JSON of an object are the object', () => {
		expect(readListEntries("'Tags'", '{"a": 1}')).toEqual([{ a: 1 }]);
	});

	it('are not read from JSON that would lose something', () => {
		const json = '[12345678901234567890]';
		const message = "'Tags' contains the number 12345678901234567890";
		expect(() => readListEntries("'Tags'", json)).toThrow(message);
		expect(() => parsedJson("'Tags'", json)).toThrow(message);
	});
});
