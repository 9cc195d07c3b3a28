/*
 * Compares a package with that of an earlier commit: both run the scenarios, dialects, faults and stories of
 * that commit, in the same kind of process. Prints each difference that wanted.json does not name.
 *
 * node test/oracle/oracle.mjs [--base <commit>] [--new <commit or folder>] [--seed 1] [--count 200]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const text = (fallback) => ({ type: 'string', default: fallback });
const { values } = parseArgs({
	options: { base: text('690e4f7'), new: text('.'), seed: text('1'), count: text('200') },
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

/** Runs everything with a package; returns the parts of each case by its name. */
function recorded(harness, dist, name) {
	const out = join(cache, `${name}.jsonl`);
	rmSync(out, { force: true });
	const env = { PACKAGE: dist, OUT: out, SEED: values.seed, COUNT: values.count };
	run(harness, 'jest', ['--silent', '-i', '-c', 'test/oracle/jest.config.cjs'], env);
	const lines = readFileSync(out, 'utf8').trim().split('\n');
	return new Map(lines.map((line) => JSON.parse(line)));
}

const without = (some, others) => some.filter((line) => !others.includes(line));

/** The lines of a part that only one package has; the same lines in another order are a difference, too. */
function differences(name, before = {}, after = {}) {
	return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((part) => {
		const [was, is] = [before[part] ?? [], after[part] ?? []];
		if (was.join('\n') === is.join('\n')) return [];
		const lines = [
			...without(was, is).map((line) => `- ${line}`),
			...without(is, was).map((line) => `+ ${line}`),
		];
		return [{ name, part, text: lines.join('\n') || 'the same lines, in another order or number' }];
	});
}

const harness = builtCommit(values.base);
mkdirSync(join(harness, 'test/oracle'), { recursive: true });
for (const file of ['record.ts', 'jest.config.cjs'])
	cpSync(join(import.meta.dirname, file), join(harness, 'test/oracle', file));

const before = recorded(harness, join(harness, 'dist'), 'base');
const after = recorded(harness, distOf(values.new), 'new');
const found = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) =>
	differences(name, before.get(name), after.get(name)),
);

/** Each entry: `case`, `part` and `text` are patterns, which may be absent, and `why` is a sentence. */
const wanted = JSON.parse(readFileSync(join(import.meta.dirname, 'wanted.json'), 'utf8'));
const matches = (one, { name, part, text: lines }) =>
	[
		[one.case, name],
		[one.part, part],
		[one.text, lines],
	].every(([pattern, given]) => pattern === undefined || new RegExp(pattern, 's').test(given));
const unwanted = found.filter((one) => !wanted.some((entry) => matches(entry, one)));
const unused = wanted.filter((entry) => !found.some((one) => matches(entry, one)));

for (const { name, part, text: lines } of unwanted.slice(0, SHOWN))
	console.log(`${name}: ${part}\n${lines.slice(0, 1_500)}\n`);
for (const { why } of unused) console.log(`Nothing differs any more as wanted.json says: ${why}`);
for (const { why, ...entry } of wanted)
	console.log(`${found.filter((one) => matches(entry, one)).length} wanted: ${why}`);
console.log(`${before.size} cases, ${found.length} differences, ${unwanted.length} not wanted`);
process.exitCode = unwanted.length + unused.length > 0 ? 1 : 0;
