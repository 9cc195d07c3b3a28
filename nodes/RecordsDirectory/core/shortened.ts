/** The most characters of a text in errors, hints and the log, as a service may say or call anything. */
export const LONGEST_TEXT = 2_000;

/** A text as people are shown it: the beginning of a longer one, with `…` at its end. */
export const shortened = (text: string): string =>
	text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1).replace(HALF, '')}…`;

/** The beginning of a value, where a message shows what was given. */
export const glimpse = (text: string): string => text.slice(0, 40);

/** The first half of a character. */
const HALF = /[\uD800-\uDBFF]$/;
