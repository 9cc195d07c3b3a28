import { grouped } from './grouped';

/** Shorter waits for the rate limit are not mentioned. */
export const WORTH_TELLING_MS = 5_000;

/** `45 s`, `3 min 20 s`, `2 h 47 min`. */
export function spanInWords(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	if (minutes === 0) return `${seconds} s`;
	return minutes < 60
		? `${minutes} min ${seconds % 60} s`
		: `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Of a text in errors, hints and the log: names and messages of a service may have any length. */
export const LONGEST_TEXT = 2_000;

export const shortened = (text: string, longest = LONGEST_TEXT): string =>
	text.length <= longest ? text : `${text.slice(0, longest - 1).replace(HALF, '')}…`;

export const glimpse = (text: string): string => text.slice(0, 40);

/** The first half of a surrogate pair. */
const HALF = /[\uD800-\uDBFF]$/;

/** Equal for texts that differ only in case and width. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

export const foldedWithoutSpaces = (text: string): string => folded(text).replace(/\s+/g, '');

/** `0, 2 and 5 to 9`. */
export const listed = (all: readonly string[]): string =>
	[all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ');

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// n8n formats text between two of them as code.
	'`': '&#96;',
	'\n': '<br>',
};

/** Characters that change the text direction (Unicode, UAX #9: embeddings, overrides, isolates). */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Removes characters that would reverse the words beside the text. Right-to-left languages do not need them. */
export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '');

/** For a place that n8n shows as HTML, such as a hint. */
export const asHtml = (text: string): string =>
	withoutDirections(text).replace(/[&<>`\n]/g, (sign) => ENTITIES[sign] ?? sign);

/** For a place that n8n shows both as HTML and as plain text, such as an error message. */
export const withoutTags = (text: string): string =>
	withoutDirections(text).replaceAll('<', '‹').replaceAll('>', '›');

/** An input item, or the code of an entry to remove that belongs to no item. */
export type Subject = number | string;

/** `items 0 to 99`, `items 0, 2 and 5 to 9`, `the removal of E1`. */
export function itemsInWords(subjects: readonly Subject[]): string {
	const items = subjects.filter((subject) => typeof subject === 'number');
	const codes = subjects.filter((subject) => typeof subject === 'string');
	if (codes.length === 0) return rangeInWords(items);
	const removal = `the removal of ${listInWords(codes)}`;
	return items.length > 0 ? `${rangeInWords(items)} and ${removal}` : removal;
}

function rangeInWords(some: readonly number[]): string {
	// The sending order need not be the order of the items.
	const items = [...some].sort((a, b) => a - b);
	const [first] = items;
	const last = items.at(-1);
	if (first === undefined || last === undefined) return 'no items';
	if (last === first) return `item ${first}`;
	// In a range without gaps, items are as far apart as their places.
	const ranges = grouped([...items.entries()], ([place, item]) => item - place);
	if (ranges.length > MOST_RANGES) return `${items.length} items between ${first} and ${last}`;
	const words = ranges.map(([, [[, from], ...others]]) =>
		others.length === 0 ? `${from}` : `${from} to ${from + others.length}`,
	);
	return `items ${listed(words)}`;
}

/** With this many, users can still see what to run again. */
const MOST_RANGES = 60;

/** `E1, E2 and E3`, `E1, E2 and 9 more`; with a separator `A; B; 9 more`. */
export function listInWords(all: readonly Subject[], most = 10, separator?: string): string {
	const words = all.slice(0, most).map(String);
	const rest = all.length - words.length;
	const shown = rest > 0 ? [...words, `${withThousands(rest)} more`] : words;
	return separator === undefined ? listed(shown) : shown.join(separator);
}

export const countedFromZero = (text: string): string =>
	/\bitems? (between )?\d/i.test(text) ? 'Items are counted from 0, as in n8n.' : '';

/** `toLocaleString` would make a format with each call, which takes as long as ten records. */
const english = new Intl.NumberFormat('en-US');

export const withThousands = (count: number): string => english.format(count);

export const capitalized = (text: string): string =>
	text.replace(/^./u, (first) => first.toUpperCase());
