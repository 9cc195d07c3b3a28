import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import 'reflect-metadata';
import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { modulesIn, sourceFiles } from '../support/source';

const PACKAGE = 'n8n-nodes-records-directory';
const NODE = 'recordsDirectory';
const TRIGGER = 'recordsDirectoryTrigger';
const CREDENTIAL = 'recordsDirectoryApi';
const folder = 'dist/nodes/RecordsDirectory';
const loader = new PackageDirectoryLoader(process.cwd());

const described = (name: string) =>
	loader.types.nodes.find((node) => node.name === name) as INodeTypeDescription;
const optionsOf = (property: INodeProperties) => (property.options ?? []) as INodePropertyOptions[];

beforeAll(async () => {
	if (!existsSync('dist')) throw new Error("There is no 'dist': run 'npm run build' first");
	await loader.loadAll();
});

test('n8n loads both nodes and the credential, and nothing else', () => {
	expect(loader.packageName).toBe(PACKAGE);
	expect(Object.keys(loader.known.nodes).sort()).toEqual([NODE, TRIGGER]);
	expect(Object.keys(loader.known.credentials)).toEqual([CREDENTIAL]);
	expect(loader.known.credentials[CREDENTIAL]?.supportedNodes?.sort()).toEqual([NODE, TRIGGER]);
	expect(loader.getNode(NODE).type).toHaveProperty('execute', expect.any(Function));
	expect(loader.getNode(TRIGGER).type).toHaveProperty('poll', expect.any(Function));
	expect(loader.getCredential(CREDENTIAL).type).toHaveProperty('authenticate');
});

test.each([NODE, TRIGGER])('%s: icons for light and dark that exist', (name) => {
	const { iconUrl } = described(name);
	const urls = Object.values(iconUrl as { light: string; dark: string });
	expect(new Set(urls).size).toBe(2);
	for (const url of urls) {
		const path = url.replace(`icons/${PACKAGE}/`, '');
		expect(path).toMatch(/^dist\/icons\/.*\.svg$/);
		expect(readFileSync(path, 'utf8')).toContain('<svg');
	}
});

test.each([NODE, TRIGGER])('%s: found by its categories and documented', (name) => {
	const { codex } = described(name);
	expect(codex?.categories).toEqual(['Data & Storage', 'Productivity']);
	expect(codex?.alias?.length).toBeGreaterThan(0);
	expect(codex?.resources?.primaryDocumentation?.[0]?.url).toMatch(/^https:\/\//);
});

test('only the trigger polls, at times the user chooses', () => {
	const names = (node: string) => described(node).properties.map((property) => property.name);
	expect(names(TRIGGER)[0]).toBe('pollTimes');
	expect(names(NODE)).not.toContain('pollTimes');
});

test('every operation has an output schema, and no schema is left over', () => {
	const { properties } = described(NODE);
	const expected = properties
		.filter((property) => property.name === 'operation')
		.flatMap((property) => {
			const resources = property.displayOptions?.show?.resource as string[];
			const values = optionsOf(property).map((option) => String(option.value));
			return resources.flatMap((resource) => values.map((value) => `${resource}/${value}.json`));
		});
	const present = sourceFiles(`${folder}/__schema__/v1.0.0`, '.json');
	const names = present.map(({ path }) => path.split('/').slice(-2).join('/'));
	expect(expected.length).toBeGreaterThan(0);
	expect(names.sort()).toEqual(expected.sort());
	for (const { text } of present) expect(JSON.parse(text)).toHaveProperty('type', 'object');
});

test('the compiled code requires only itself, n8n-workflow and node:crypto', () => {
	const problems = sourceFiles('dist', '.js').flatMap(({ path, text }) =>
		modulesIn(text)
			.filter((from) => {
				if (!from.startsWith('.')) return from !== 'n8n-workflow' && from !== 'node:crypto';
				const target = posix.join(posix.dirname(path), from);
				return !target.startsWith('dist/') || !isModule(target);
			})
			.map((from) => `${path} requires ${from}`),
	);
	expect(problems).toEqual([]);
});

const isModule = (path: string) =>
	[`${path}.js`, `${path}/index.js`, path].some((file) => file.endsWith('.js') && existsSync(file));

test('the published package holds the built nodes and their papers, nothing else', () => {
	const { npm_node_execpath: node, npm_execpath: script } = process.env;
	const pack = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
	const output = node && script ? execFileSync(node, [script, ...pack]) : execFileSync('npm', pack);
	const [packed] = JSON.parse(output.toString()) as [{ files: { path: string }[] }];
	const paths = packed.files.map(({ path }) => path);
	const papers = /^(README\.md|CHANGELOG\.md|LICENSE|package\.json)$/;
	const built = /^dist\/(nodes|credentials|icons)\/.*\.(js|json|svg)$/;
	expect(paths.filter((path) => !papers.test(path) && !built.test(path))).toEqual([]);
	expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
	expect(paths).toContain(`${folder}/RecordsDirectory.node.js`);
});
