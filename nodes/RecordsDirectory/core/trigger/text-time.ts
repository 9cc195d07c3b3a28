import { utcMsOf } from '../values/date-text';

/**
 * The service's text time: `YYYY-MM-DD hh:mm:ss` without a zone ("Record" in the document). Times of equal
 * width compare as strings; the machine's clock and zone are never used.
 */
const TEXT_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Whether a value is a time in the document's format, in any zone. */
export function isTextTime(text: unknown): text is string {
	return typeof text === 'string' && TEXT_TIME.test(text);
}

/** Returns the later of two text times; '' (no time) is before all. */
export const later = (a: string, b: string): string => (a > b ? a : b);

/** Returns the text time some seconds later, or earlier if they are negative; '' (no time) stays ''. */
export function shiftTime(text: string, seconds: number): string {
	const moved = utcMsOf(text) + seconds * 1000;
	// An empty time, one before 1901 (Date.UTC's year 1) and an impossible date are no bound.
	if (!(moved >= Date.UTC(1, 0, 1))) return '';
	return new Date(moved).toISOString().slice(0, 19).replace('T', ' ');
}
