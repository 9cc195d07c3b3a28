import { calendarDate } from '../../../nodes/RecordsDirectory/core/values/moment';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';

const TOKYO = 'Asia/Tokyo';
const read = (value: unknown, zone = TOKYO) => calendarDate("'Expiry Date'", value, { zone });

describe('dates as people and n8n write them', () => {
	it.each<[string, unknown, string]>([
		['no separators, as a number', 20270331, '2027/03/31'],
		['blanks around it', ' 2027-03-31\n', '2027/03/31'],
	])('%s', (_, value, expected) => expect(read(value)).toBe(expected));
});

describe('moments become the date of the zone', () => {
	it.each<[string, unknown, string, string]>([
		['UTC, with blanks around it', ' 2027-03-31T15:00:00Z\n', TOKYO, '2027/04/01'],
		['a Date', new Date('2027-03-31T15:00:00Z'), TOKYO, '2027/04/01'],
	])('%s', (_, value, zone, expected) => expect(read(value, zone)).toBe(expected));
});

describe('a midnight means its day', () => {
	it.each<[string, unknown, string]>([
		['of a spreadsheet, read as a Date', new Date('2026-07-01T00:00:00Z'), 'America/New_York'],
	])('%s', (_, value, zone) => expect(read(value, zone)).toBe('2026/07/01'));
});

describe('what is not a date is rejected by the name of its parameter', () => {
	it.each<[string, unknown]>([
		['letters behind a date', '20270331x'],
		['the year 0', '0000-12-31'],
		['an invalid Date', new Date(NaN)],
	])('%s', (_, value) => {
		expect(() => read(value)).toThrow(InputError);
		expect(() => read(value)).toThrow("'Expiry Date' cannot be read");
	});
});
