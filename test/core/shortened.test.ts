import { glimpse, LONGEST_TEXT, shortened } from '../../nodes/RecordsDirectory/core/shortened';

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
