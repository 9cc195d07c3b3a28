/** Shorter waits for the rate limit are not mentioned. */
export const WORTH_TELLING_MS = 5_000;

/** Puts a duration into words: `45 s`, `3 min 20 s`, `2 h 47 min`. */
export function spanInWords(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	if (minutes === 0) return `${seconds} s`;
	return minutes < 60
		? `${minutes} min ${seconds % 60} s`
		: `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The maximum length of a text in errors, hints and the log: names and messages of a service may have any length. */
export const LONGEST_TEXT = 2_000;

/** Shortens a long text to its beginning, with `…` at its end. */
export const shortened = (text: string, longest = LONGEST_TEXT): string =>
	text.length <= longest ? text : `${text.slice(0, longest - 1).replace(HALF, '')}…`;

/** Returns the beginning of a value, for a message that shows the input. */
export const glimpse = (text: string): string => text.slice(0, 40);

/** The first half of a surrogate pair. */
const HALF = /[\uD800-\uDBFF]$/;

/** Makes texts equal that differ only in case and width. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Makes texts equal that differ only in case, width or spaces. */
export const foldedWithoutSpaces = (text: string): string => folded(text).replace(/\s+/g, '');

/** Puts a whole list into words: `0, 2 and 5 to 9`. */
export const listed = (all: readonly string[]): string =>
	[all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ');

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
