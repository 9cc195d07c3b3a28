const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// n8n formats text between two of them as code.
	'`': '&#96;',
};

/** Characters that change the text direction (Unicode, UAX #9: embeddings, overrides, isolates). */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Prepares text from others, such as a name in a list, to be shown beside other words: removes characters that
 * would reverse them. Right-to-left languages do not need those characters.
 */
export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '');

/** Escapes text for a place that n8n shows as HTML, such as a hint, so that users read it as it was written. */
export const asHtml = (text: string): string =>
	withoutDirections(text).replace(/[&<>`]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * Prepares text for a place that n8n shows both as HTML and as plain text, such as an error message in the
 * toast and in the panel: uses similar characters that begin no tag.
 */
export const withoutTags = (text: string): string =>
	withoutDirections(text).replaceAll('<', '‹').replaceAll('>', '›');
