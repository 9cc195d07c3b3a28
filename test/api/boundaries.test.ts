import { posix } from 'node:path';
import { importsOf, modulesIn, namesIn, sourceFiles, type SourceFile } from '../support/source';

const NODE = 'nodes/RecordsDirectory';

/** Who may import whom: a file belongs to the first layer whose pattern its path matches. */
const layers: { of: RegExp; runtime: RegExp; types: RegExp }[] = [
	{ of: layer('api'), runtime: layer('api'), types: layer('api') },
	{
		of: layer('core'),
		// The inputs that operations share, but not the table of operations.
		runtime: either(layer('(api/fields|core)'), /^node:crypto$/),
		types: layer('(api|core)'),
	},
	{
		of: layer('n8n'),
		runtime: either(layer('(api|core|n8n)'), /^n8n-workflow$/, /^node:crypto$/),
		types: either(layer('(api|core|n8n)'), /^n8n-workflow$/),
	},
	{
		of: new RegExp(`^${NODE}/\\w+\\.node\\.ts$`),
		runtime: either(layer('(api|n8n)'), /^n8n-workflow$/),
		types: either(layer('(api|n8n)'), /^n8n-workflow$/),
	},
	{
		of: /^credentials\/\w+\.credentials\.ts$/,
		runtime: either(layer('(api|core|n8n/transport)'), /^n8n-workflow$/),
		types: either(layer('(api|core)'), /^n8n-workflow$/),
	},
	// The service is written from the document, so that a mistake in the table cannot hide in it.
	{
		of: /^sandbox\/service\//,
		runtime: /^(?!nodes\/|credentials\/)/,
		types: /^(?!nodes\/|credentials\/)/,
	},
];

/** Each of these parts of n8n may be used in one place only. */
const onlyPlace: { [what: string]: string[] } = {
	parameters: ['getNodeParameter'],
	'parameters of the editor': ['getCurrentNodeParameter'],
	HTTP: ['httpRequestWithAuthentication', 'requestWithAuthentication', 'fetch'],
	'HTTP for the test of the credential': ['httpRequest'],
	state: ['getWorkflowStaticData'],
	// n8n shows hints as HTML, which that file escapes.
	hints: ['addExecutionHints'],
	errors: ['NodeApiError', 'NodeOperationError'],
};

/** What makes a function depend on more than its arguments. */
const impure = [
	...['Date.now', 'new Date()', 'performance', 'Math.random', 'randomUUID', 'randomBytes'],
	...['randomInt', 'setTimeout', 'setInterval', 'setImmediate', 'process', 'fetch', 'globalThis'],
];

function layer(name: string): RegExp {
	return new RegExp(`^${NODE}/${name}(?:/|$)`);
}

function either(...patterns: RegExp[]): RegExp {
	return new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'));
}

function forbiddenImports({ path, text }: SourceFile): string[] {
	const found = layers.find(({ of }) => of.test(path));
	if (!found) return [`${path} belongs to no layer`];
	return importsOf(text)
		.map(({ from, typeOnly }) => ({
			to: from.startsWith('.') ? posix.join(posix.dirname(path), from) : from,
			allowed: typeOnly ? either(found.types, found.runtime) : found.runtime,
		}))
		.filter(({ to, allowed }) => !allowed.test(to))
		.map(({ to }) => `${path} imports ${to}`);
}

function impurities({ path, text }: SourceFile): string[] {
	if (!layer('(api|core)').test(path)) return [];
	const names = namesIn(text);
	return impure.filter((name) => names.has(name)).map((name) => `${path} uses ${name}`);
}

/** The rooms of each layer, highest step first: a room imports only rooms on lower steps. */
const stairs: { [house: string]: string[][] } = {
	core: [['directory', 'trigger'], ['form', 'bulk', 'listing'], ['request'], ['values'], ['.']],
	n8n: [['trigger'], ['execute', 'methods'], ['form'], ['description', 'parameters', 'transport']],
};

/** A room inside another one is on the same step; files outside the rooms are on the lowest. */
function stepOf(path: string): { house: string; room: string; step: number } | undefined {
	const [, house = '', room = '.'] =
		new RegExp(`^${NODE}/(core|n8n)/(?:([^/]+)/)?`).exec(path) ?? [];
	const step = stairs[house]?.findIndex((rooms) => rooms.includes(room));
	return step === undefined ? undefined : { house, room, step };
}

