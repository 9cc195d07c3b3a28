import { listed } from '../text';

/** What a request is about: an input item, or the code of an entry to remove that belongs to no item. */
export type Subject = number | string;

/** Puts subjects into words: `items 0 to 99`, `items 0, 2 and 5 to 9`, `the removal of E1`. */
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
	const ranges = toRanges(items);
	return ranges.length > MOST_RANGES
		? `${items.length} items between ${first} and ${last}`
		: `items ${listed(ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)))}`;
}

/** With this many, users can still see what to run again. */
const MOST_RANGES = 60;

/** Groups rising numbers into ranges without gaps. */
function toRanges(items: readonly number[]): Array<[from: number, to: number]> {
	const ranges: Array<[number, number]> = [];
	for (const item of items) {
		const range = ranges.at(-1);
		if (range && item === range[1] + 1) range[1] = item;
		else ranges.push([item, item]);
	}
	return ranges;
}

/** Puts a list into words, three entries of a long one: `E1, E2, E3 and 9 more`. */
export function listInWords(all: readonly Subject[]): string {
	const words = all.map(String);
	return listed(words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} more`] : words);
}

/** Explains how items are counted, for a text that names items: n8n counts them from 0. */
export const countedFromZero = (text: string): string =>
	/\bitems? (between )?\d/i.test(text) ? 'Items are counted from 0, as in n8n.' : '';

/** `toLocaleString` would make a format with each call, which takes as long as ten records. */
const english = new Intl.NumberFormat('en-US');

/** Writes a number with separators: 2,500. */
export const withThousands = (count: number): string => english.format(count);
