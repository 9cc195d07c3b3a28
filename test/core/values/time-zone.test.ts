import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	firstLocalTime,
	localTimeText,
	mustBeZone,
	SiteZone,
	repeatedSeconds,
} from '../../../nodes/RecordsDirectory/core/values/moment';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';

const TOKYO = 'Asia/Tokyo';
const NEW_YORK = 'America/New_York';
const local = (value: unknown, zone: string) => localTimeText('The date', value, { zone });

describe('the time zone setting', () => {
	it.each([
		[undefined, undefined],
		[' Asia/Tokyo ', TOKYO],
		['UTC', 'UTC'],
	])('accepts %j', (setting, expected) => {
		expect(() => mustBeZone(setting)).not.toThrow();
		expect(new SiteZone(setting, 'Europe/Paris').named).toBe(expected);
	});

	it('rejects 9', () => {
		expect(() => mustBeZone('9')).toThrow(InputError);
		expect(() => mustBeZone('9')).toThrow(/^The 'Time Zone' of the credential is ".{1,40}", which/);
	});
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

it('the same instant gives the same local time in every format', () => {
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

const anyMoments = fc.date({
	min: new Date('0001-01-01T00:00:00Z'),
	max: new Date('9999-12-31T23:59:59Z'),
	noInvalidDate: true,
});
const edges = fc
	.tuple(fc.constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'), fc.nat({ max: 172_800 }))
	.map(([edge, seconds]) => {
		const ms = Date.parse(edge);
		return new Date(ms + 1_000 * (ms < 0 ? seconds : -seconds));
	});

it("a date has Luxon's local time, or is rejected outside the years 1 to 9999", () => {
	fc.assert(
		fc.property(fc.oneof(anyMoments, edges), zones, (moment, zone) => {
			const luxon = DateTime.fromJSDate(moment, { zone });
			const read = () => local(moment, zone);
			if (luxon.year >= 1 && luxon.year <= 9_999)
				expect(read()).toBe(luxon.toFormat('yyyy-MM-dd HH:mm:ss'));
			else expect(read).toThrow(/^The date is outside the years 1 to 9999 in the time zone /);
		}),
	);
});

it('half an hour repeats when clocks go back by it, for half a day before and after', () => {
	const change = Date.parse('2026-04-04T15:00:00Z');
	const around = [-12.01, -11.99, -1, 0, 0.5, 11.99, 12.01].map((hours) =>
		repeatedSeconds('Australia/Lord_Howe', new Date(change + hours * 3_600_000)),
	);
	expect(around).toEqual([0, 1_800, 1_800, 1_800, 1_800, 1_800, 0]);
});

describe('the earliest local time', () => {
	it.each([
		// The clock goes back from 02:00 to 01:00.
		['2026-11-01T05:30:00Z', NEW_YORK, '2026-11-01 01:00:00'],
	])('from %s in %s: %s', (moment, zone, expected) => {
		expect(firstLocalTime('The date', moment, { zone })).toBe(expected);
	});
});

it('a text that is not a date is quoted in the error', () => {
	const message = 'The date is not a date and time: "soon"';
	const advice =
		'Use a date and time such as 2027-03-31T09:30:00, or an expression such as {{ $now }}.';
	for (const read of [localTimeText, firstLocalTime])
		expect(() => read('The date', 'soon', { zone: 'UTC' })).toThrow(
			expect.objectContaining({ message, advice }),
		);
});
