import { spanInWords } from '../../nodes/RecordsDirectory/core/duration';

it.each([
	[0, '0 s'],
	[1, '1 s'],
	[45_000, '45 s'],
	[59_000, '59 s'],
	[59_001, '1 min 0 s'],
	[200_000, '3 min 20 s'],
	[3_599_000, '59 min 59 s'],
	[3_600_000, '1 h 0 min'],
	[10_020_000, '2 h 47 min'],
])('%i ms is %s', (ms, words) => expect(spanInWords(ms)).toBe(words));
