import { isZoned, recordTime, utcTime } from '../../../nodes/RecordsDirectory/core/values/moment';

test.each([
	['2026-03-01 09:30:00', '2026-03-01 09:30:00', false],
	['2026-03-01T09:30:00Z', '2026-03-01 09:30:00', true],
	['2026-03-01T09:30:00+09:00', '2026-03-01 00:30:00', true],
	['2026-03-01T09:30:00-03:30', '2026-03-01 13:00:00', true],
	['2026-03-01', undefined, false],
	['soon: 3', undefined, false],
	[1772357400, undefined, false],
])('the time of a record %s is %s', (value, time, hasZone) => {
	expect([recordTime(value), isZoned(value)]).toEqual([time, hasZone]);
});

test.each([
	['Asia/Tokyo', '2026-03-01 09:30:00', '2026-03-01 00:30:00'],
	// The clock shows it twice: the first moment counts.
	['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25 00:30:00'],
	['Europe/Berlin', '2026-10-25 03:00:00', '2026-10-25 02:00:00'],
	// The clock never shows it.
	['Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29 00:30:00'],
])('in %s, %s begins at %s in UTC', (zone, local, utc) => {
	expect(utcTime(zone, local)).toBe(utc);
});
