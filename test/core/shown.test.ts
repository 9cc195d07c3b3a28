import { asHtml, withoutDirections, withoutTags } from '../../nodes/RecordsDirectory/core/text';

it.each([
	['a tag', '<b>x</b>', '&lt;b&gt;x&lt;/b&gt;'],
	['an entity', '&lt;', '&amp;lt;'],
	['what n8n sets as code', '`x`', '&#96;x&#96;'],
	['quotes, which change nothing outside of a tag', `"'`, `"'`],
])('HTML shows it as it was written: %s', (_, text, html) => expect(asHtml(text)).toBe(html));

it('a text without tags reads alike, and stays when it is made twice', () => {
	const shown = withoutTags('<b>x</b> & y < 3');
	expect(shown).toBe('‹b›x‹/b› & y ‹ 3');
	expect(withoutTags(shown)).toBe(shown);
});

it.each([
	['overrides', 'Aiko\u202e (1000E)\u202d', 'Aiko (1000E)'],
	['embeddings', '\u202aa\u202b\u202c', 'a'],
	['isolates', '\u2066a\u2067\u2068b\u2069', 'ab'],
	['Hebrew with its marks stays', 'שלום\u200f (E1)', 'שלום\u200f (E1)'],
])('no text of others turns the words around it: %s', (_, text, shown) => {
	for (const show of [withoutDirections, asHtml, withoutTags]) expect(show(text)).toBe(shown);
});
