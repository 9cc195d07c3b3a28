import { mustBeHeld } from '../values/record-json';

/**
 * The entries of a list however it comes: a list, a JSON list or object as text, one thing, or text
 * with an entry in each line. Empty entries are left out.
 */
export function entriesOf(what: string, value: unknown): unknown[] {
	const parsed = parsedOf(what, value);
	const entries = Array.isArray(parsed)
		? parsed
		: typeof parsed === 'string'
			? parsed.split(/\r?\n/)
			: [parsed];
	return entries.filter((entry) => entry !== undefined && entry !== null && entry !== '');
}

/** What a JSON list or object holds; any other value as it is. Throws a `Refusal` for numbers in it that would lose digits. */
export function parsedOf(what: string, value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const parsed = jsonOr(value);
	if (parsed !== value) mustBeHeld(what, value);
	return parsed;
}

function jsonOr(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

interface Way {
	readonly name: string;
	readonly rest: Way | 'end';
}

function listed(first: Way | 'end' | undefined): string[] | undefined {
	if (first === undefined) return undefined;
	const names: string[] = [];
	for (let way = first; way !== 'end'; way = way.rest) names.push(way.name);
	return names;
}

/**
 * The names in a comma-separated text. A known name may hold commas itself: the text is cut so that
 * every piece is known, the longest first; where it cannot be, at every comma.
 */
export function namesIn(text: string, known: readonly string[]): string[] {
	const pieces = text.split(',');
	const longest = longestOf(known);
	const names = new Map(known.map((name) => [name.trim(), name]));
	// From the end, so that each piece is looked at once: the names of the pieces from there on.
	const ways: Array<Way | 'end' | undefined> = [];
	ways[pieces.length] = 'end';
	for (let from = pieces.length - 1; from >= 0; from--) {
		const last = Math.min(pieces.length, from + longest);
		for (let to = last; to > from && ways[from] === undefined; to--) {
			const name = names.get(pieces.slice(from, to).join(',').trim());
			const rest = ways[to];
			if (rest && name !== undefined) ways[from] = { name, rest };
		}
	}
	return listed(ways[0]) ?? pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** Whether a comma-separated text can be cut into known names in one way only. */
export function hasOneReading(text: string, known: readonly string[]): boolean {
	const pieces = text.split(',');
	const counts = new Map<string, number>();
	for (const name of known) counts.set(name.trim(), (counts.get(name.trim()) ?? 0) + 1);
	const longest = longestOf(known);
	const ways = [...pieces.map(() => 0), 1];
	for (let from = pieces.length - 1; from >= 0; from--) {
		const last = Math.min(pieces.length, from + longest);
		let found = 0;
		for (let to = from + 1; to <= last; to++)
			found += (ways[to] ?? 0) * (counts.get(pieces.slice(from, to).join(',').trim()) ?? 0);
		// More than two say no more than two.
		ways[from] = Math.min(2, found);
	}
	return ways[0] === 1;
}

/** The most pieces of a name that holds commas itself. */
const longestOf = (known: readonly string[]) =>
	1 + known.reduce((most, name) => Math.max(most, name.split(',').length - 1), 0);
