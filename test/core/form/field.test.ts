import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { spelled } from '../../../nodes/RecordsDirectory/core/values/moment';
import { looseMeaning } from '../../../nodes/RecordsDirectory/core/form/kinds/text';
import { isOfUnknownZone, valueKey } from '../../../nodes/RecordsDirectory/core/form/field';

const [TOKYO, NEW_YORK] = ['Asia/Tokyo', 'America/New_York'];
const [date, dateTime, time] = parseForm([
	{ uniqueId: 'd', fieldType: 'date' },
	{ uniqueId: 'm', fieldType: 'datetime' },
	{ uniqueId: 't', fieldType: 'time' },
]);

describe('a value with an offset means a time of the site', () => {
	it.each([
		['a date', date!, TOKYO, '2027-01-01T15:30:00Z', '2027/1/2'],
		['a date, before midnight there', date!, TOKYO, '2027-01-01T14:30:00Z', '2027/1/1'],
		['a date, west of Greenwich', date!, NEW_YORK, '2027-01-02T04:30:00Z', '2027/1/1'],
		[
			'a date that the service writes as its midnight',
			date!,
			TOKYO,
			'2027-01-02T00:00:00Z',
			'2027/1/2',
		],
		['the same, west of Greenwich', date!, NEW_YORK, '2027-01-02T00:00:00Z', '2027/1/2'],
		[
			'a midnight in the offset of the site',
			date!,
			NEW_YORK,
			'2027-01-02T00:00:00-05:00',
			'2027/1/2',
		],
		['a date in its own offset', date!, undefined, '2027-01-02T23:30:00+09:00', '2027-01-02'],
		['a date and time', dateTime!, TOKYO, '2027-01-01T15:30:00Z', '2027/1/2 0:30'],
		['midnight in UTC', dateTime!, TOKYO, '2027-01-02T00:00:00Z', '2027/1/2 9:00'],
		['midnight there', dateTime!, TOKYO, '2027-01-01T15:00:00Z', '2027/1/2'],
		['a time of day', time!, TOKYO, '2027-01-01T15:30:00Z', '0:30'],
		['a time of day at midnight in UTC', time!, TOKYO, '2027-01-02T00:00:00Z', '9:00'],
		[
			'a date and time, in a known offset',
			dateTime!,
			undefined,
			'2027-01-02T09:30:00+09:00',
			'2027-01-02 09:30',
		],
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

it('midnight is a time of day, and no empty value', () => {
	const key = valueKey(time!, TOKYO);
	expect(key('0:00')).toBe(key('00:00:00'));
	expect(key('0:00')).not.toBe(key(''));
});

it.each([
	['2027/1/2', '2027-01-02'],
	['2027-01-02 00:00:00', '2027-01-02'],
	['2027/1/2 9:30', '2027-01-02 09:30:00'],
	['0:00', '00:00:00'],
	['9:05', '09:05:00'],
])('%s is spelled %s', (text, one) => {
	expect(spelled(text)).toBe(one);
});

it.each(['', 'soon', '9 o’clock', '2027', '2027-01-02T09:30:00Z'])(
	'%j has no other spelling',
	(text) => {
		expect(spelled(text)).toBe(text);
	},
);

describe('values of an untyped field', () => {
	const meant = (value: unknown) => looseMeaning(value, { zone: TOKYO });

	it.each<[unknown, unknown]>([
		['12', '12.0'],
		['a\r\nb', 'a\nb'],
		['a\rb', 'a\nb'],
		['E1', 'E1,'],
		['E1,,E2', 'E1,E2'],
		[' E1 , E2 ', 'E2,E1'],
		[['E1', ''], 'E1'],
		['2027/1/2 9:30', '2027-01-02T00:30:00Z'],
		['E1', [{ code: 'E1', name: 'Ann' }]],
		[undefined, ''],
		[[], ''],
	])('%j and %j may be equal', (one, other) => expect(meant(one)).toBe(meant(other)));

	it.each<[unknown, unknown]>([
		['12', '13'],
		['a', 'b'],
		['E1', 'E1,E2'],
		['E1,E1', 'E1'],
		['', ','],
		['0:00', ''],
	])('%j and %j are not', (one, other) => expect(meant(one)).not.toBe(meant(other)));
});
