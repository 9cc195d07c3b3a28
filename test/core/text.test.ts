import {
	glimpse,
	LONGEST_TEXT,
	shortened,
	spanInWords,
} from '../../nodes/RecordsDirectory/core/text';

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

it('a text of the longest length is unchanged, a longer one ends with a sign', () => {
	const whole = 'x'.repeat(LONGEST_TEXT);
	expect(shortened(whole)).toBe(whole);
	expect(shortened(`${whole}y`)).toBe(`${'x'.repeat(LONGEST_TEXT - 1)}…`);
});

it('no character is cut in half', () => {
	const text = shortened(`${'x'.repeat(LONGEST_TEXT - 2)}😀😀`);
	expect(text).toBe(`${'x'.repeat(LONGEST_TEXT - 2)}…`);
});

it('a message shows the first 40 characters of a value', () => {
	expect(glimpse('y'.repeat(41))).toBe('y'.repeat(40));
});
