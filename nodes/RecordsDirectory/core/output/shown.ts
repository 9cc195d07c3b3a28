const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// n8n sets what stands between two of them as code.
	'`': '&#96;',
};

/** A text for a place that n8n shows as HTML, such as a hint: a person reads it as it was written. */
export const asHtml = (text: string): string =>
	text.replace(/[&<>`]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * A text for a place that n8n shows as HTML here and as it is there, such as the message of an error in
 * the toast and in the panel: with signs that look alike and begin no tag.
 */
export const withoutTags = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');
