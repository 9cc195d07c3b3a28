import { mustSurviveParsing } from '../values/record-json';
import { groupByMany, memoize } from '../grouped';
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

/** A text with more pieces between commas is split at every comma: other readings would take too long. */
const MOST_PIECES = 1_000;

/** Known names by their text without spaces around it. There may be many items and thousands of choices. */
const indexOf = memoize((known: readonly string[]) => ({
	named: groupByMany(known, (name) => [name.trim()]),
	/** The most pieces between commas that a name has. */
	longest: known.reduce((most, name) => Math.max(most, name.split(',').length), 1),
}));

type KnownNames = ReturnType<typeof indexOf>;

/**
 * Yields every way to read the pieces from a place on as known names, the longest names first. `dead` has the
 * places from which there is none.
 */
function* readings(
	pieces: readonly string[],
	{ named, longest }: KnownNames,
	from = 0,
	dead = new Set<number>(),
): Generator<readonly string[]> {
	if (from === pieces.length) return yield [];
	let isDead = true;
	for (let to = Math.min(from + longest, pieces.length); to > from; to--) {
		if (dead.has(to)) continue;
		for (const name of named.get(pieces.slice(from, to).join(',').trim()) ?? [])
			for (const rest of readings(pieces, { named, longest }, to, dead)) {
				isDead = false;
				yield [name, ...rest];
			}
	}
	if (isDead) dead.add(from);
}

const readingsOf = (text: string, known: readonly string[]): Iterator<readonly string[]> => {
	const pieces = text.split(',');
	return pieces.length > MOST_PIECES ? [][Symbol.iterator]() : readings(pieces, indexOf(known));
};

/**
 * Returns the names in a comma-separated text. Known names may contain commas: the text is split so that every
 * piece is known, the longest names first. If that is impossible, at every comma.
 */
export function namesIn(text: string, known: readonly string[]): string[] {
	const first = readingsOf(text, known).next();
	return first.done ? text.split(',').flatMap((piece) => piece.trim() || []) : [...first.value];
}

/** Whether a comma-separated text can be split into known names in one way only. */
export function hasOneReading(text: string, known: readonly string[]): boolean {
	const ways = readingsOf(text, known);
	return !ways.next().done && ways.next().done === true;
}