function climbs({ path, text }: SourceFile): string[] {
	const here = stepOf(path);
	if (!here) return [];
	if (here.step < 0) return [`${path} stands in a room without a step`];
	return modulesIn(text)
		.map((from) => posix.join(posix.dirname(path), from))
		.filter((to) => {
			const there = stepOf(to);
			const isOther = there?.house === here.house && there.room !== here.room;
			return isOther && there.step <= here.step;
		})
		.map((to) => `${path} imports ${to}, up the stairs`);
}

/** Finds files that import each other, including types; each circle once. */
function circlesIn(files: readonly SourceFile[]): string[] {
	const known = new Set(files.map(({ path }) => path));
	const targets = new Map(
		files.map(({ path, text }) => {
			const paths = modulesIn(text).flatMap((from) => {
				const to = posix.join(posix.dirname(path), from);
				return [to, `${to}.ts`, `${to}/index.ts`].filter((one) => known.has(one));
			});
			return [path, paths];
		}),
	);
	const done = new Set<string>();
	const circles: string[] = [];
	const visit = (path: string, above: readonly string[]): void => {
		if (above.includes(path))
			circles.push([...above.slice(above.indexOf(path)), path].join(' -> '));
		if (done.has(path)) return;
		done.add(path);
		for (const to of targets.get(path) ?? []) visit(to, [...above, path]);
	};
	for (const { path } of files) visit(path, []);
	return circles;
}

const ours = [...sourceFiles('nodes'), ...sourceFiles('credentials')];

test('no file imports what its layer must not know', () => {
	expect([...ours, ...sourceFiles('sandbox/service')].flatMap(forbiddenImports)).toEqual([]);
});

test('a room imports only rooms further down the stairs', () => {
	expect(ours.flatMap(climbs)).toEqual([]);
});

test('no files import each other, whether code or types', () => {
	const folders = ['sandbox', 'test', 'bench', 'scripts'];
	expect(circlesIn([...ours, ...folders.flatMap((one) => sourceFiles(one))])).toEqual([]);
});

test('api and core know no clock, no randomness and no I/O', () => {
	expect(ours.flatMap(impurities)).toEqual([]);
});

test.each(Object.entries(onlyPlace))('%s: one file takes them', (_, names) => {
	const files = ours.filter(({ text }) => {
		const used = namesIn(text);
		return names.some((name) => used.has(name));
	});
	expect(files.map(({ path }) => path)).toHaveLength(1);
});

describe('the checks can fail', () => {
	const file = (path: string, text: string) => ({ path: path.replace('~', NODE), text });

	test.each([
		file('~/api/user.ts', "import { sleep } from 'n8n-workflow';"),
		file('~/core/retry.ts', "import { resources } from '../api'; f(resources);"),
		file('~/core/retry.ts', "export * from '../n8n/client';"),
		file('~/core/retry.ts', "import { readFileSync } from 'node:fs';"),
		file('~/n8n/client.ts', "const axios = require('axios');"),
		file('~/n8n/client.ts', "const axios = await import('axios');"),
		file('~/n8n/client.ts', "import '../../../sandbox/service/app';"),
		file('~/RecordsDirectory.node.ts', "import { retry } from './core/retry';"),
		file('~/helpers/more.ts', ''),
		file(
			'sandbox/service/app.ts',
			"import type { Operation } from '../../nodes/RecordsDirectory/api';",
		),
	])('$path with "$text"', (broken) => expect(forbiddenImports(broken)).toHaveLength(1));

	test.each([
		file('~/core/values/a.ts', "import type { Failure } from '../request/failure';"),
		file('~/core/request/a.ts', "import { valueKey } from '../form/field';"),
		file('~/n8n/form/a.ts', "import type { Job } from '../execute/job';"),
		file('~/core/attic/a.ts', ''),
	])('up the stairs: $path with "$text"', (broken) => expect(climbs(broken)).toHaveLength(1));

	test('circles, also of types and of three', () => {
		const files = [
			file('~/a.ts', "import type { B } from './b';"),
			file('~/b.ts', "import { c } from './c/index';"),
			file('~/c/index.ts', "export * from '../a.ts';"),
			file('~/d.ts', "import './a';"),
		];
		expect(circlesIn(files)).toHaveLength(1);
		expect(circlesIn(files.slice(1))).toEqual([]);
	});

	test.each(['Date.now()', 'new Date()', 'Date()', 'Math.random()', 'setTimeout(f)'])(
		'impure: %s',
		(text) => {
			expect(impurities(file('~/core/pace.ts', text))).not.toEqual([]);
			expect(impurities(file('~/core/pace.ts', `// ${text}\nnew Date(0); '${text}';`))).toEqual([]);
		},
	);
});
