import { relative } from 'node:path';
import { createContext, Script } from 'node:vm';
import { type Pickable, pickables } from '../../nodes/RecordsDirectory/api/pickables';
import { sampled } from '../support/effort';
import { patternsIn, sourceFiles } from '../support/source';
import { textOf, worstFor, type Worst } from './worst-texts';

interface Named {
	readonly name: string;
	readonly pattern: RegExp;
}

const LARGE = 1_000_000;

/** What `new RegExp` gets if that is not a text, by file. */
const MADE: Readonly<Record<string, readonly RegExp[]>> = {
	'nodes/RecordsDirectory/core/values/validate.ts': Object.values<Pickable>(pickables).flatMap(
		({ page }) => (page ? [new RegExp(page.pattern)] : []),
	),
};

const ROOT = process.cwd();
const found = ['nodes', 'credentials'].flatMap((folder) =>
	sourceFiles(folder).flatMap(({ path, text }) =>
		patternsIn(text).map((one) => ({ ...one, file: relative(ROOT, path) })),
	),
);

const named = (file: string, pattern: RegExp, line = 0): Named => ({
	name: `${file}:${line} ${pattern}`,
	pattern,
});
const patterns: Named[] = [
	...found.flatMap(({ file, line, pattern }) => (pattern ? [named(file, pattern, line)] : [])),
	...Object.entries(MADE).flatMap(([file, made]) => made.map((pattern) => named(file, pattern))),
];

it('every pattern that is made from something else than a text is known', () => {
	const unknown = found.filter(({ pattern, file }) => !pattern && !(file in MADE));
	expect(unknown.map(({ file, line, source }) => `${file}:${line} ${source}`)).toEqual([]);
	expect(patterns.length).toBeGreaterThan(80);
});

/** A pattern that takes the square of the length takes minutes for a megabyte. All small texts together take some 20 ms. */
const LONGEST_MS = 1_000;

/** Looks for all matches in texts, and gives the milliseconds of each. Those that take too long end in an error. */
const context = createContext({ performance });
const script = new Script(`texts.map((text) => {
	const from = performance.now();
	text.replace(pattern, '');
	return performance.now() - from;
})`);

function timesOf(pattern: RegExp, texts: readonly string[]): number[] {
	const all = new RegExp(
		pattern,
		pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`,
	);
	Object.assign(context, { pattern: all, texts });
	return script.runInContext(context, { timeout: LONGEST_MS }) as number[];
}

/** The slowest texts for the pattern: this many of the given ones, with this many characters. */
function slowestOf(
	pattern: RegExp,
	all: readonly Worst[],
	{ most, length }: { readonly most: number; readonly length: number },
): Worst[] {
	const texts = all.map((one) => textOf(one, length));
	const times = timesOf(pattern, texts);
	const ranked = all.map((one, n) => ({ one, ms: times[n]! })).sort((a, b) => b.ms - a.ms);
	return ranked.slice(0, most).map(({ one }) => one);
}

/**
 * Returns the slowest text for the pattern. Many small texts are quick to try, and larger ones give clearer
 * results.
 */
function worstOf(pattern: RegExp): Worst {
	const some = slowestOf(pattern, worstFor(pattern), { most: 20, length: 1_000 });
	return slowestOf(pattern, some, { most: 1, length: 10_000 })[0]!;
}

/** Whether a megabyte of the worst text is looked through in time. */
function isSoon(pattern: RegExp): boolean {
	try {
		timesOf(pattern, [textOf(worstOf(pattern), LARGE)]);
		return true;
	} catch (error) {
		if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
		throw error;
	}
}

it.each(sampled(patterns, ({ name }) => name))(
	'a megabyte is soon looked through: $name',
	({ pattern }) => expect(isSoon(pattern)).toBe(true),
);

const SLOW = [
	/\s+$/,
	/^(a+)+$/,
	/^(\d+\.?\d*|\.\d+)$/,
	/https?:\/\/[^/]+.*?\/forms/,
	/"([^"\\]|\\.)*"/,
];

it.each(sampled(SLOW, String))('a pattern that is not linear is found: %s', (pattern) =>
	expect(isSoon(pattern)).toBe(false),
);
