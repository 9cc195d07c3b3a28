import { mustSurviveParsing } from '../values/record-json';
import { byEach, madeOnce } from '../indexed';
import { parseJson } from '../json';

/**
 * Returns the entries of a list in any form: a list, JSON text, a single value, or text with one entry per
 * line. Skips empty entries.
 */
export function listEntriesOf(what: string, value: unknown): unknown[] {
	const parsed = parsedJson(what, value);
	const entries = Array.isArray(parsed)
		? parsed
		: typeof parsed === 'string'
			? parsed.split(/\r?\n/)
			: [parsed];
	return entries.filter((entry) => entry !== undefined && entry !== null && entry !== '');
}

/**
 * Parses a JSON list or object; returns any other value unchanged. Throws an `InputError` for numbers that
 * would lose digits.
 */
export function parsedJson(what: string, value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	let parsed: unknown;
	try {
		parsed = parseJson(value);
	} catch {
		return value;
	}
	mustSurviveParsing(what, value);
	return parsed;
}

/** The most commas in a name; more would take too long. */
const MOST_COMMAS = 50;

const piecesIn = (text: string) => text.split(',');

/** Known names, ignoring spaces around them. There may be many items and thousands of choices. */
const indexOf = madeOnce((known: readonly string[]) => {
	const short = known.filter((name) => piecesIn(name).length <= MOST_COMMAS + 1);
	return {
		named: byEach(short, (name) => [name.trim()]),
		/** The numbers of pieces between commas that names have; the fewest first. */
		lengths: [...new Set(short.map((name) => piecesIn(name).length))].sort((a, b) => a - b),
	};
});

/** A way to read a text, or its end, as known names. */
interface Reading {
	readonly name: string;
	/** Undefined at the end of the text. */
	readonly rest?: Reading;
	/** The number of ways; two are enough to know. */
	readonly ways: number;
}

/** Reads a comma-separated text as known names, the longest first; undefined if that is impossible. */
function readingOf(text: string, known: readonly string[]): Reading | undefined {
	const pieces = piecesIn(text);
	const { named, lengths } = indexOf(known);
	// From the end, so that each position is solved once, using the solutions after it.
	const readings: Array<Reading | undefined> = [];
	readings[pieces.length] = { name: '', ways: 1 };
	for (let from = pieces.length - 1; from >= 0; from--) {
		for (const length of lengths) {
			const rest = readings[from + length];
			const names = named.get(
				pieces
					.slice(from, from + length)
					.join(',')
					.trim(),
			);
			if (!rest || !names) continue;
			const ways = (readings[from]?.ways ?? 0) + rest.ways * names.length;
			readings[from] = { name: names.at(-1) ?? '', rest, ways: Math.min(2, ways) };
		}
	}
	return readings[0];
}

/**
 * Returns the names in a comma-separated text. Known names may contain up to 50 commas: the text is split so
 * that every piece is known, the longest names first. If that is impossible, at every comma.
 */
export function namesIn(text: string, known: readonly string[]): string[] {
	const whole = readingOf(text, known);
	if (!whole) return piecesIn(text).flatMap((piece) => piece.trim() || []);
	const names: string[] = [];
	for (let way = whole; way.rest; way = way.rest) names.push(way.name);
	return names;
}

/** Whether a comma-separated text can be split into known names in one way only. */
export const hasOneReading = (text: string, known: readonly string[]): boolean =>
	readingOf(text, known)?.ways === 1;
