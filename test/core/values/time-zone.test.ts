import fc from 'fast-check';
import { DateTime } from 'luxon';
import { withOffset, zoneOf } from '../../../nodes/RecordsDirectory/core/values/time-zone';
import { localTime, writtenOf } from '../../../nodes/RecordsDirectory/core/values/moment';
import { Refusal } from '../../../nodes/RecordsDirectory/core/values/input-error';

const TOKYO = 'Asia/Tokyo';
const NEW_YORK = 'America/New_York';
const local = (value: unknown, zone: string) => {
	const { date, time } = localTime(writtenOf(value)!, { zone });
	return `${date} ${time}`;
};

describe('the zone of a setting', () => {
	it.each([
		['', undefined],
		[undefined, undefined],
		['  ', undefined],
		[' Asia/Tokyo ', TOKYO],
		['UTC', 'UTC'],
	])('%j', (setting, expected) => expect(zoneOf(setting)).toBe(expected));

	it.each(['Asia/Tokio', 'Tokyo', '9', 'x'.repeat(1_000)])('%s is none', (setting) => {
		expect(() => zoneOf(setting)).toThrow(Refusal);
		expect(() => zoneOf(setting)).toThrow(/^The 'Time Zone' of the credential is ".{1,40}", which/);
	});
});

describe('a local time with its offset', () => {
	it.each([
		['2026-07-01 08:30:00', TOKYO, '2026-07-01T08:30:00+09:00'],
		['2026/07/01 08:30', TOKYO, '2026-07-01T08:30:00+09:00'],
		['2026-07-01T08:30', 'UTC', '2026-07-01T08:30:00+00:00'],
		['2026-07-01 08:30:00', 'Asia/Kathmandu', '2026-07-01T08:30:00+05:45'],
		['2026-07-01 08:30:00', NEW_YORK, '2026-07-01T08:30:00-04:00'],
		['2026-01-01 08:30:00', NEW_YORK, '2026-01-01T08:30:00-05:00'],
		['the hour that comes twice', NEW_YORK, 'the hour that comes twice'],
		['2026-11-01 01:30:00', NEW_YORK, '2026-11-01T01:30:00-04:00'],
		// The hour that the clock skips.
		['2026-03-08 02:30:00', NEW_YORK, '2026-03-08 02:30:00'],
		['2026-07-01', TOKYO, '2026-07-01'],
		['2026-07-01T08:30:00Z', TOKYO, '2026-07-01T08:30:00Z'],
		['2026-02-30 08:30:00', TOKYO, '2026-02-30 08:30:00'],
		['1880-01-01 08:30:00', NEW_YORK, '1880-01-01 08:30:00'],
		['', TOKYO, ''],
	])('%s in %s: %s', (text, zone, expected) => expect(withOffset(zone, text)).toBe(expected));
});

const moments = fc.date({
	min: new Date('1950-01-02T00:00:00Z'),
	max: new Date('2090-12-30T00:00:00Z'),
	noInvalidDate: true,
});
const zones = fc.constantFrom(
	'UTC',
	TOKYO,
	NEW_YORK,
	'Pacific/Kiritimati',
	'Asia/Kolkata',
	'Europe/Dublin',
	'Australia/Lord_Howe',
);

it('the same instant gives the same time, however it is spelled', () => {
	fc.assert(
		fc.property(moments, zones, zones, (moment, site, other) => {
			const luxon = DateTime.fromJSDate(moment, { zone: other });
			const expected = DateTime.fromJSDate(moment, { zone: site }).toFormat('yyyy-MM-dd HH:mm:ss');
			const spellings = [
				moment,
				moment.toISOString(),
				moment.toISOString().replace('Z', '+00:00'),
				luxon,
				luxon.toISO(),
				luxon.toISO({ format: 'basic' }),
				luxon.toISO({ extendedZone: true }),
				luxon.toFormat('yyyy/MM/dd HH:mm:ss ZZ'),
			];
			for (const spelling of spellings) expect(local(spelling, site)).toBe(expected);
		}),
	);
});

it('a time that was given an offset is written as the time that it was', () => {
	fc.assert(
		fc.property(moments, zones, (moment, zone) => {
			const text = DateTime.fromJSDate(moment, { zone: 'UTC' }).toFormat('yyyy-MM-dd HH:mm:ss');
			expect(local(withOffset(zone, text), zone)).toBe(text);
		}),
	);
});
