import fc from 'fast-check';
import { DateTime } from 'luxon';
import { calendarDate } from '../../../nodes/RecordsDirectory/core/values/moment';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';

const TOKYO = 'Asia/Tokyo';
const read = (value: unknown, zone = TOKYO) => calendarDate("'Expiry Date'", value, { zone });
const luxon = (iso: string, zone: string) => DateTime.fromISO(iso, { zone });

it.each<[string, unknown, string]>([
	["the service's own form", '2027/03/31', '2027/03/31'],
	['the end of all accounts', '9999/12/31', '9999/12/31'],
	['no leading zeros', '2027/3/1', '2027/03/01'],
	['no separators', '20270331', '2027/03/31'],
	["the service's text time", '2027-03-31 23:59:59', '2027/03/31'],
	['a time with another offset', '2027-03-31T23:30:00-05:00', '2027/04/01'],
	['a moment in UTC, with blanks around it', ' 2027-03-31T15:00:00Z\n', '2027/04/01'],
	['an offset and a zone', '2027-03-31T23:30:00-05:00[America/Lima]', '2027/04/01'],
])('dates as people and n8n write them: %s', (_, value, expected) =>
	expect(read(value)).toBe(expected),
);

describe('a midnight means its day', () => {
	it.each<[string, unknown, string]>([
		['of a spreadsheet', '2026-07-01T00:00:00Z', 'America/New_York'],
		['with an offset', '2026-07-01T00:00:00.000+09:00', 'America/New_York'],
		['of a day in n8n', luxon('2026-07-01', 'Asia/Tokyo'), 'UTC'],
	])('%s', (_, value, zone) => expect(read(value, zone)).toBe('2026/07/01'));

	it('and a second later it is a moment', () => {
		expect(read('2026-07-01T00:00:01Z', 'America/New_York')).toBe('2026/06/30');
	});
});

describe('what is not a date is rejected by the name of its parameter', () => {
	it.each<[string, unknown]>([
		['30 February', '2027-02-30'],
		['month 13', '2027-13-05'],
		['the day first', '31.03.2027'],
		['letters behind a date', '20270331x'],
		['the year 0', '0000-12-31'],
		['a blank', ' '],
		['an invalid DateTime', DateTime.invalid('nonsense')],
	])('%s', (_, value) => {
		expect(() => read(value)).toThrow(InputError);
		expect(() => read(value)).toThrow("'Expiry Date' is not a date");
	});

	it('a long text is not repeated in full', () => {
		expect(() => read('x'.repeat(1_000))).toThrow(/"x{40}"$/);
	});
});

const days = fc.date({
	min: new Date('0001-01-02T00:00:00Z'),
	max: new Date('9999-12-30T23:59:59Z'),
	noInvalidDate: true,
});
const zones = fc.constantFrom(
	'UTC',
	TOKYO,
	'America/New_York',
	'Pacific/Kiritimati',
	'Asia/Kolkata',
);

it('any moment has the date that Luxon gives it, in any zone', () => {
	fc.assert(
		fc.property(days, zones, (moment, zone) => {
			fc.pre(moment.getTime() % 86_400_000 >= 1_000);
			const expected = DateTime.fromJSDate(moment, { zone }).toFormat('yyyy/MM/dd');
			expect(read(moment, zone)).toBe(expected);
			expect(read(moment.toISOString(), zone)).toBe(expected);
			const elsewhere = DateTime.fromJSDate(moment, { zone: 'Asia/Kathmandu' });
			if (elsewhere.startOf('day').toMillis() <= moment.getTime() - 1_000)
				expect(read(elsewhere.toISO(), zone)).toBe(expected);
		}),
	);
});
