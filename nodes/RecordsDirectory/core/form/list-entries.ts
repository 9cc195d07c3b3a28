import { mustSurviveParsing } from '../values/record-json';

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
	const parsed = jsonOr(value);
	if (parsed !== value) mustSurviveParsing(what, value);
	return parsed;
}

function jsonOr(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** The most commas in a name; more would take too long. */
const MOST_COMMAS = 50;

/** Known names as a tree of their pieces between commas. */
interface Names {
	/** The pieces that may follow this one in a name. */
	readonly longer: Map<string, Names>;
	/** The names that end with this piece. */
	readonly ended: Map<string, string[]>;
}

const trees = new WeakMap<readonly string[], Names>();

/** There may be many items and thousands of choices, so each list of names is indexed once. */
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

/** Returns the known names that start at piece `from`, shortest first; `to` is the index after the name. */
function namesFrom(pieces: readonly string[], from: number, tree: Names) {
	const found: Array<{ readonly names: readonly string[]; readonly to: number }> = [];
	let names: Names | undefined = tree;
	for (let at = from; names && at < pieces.length; at++) {
		// Spaces around a name are ignored.
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
 * Returns the names in a comma-separated text. Known names may contain up to 50 commas: the text is split so
 * that every piece is known, the longest names first. If that is impossible, at every comma.
 */
export function namesIn(text: string, known: readonly string[]): string[] {
	const pieces = text.split(',');
	const tree = treeOf(known);
	// From the end, so that each position is solved once, using the solutions after it.
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

/** Whether a comma-separated text can be split into known names in one way only. */
export function hasOneReading(text: string, known: readonly string[]): boolean {
	const pieces = text.split(',');
	const tree = treeOf(known);
	const ways = [...pieces.map(() => 0), 1];
	for (let from = pieces.length - 1; from >= 0; from--) {
		let found = 0;
		for (const { names, to } of namesFrom(pieces, from, tree))
			found += (ways[to] ?? 0) * names.length;
		// Two ways are enough to know.
		ways[from] = Math.min(2, found);
	}
	return ways[0] === 1;
}
