import { splitDateText } from '../../../nodes/RecordsDirectory/core/values/moment';

/** Date, time, spelling, and the rest of the text. */
const partsOf = (text: string) => {
	const { date, time, spelling, rest } = splitDateText(text);
	return [date, time, spelling, ...(rest === '' ? [] : [rest])];
};

it.each([
	['2026-03-01', ['2026-03-01', '', 'full']],
	['2026-3-01', ['2026-03-01', '', 'short']],
	['2026-03-1', ['2026-03-01', '', 'short']],
	['2026-03-01T09:30:15', ['2026-03-01', '09:30:15', 'full']],
	['2026-03-01 9:30', ['2026-03-01', '09:30:00', 'short']],
	['09:30', ['', '09:30:00', 'full']],
	['2026-03-01T09', ['2026-03-01', '09:00:00', 'other']],
	['2026-03-01T09:30:15.5', ['2026-03-01', '09:30:15', 'other']],
	['2026-03-01T09:30+09:00', ['2026-03-01', '09:30:00', 'other', '+09:00']],
	['', ['', '', 'other']],
])('%j', (text, parts) => expect(partsOf(text)).toEqual(parts));
