/*
 * Compares a package with that of an earlier commit: both run the scenarios, dialects, faults and stories of
 * that commit, in the same kind of process. Prints each difference that wanted.json does not name.
 *
 * node test/oracle/oracle.mjs [--base <commit>] [--new <commit or folder>] [--seed 1] [--count 1000] [--cases <pattern>]
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { compare } from './compare.mjs';

const WHOLE = 1000;
const text = (fallback) => ({ type: 'string', default: fallback });
const { values } = parseArgs({
	options: {
		...{ base: text('690e4f7'), new: text('.'), seed: text('1'), count: text(String(WHOLE)) },
		cases: text('.'),
	},
});
const root = resolve(import.meta.dirname, '../..');
/** Jest finds no tests below node_modules. */
const cache = join(tmpdir(), 'oracle-of-records-directory');
const SHOWN = 20;

/** With the project's own Node. */
const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;

const run = (cwd, command, args, more = {}) => {
	const env = { ...process.env, PATH, ...more };
	return execFileSync(command, args, { cwd, env, stdio: ['ignore', 'pipe', 2] });
};

function build(folder) {
	run(folder, 'gulp', ['clean']);
	run(folder, 'tsc', ['-p', '.']);
	run(folder, 'gulp', ['files']);
}

/** Returns a folder with the built commit; it is kept. */
function builtCommit(commit) {
	const hash = String(run(root, 'git', ['rev-parse', `${commit}^{commit}`])).trim();
	const folder = join(cache, hash);
	if (existsSync(join(folder, 'dist/package.built'))) return folder;
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(cache, { recursive: true });
	run(root, 'git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder]);
	run(folder, 'git', ['checkout', '--quiet', hash]);
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
	build(folder);
	cpSync(join(folder, 'package.json'), join(folder, 'dist/package.built'));
	return folder;
}

/** A folder is a checkout, which is built, or a `dist`, which is taken as it is. */
function distOf(what) {
	if (!existsSync(what)) return join(builtCommit(what), 'dist');
	if (!existsSync(join(what, 'package.json'))) return resolve(what);
	build(resolve(what));
	return resolve(what, 'dist');
}

/** Runs cases with a package; returns the parts of each by its name. */
async function recorded(dist, name, cases) {
	const out = join(cache, `${name}.jsonl`);
	rmSync(out, { force: true });
	const more = { PACKAGE: dist, OUT: out, SEED: values.seed, COUNT: values.count, CASES: cases };
	const args = ['--silent', '-i', '-c', 'test/oracle/jest.config.cjs'];
	const env = { ...process.env, PATH, ...more };
	await promisify(execFile)('jest', args, { cwd: harness, env }).catch(({ stderr }) => {
		throw new Error(stderr);
	});
	const lines = existsSync(out) ? readFileSync(out, 'utf8').trim().split('\n') : [];
	return new Map(lines.map((line) => JSON.parse(line)));
}

const harness = builtCommit(values.base);
mkdirSync(join(harness, 'test/oracle'), { recursive: true });
for (const file of ['record.ts', 'stories.ts', 'jest.config.cjs'])
	cpSync(join(import.meta.dirname, file), join(harness, 'test/oracle', file));
const dist = distOf(values.new);
const both = async (cases) =>
	await Promise.all([recorded(join(harness, 'dist'), 'base', cases), recorded(dist, 'new', cases)]);

const wanted = JSON.parse(readFileSync(join(import.meta.dirname, 'wanted.json'), 'utf8'));
const [before, after] = await both(values.cases);
const { different, unwanted: first, entries } = compare(before, after, wanted);

/** On a busy machine a request can time out, so what differs counts if it does so twice. */
async function again(names) {
	const pattern = names.map((name) => RegExp.escape(name)).join('|');
	return compare(...(await both(`^(?:${pattern})$`)), wanted).unwanted;
}
const unwanted = first.length > 0 ? await again(first.map(({ name }) => name)) : [];

for (const { name, part, lines } of unwanted.slice(0, SHOWN))
	console.log(`${name}: ${part}\n${lines.join('\n').slice(0, 1_500)}\n`);
for (const { why, count } of entries) console.log(`${String(count).padStart(5)} ${why}`);
console.log(`${before.size} cases, ${different} differences, ${unwanted.length} not wanted`);
// Of fewer cases, an entry may concern none.
const isWhole = values.cases === '.' && Number(values.count) >= WHOLE;
const unused = isWhole ? entries.filter(({ count }) => count === 0) : [];
for (const { why } of unused) console.log(`Nothing differs any more as wanted.json says: ${why}`);
process.exitCode = unwanted.length + unused.length > 0 ? 1 : 0;
