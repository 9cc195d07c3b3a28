import { isTextTime, later, shiftTime } from '../../../nodes/RecordsDirectory/core/values/moment';

test.each([
	['2026-03-01 00:00:30', -60, '2026-02-28 23:59:30'],
	['2024-02-29 23:59:59', 1, '2024-03-01 00:00:00'],
	['2026-12-31 23:59:59', 1, '2027-01-01 00:00:00'],
	['0001-01-01 00:00:10', -60, ''],
	['', -120, ''],
])('%s shifted by %s s is %s, in no zone', (time, seconds, shifted) => {
	expect(shiftTime(time, seconds)).toBe(shifted);
});

test.each([
	['2026-03-01 00:00:30', true],
	['2026-03-15 09:59:59', true],
	['2026-03-31 19:00:00', true],
	['2026-03-32 00:00:30', false],
	['2026-03-01T00:00:30', false],
	['12026-03-01 00:00:30', false],
	['2026/03/01 00:00:30', false],
	['2026-03-01 00:00', false],
	['2026-13-01 00:00:30', false],
	['2026-03-01 24:00:30', false],
	['2026-03-01 00:00:30Z', false],
	['', false],
	[undefined, false],
	[20260301, false],
	[['2026-03-01 00:00:30'], false],
])('%s is a text time of the service: %s', (time, isOne) => {
	expect(isTextTime(time)).toBe(isOne);
});

test('of two times the later one, and any rather than none', () => {
	const [early, late] = ['2026-03-01 09:59:59', '2026-03-01 10:00:00'];
	expect(later(early, late)).toBe(late);
	expect(later(late, early)).toBe(late);
	expect(later('', early)).toBe(early);
});
