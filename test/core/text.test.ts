import {
	LONGEST_TEXT,
	asHtml,
	shortened,
	spanInWords,
	withoutDirections,
	withoutTags,
} from '../../nodes/RecordsDirectory/core/text';

it.each([
	[59_000, '59 s'],
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

it.each([
	['a tag', '<b>x</b>', '&lt;b&gt;x&lt;/b&gt;'],
	['an entity', '&lt;', '&amp;lt;'],
	['what n8n sets as code', '`x`', '&#96;x&#96;'],
])('HTML shows it as it was written: %s', (_, text, html) => expect(asHtml(text)).toBe(html));

it('a text without tags reads alike, and stays when it is made twice', () => {
	const shown = withoutTags('<b>x</b> & y < 3');
	expect(shown).toBe('‹b›x‹/b› & y ‹ 3');
	expect(withoutTags(shown)).toBe(shown);
});

it('no text of others turns the words around it', () => {
	for (const show of [withoutDirections, asHtml, withoutTags])
		expect(show('\u2066a\u2067\u2068b\u2069')).toBe('ab');
});
