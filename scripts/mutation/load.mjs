// Loads test files with Jest's functions, but without Jest.
import { globSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { filesOf, isAbout, isLeftOut, MOST_RUNS } from './tests.mjs';
import { inTime, keepClock } from './within.mjs';

const root = process.cwd();
const require = createRequire(join(root, 'package.json'));
const { transformSync } = require('@swc/core');
const { bind } = require('jest-each');
const { expect } = require('expect');
const fc = require('fast-check');
const { ModuleMocker } = require('jest-mock');

const swc = {
	jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
	module: { type: 'commonjs' },
};
const compiled = new Map();
const readJson = Module._extensions['.json'];
delete Module._extensions['.json'];
Module._extensions['.ts'] = (module, file) => {
	if (!compiled.has(file))
		compiled.set(file, transformSync(readFileSync(file, 'utf8'), { ...swc, filename: file }).code);
	module._compile(compiled.get(file), file);
};
// Only now, because a node's `.node.json` is beside its `.node.ts`.
Module._extensions['.json'] = readJson;
require(join(root, 'test/support/jest/settings.ts'));
/** Advances the clock of the process, so it is loaded once. */
const clock = join(root, 'test/support/hurry.ts');
require(clock);
keepClock();

/** The tests registered so far by the file that is being loaded. */
let found = [];
let titles = [];
let before = [];
let after = [];

const test = (title, body) => {
	const [first, last] = [[...before], [...after]];
	const id = [...titles, title].join(' ');
	found.push({
		id,
		async run(most, patience) {
			try {
				for (const step of first) await inTime(most, patience, step);
				await inTime(most, patience, body);
			} finally {
				for (const step of last) await inTime(most, patience, step);
			}
		},
	});
};
const describe = (title, body) => {
	const outer = { titles, before, after };
	titles = [...titles, title];
	before = [...before];
	after = [...after];
	body();
	({ titles, before, after } = outer);
};
const beforeEach = (body) => void before.push(body);
const afterEach = (body) => void after.push(body);
const beforeAll = (body) => {
	let done;
	before.push(() => (done ??= Promise.resolve(body())));
};
// What is begun once serves every mutant, until the process ends.
const afterAll = () => {};
test.each = bind(test, true);
describe.each = bind(describe, false);
const hooks = { beforeEach, afterEach, beforeAll, afterAll };
Object.assign(globalThis, { test, it: test, describe, expect }, hooks);
const mocker = new ModuleMocker(globalThis);
globalThis.jest = {
	setTimeout() {},
	spyOn: (object, name) => mocker.spyOn(object, name),
	restoreAllMocks: () => mocker.restoreAllMocks(),
	isolateModules(work) {
		const before = { ...require.cache };
		forgetModules(isStateless);
		try {
			work();
		} finally {
			forgetModules(isStateless);
			Object.assign(require.cache, before);
		}
	},
};
// Few values, the same for every mutant; shrinking counter-examples would be of no use.
fc.configureGlobal({ seed: 1, endOnFailure: true });
const few = (given) => ({ ...given, numRuns: Math.min(given?.numRuns ?? MOST_RUNS, MOST_RUNS) });
const { assert, check } = fc.default;
fc.default = Object.create(fc.default, {
	assert: { value: (property, given) => assert(property, few(given)) },
	check: { value: (property, given) => check(property, few(given)) },
});

const ours = (path) => path.endsWith('.ts') && !path.includes(`${sep}node_modules${sep}`);

/** Modules that keep nothing which one file of tests could leave to the next; see test/support/jest/runtime.cjs. */
const isStateless = (path) =>
	/\/(?:sandbox|credentials|nodes\/\w+\/(?:api|core|n8n\/description))\//.test(path);

/** The test files that judge what is mutated, in an order that is always the same. */
export const filesOfTests = (mutate) =>
	globSync(filesOf(mutate), { cwd: root })
		.sort()
		.map((file) => join(root, file));

/** Loads a file with this text from now on, or as it is without one. */
export function changeSource(file, text) {
	if (text === undefined) compiled.delete(file);
	else compiled.set(file, transformSync(text, { ...swc, filename: file }).code);
}

export function forgetModules(isKept = () => false) {
	for (const path of Object.keys(require.cache))
		if (ours(path) && path !== clock && !isKept(path)) delete require.cache[path];
}

/** The modules that each test file loads, and in how many steps. */
const reached = new Map();

/** In how many steps a test file loads a module; undefined if it does not. */
export const stepsTo = (module, file) => reached.get(file)?.get(module);

export const filesThatLoad = (module) =>
	[...reached.keys()].filter((file) => reached.get(file).has(module) && isAbout(file, module));

export function loadTests(file) {
	[found, titles, before, after] = [[], [], [], []];
	forgetModules(isStateless);
	require(file);
	if (!reached.has(file)) reached.set(file, stepsFrom(require.cache[file]));
	const name = relative(root, file);
	const seen = new Map();
	return found
		.map((each) => ({ ...each, id: `${name}: ${each.id}`, file }))
		.filter(({ id }) => !isLeftOut(id))
		.map((each) => {
			const times = (seen.get(each.id) ?? 0) + 1;
			seen.set(each.id, times);
			return times === 1 ? each : { ...each, id: `${each.id} (${times})` };
		});
}

function stepsFrom(test) {
	const steps = new Map();
	let next = new Set([test]);
	for (let step = 0; next.size > 0; step++) {
		for (const { filename } of next) steps.set(filename, step);
		const children = [...next].flatMap((module) => module.children);
		next = new Set(children.filter(({ filename }) => ours(filename) && !steps.has(filename)));
	}
	return steps;
}
