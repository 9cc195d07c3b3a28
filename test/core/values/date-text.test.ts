import { splitDateText, isLocalTime } from '../../../nodes/RecordsDirectory/core/values/date-text';

/** Date, time, spelling, and the rest of the text. */
const partsOf = (text: string) => {
	const { date, time, spelling, rest } = splitDateText(text);
	return [date, time, spelling, ...(rest === '' ? [] : [rest])];
};

it.each([
	['2026-03-01', ['2026-03-01', '', 'full']],
	['2026-3-01', ['2026-03-01', '', 'short']],
	['2026-03-1', ['2026-03-01', '', 'short']],
	['on 2026-03-01', ['', '', 'other', 'on 2026-03-01']],
	['2026-03-01\n09:30\n', ['2026-03-01', '', 'other', '\n09:30\n']],
	['2026/3/1', ['2026-03-01', '', 'short']],
	['2026/03/01 09:30', ['2026-03-01', '09:30:00', 'full']],
	['2026-03-01T09:30:15', ['2026-03-01', '09:30:15', 'full']],
	['2026-03-01 9:30', ['2026-03-01', '09:30:00', 'short']],
	['09:30', ['', '09:30:00', 'full']],
	['9:30:15', ['', '09:30:15', 'short']],
	['2026-03-01T09', ['2026-03-01', '09:00:00', 'other']],
	['2026-03-01T09:30:15.5', ['2026-03-01', '09:30:15', 'other']],
	['2026-03-01T09:30+09:00', ['2026-03-01', '09:30:00', 'other', '+09:00']],
	['2026-03-01 (Sunday)', ['2026-03-01', '', 'other', ' (Sunday)']],
	['2026-03-01 ', ['2026-03-01', '', 'other', ' ']],
	['2026-03/01', ['', '', 'other', '2026-03/01']],
	['2026-03-011', ['', '', 'other', '2026-03-011']],
	[' 09:30', ['', '', 'other', ' 09:30']],
	['soon', ['', '', 'other', 'soon']],
	['', ['', '', 'other']],
])('%j', (text, parts) => expect(partsOf(text)).toEqual(parts));

it.each([
	['2026-03-01 09:30:00', true],
	['2026-03-01T09:30:00', false],
	['2026/03/01 09:30:00', false],
	['2026-03-01 09:30', false],
	['2026-03-01 ', false],
	['2026-03-01', false],
	['09:30:00', false],
	['', false],
])('%j is spelled like the times of records: %s', (text, expected) => {
	expect(isLocalTime(text)).toBe(expected);
});
