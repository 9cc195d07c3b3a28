// Breaks each historic defect again, and names the first test that fails:
// `node scripts/defects/defects.mjs` tries all, with words only those whose text contains them.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breaks } from './breaks.mjs';
import { isOverdue, isWaiting, putBack } from '../mutation/within.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
process.chdir(root);
const { changeSource, forgetModules, loadTests, stepsTo } = await import('../mutation/load.mjs');

const TESTS = [
	'test/{api,core,n8n,second-model,hostile}/**/*.test.ts',
	'test/simulation/{lives,promises}.test.ts',
];
/** At least so many of the defects must be caught. */
const LEAST_CAUGHT = 0.95;
/** A test that takes longer, in milliseconds, hangs. */
const LONGEST_MS = 30_000;

/** How long the tests of each file took, in milliseconds. */
const COSTS = join(root, 'node_modules/.cache/costs-of-defects.json');
const costs = new Map(existsSync(COSTS) ? JSON.parse(readFileSync(COSTS, 'utf8')) : []);
/** Tests that fail without a break, as some need Jest. */
const unfit = new Set();

// A test that was given up may fail later.
process.on('unhandledRejection', () => {});

const forget = () => forgetModules((path) => path.startsWith(join(root, 'sandbox')));

function testsIn(file) {
	try {
		return loadTests(file);
	} catch (error) {
		return [{ id: `${relative(root, file)}: loads`, run: () => Promise.reject(error) }];
	}
}

async function firstFailing(file) {
	const begun = performance.now();
	try {
		for (const test of testsIn(file))
			if (!unfit.has(test.id) && (await fails(test))) return test.id;
		return undefined;
	} finally {
		costs.set(file, performance.now() - begun);
	}
}

async function fails(test) {
	try {
		await test.run(LONGEST_MS, LONGEST_MS);
		return false;
	} catch (error) {
		putBack();
		// On a busy machine, a test may only be slow.
		return !isOverdue(error) && !isWaiting(error);
	}
}

async function failsIn(file, id) {
	const test = testsIn(file).find((one) => one.id === id);
	return test === undefined || (await fails(test));
}

/** Returns the first test that fails twice with a changed source, but not without the change. */
async function firstCatching(source, text, files) {
	const change = (changed) => {
		changeSource(source, changed);
		forget();
	};
	change(text);
	for (const file of files) {
		for (let id = await firstFailing(file); id !== undefined; id = await firstFailing(file)) {
			const isSure = await failsIn(file, id);
			change(undefined);
			if (isSure && !(await failsIn(file, id))) return id;
			unfit.add(id);
			change(text);
		}
	}
	change(undefined);
	return undefined;
}

const wordsIn = (text) => new Set(text.toLowerCase().match(/[a-z]{3,}/g));

/** The words in the name and the titles of each test file. */
const wordsOf = new Map();

/** How many words of a break a test file has: a rare word counts more, and one of the path most. */
function likeness(file, source, what) {
	const said = (text) => [...wordsIn(text)].filter((word) => wordsOf.get(file).has(word));
	const filesWith = (word) => [...wordsOf.values()].filter((other) => other.has(word)).length;
	const places = [...wordsIn(relative(root, file))].filter((word) => wordsIn(source).has(word));
	return said(what).reduce((sum, word) => sum + 1 / filesWith(word), 0.01) * 4 ** places.length;
}

/** The test files that load a source, the likeliest and nearest first, and cheap ones before dear ones. */
function filesFor(source, what) {
	const place = relative(join(root, 'nodes/RecordsDirectory'), source);
	const dearness = (file) =>
		(stepsTo(source, file) * ((costs.get(file) ?? 0) + 10_000)) / likeness(file, place, what);
	return [...wordsOf.keys()]
		.filter((file) => stepsTo(source, file) !== undefined)
		.map((file) => ({ file, dearness: dearness(file) }))
		.sort((a, b) => a.dearness - b.dearness)
		.map(({ file }) => file);
}

const words = process.argv.slice(2).join(' ');
const chosen = breaks.filter(({ what }) => what.includes(words));
for (const name of TESTS.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
	const tests = testsIn(join(root, name));
	wordsOf.set(join(root, name), wordsIn([name, ...tests.map(({ id }) => id)].join(' ')));
}

const missed = [];
for (const [n, { what, file, find, replace = '', cannot }] of chosen.entries()) {
	if (cannot) {
		console.log(`${n + 1}/${chosen.length} ${what}\n\tcannot come back: ${cannot}`);
		continue;
	}
	const source = join(root, 'nodes/RecordsDirectory', file);
	const code = readFileSync(source, 'utf8');
	if (code.split(find).length !== 2) throw new Error(`${file} does not have this once: ${find}`);
	const begun = performance.now();
	const text = code.replace(find, () => replace);
	const test = await firstCatching(source, text, filesFor(source, what));
	if (!test) missed.push(what);
	const seconds = ((performance.now() - begun) / 1000).toFixed(1);
	console.log(`${n + 1}/${chosen.length} ${what} (${seconds} s)\n\t${test ?? 'NOT CAUGHT'}`);
}
writeFileSync(COSTS, JSON.stringify([...costs]));
const possible = chosen.filter(({ cannot }) => !cannot).length;
const caught = possible - missed.length;
console.log(
	`${caught} of ${possible} defects are caught, ${chosen.length - possible} cannot come back.`,
);
process.exit(caught >= LEAST_CAUGHT * possible ? 0 : 1);
