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

/** What a JSON list or object holds; any other value as it is. Throws an `InputError` for numbers in it that would lose digits. */
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

/** Commas in a name that is still found among others; the time for a text grows with them. */
const MOST_COMMAS = 50;

/** Known names, piece by piece between their commas. */
interface Names {
	/** Where a name goes on after this piece. */
	readonly longer: Map<string, Names>;
	/** The names that end with this piece. */
	readonly ended: Map<string, string[]>;
}

const trees = new WeakMap<readonly string[], Names>();

/** Items may be many, and a field may have thousands of choices: each list of names is gone through once. */
function treeOf(known: readonly string[]): Names {
	const tree = trees.get(known) ?? newTree(known);
	trees.set(known, tree);
	return tree;
}

function newTree(known: readonly string[]): Names {
	const tree = emptyTree();
	for (const name of known) {
		const pieces = name.trim().split(',');
		if (pieces.length > MOST_COMMAS + 1) continue;
		const last = pieces.pop() ?? '';
		let names = tree;
		for (const piece of pieces) {
			const longer = names.longer.get(piece) ?? emptyTree();
			names.longer.set(piece, longer);
			names = longer;
		}
		const others = names.ended.get(last);
		if (others) others.push(name);
		else names.ended.set(last, [name]);
	}
	return tree;
}

const emptyTree = (): Names => ({ longer: new Map(), ended: new Map() });

/** The known names of which a text has the pieces from some place on, the shortest first; `to` is the place behind one. */
function namesFrom(pieces: readonly string[], from: number, tree: Names) {
	const found: Array<{ readonly names: readonly string[]; readonly to: number }> = [];
	let names: Names | undefined = tree;
	for (let at = from; names && at < pieces.length; at++) {
		// Spaces around a name do not count.
		const piece = at === from ? (pieces[at] ?? '').trimStart() : (pieces[at] ?? '');
		const ended = names.ended.get(piece.trimEnd());
		if (ended) found.push({ names: ended, to: at + 1 });
		names = names.longer.get(piece);
	}
	return found;
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
 * The names in a comma-separated text. A known name may hold up to 50 commas itself: the text is cut so that
 * every piece is known, the longest first; where it cannot be, at every comma.
 */
export function namesIn(text: string, known: readonly string[]): string[] {
	const pieces = text.split(',');
	const tree = treeOf(known);
	// From the end, so that each piece is looked at once: the names of the pieces from there on.
	const ways: Array<Way | 'end' | undefined> = [];
	ways[pieces.length] = 'end';
	for (let from = pieces.length - 1; from >= 0; from--) {
		for (const { names, to } of namesFrom(pieces, from, tree)) {
			const [name, rest] = [names.at(-1), ways[to]];
			if (rest && name !== undefined) ways[from] = { name, rest };
		}
	}
	return listed(ways[0]) ?? pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** Whether a comma-separated text can be cut into known names in one way only. */
export function hasOneReading(text: string, known: readonly string[]): boolean {
	const pieces = text.split(',');
	const tree = treeOf(known);
	const ways = [...pieces.map(() => 0), 1];
	for (let from = pieces.length - 1; from >= 0; from--) {
		let found = 0;
		for (const { names, to } of namesFrom(pieces, from, tree))
			found += (ways[to] ?? 0) * names.length;
		// More than two say no more than two.
		ways[from] = Math.min(2, found);
	}
	return ways[0] === 1;
}
