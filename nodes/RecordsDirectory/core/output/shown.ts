const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// n8n sets what stands between two of them as code.
	'`': '&#96;',
};

/** Characters that change the direction of what follows them (Unicode, UAX #9: embeddings, overrides, isolates). */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A text of others that stands beside other words, such as a name in a list: without what would turn those words around.
 * Languages that are written from right to left need none of it.
 */
export const inOrder = (text: string): string => text.replace(TURNS, '');

/** A text for a place that n8n shows as HTML, such as a hint: a person reads it as it was written. */
export const asHtml = (text: string): string =>
	inOrder(text).replace(/[&<>`]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * A text for a place that n8n shows as HTML here and as it is there, such as the message of an error in
 * the toast and in the panel: with signs that look alike and begin no tag.
 */
export const withoutTags = (text: string): string =>
	inOrder(text).replaceAll('<', '‹').replaceAll('>', '›');
