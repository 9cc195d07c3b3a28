import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import { derived } from '../../scripts/docs/derived';
import { sourceFiles } from '../support/source';

const text = (file: string) => readFileSync(file, 'utf8');

describe('what follows from something else stands as it follows (npm run docs writes it)', () => {
	it.each(derived)('$file: $marker', ({ file, marker, text: made }) => {
		const found = text(file).split(`<!-- ${marker} -->\n\n`)[1]?.split('\n\n<!-- end -->')[0];
		expect(found).toBe(made());
	});
});

it('The change log knows the version of the package', () => {
	expect(text('CHANGELOG.md')).toContain(`## [${version}]`);
});

const papers = [
	'README.md',
	...readdirSync('docs')
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];

it('The documentation names no source file that is not there', () => {
	const folders = ['nodes', 'credentials', 'sandbox', 'test', 'bench', 'scripts'];
	const files = folders.flatMap((folder) => sourceFiles(folder)).map(({ path }) => `/${path}`);
	const named = [
		...papers
			.map(text)
			.join('')
			.matchAll(/`([\w./-]+\.ts)`/g),
	];
	expect(named.length).toBeGreaterThan(20);
	const missing = named.filter(([, name]) => !files.some((file) => file.endsWith(`/${name}`)));
	expect(missing.map(([, name]) => name)).toEqual([]);
});

/** What the service's document does not say, or the node does not do. */
const UNTRUE = [
	/service has no webhooks/i,
	/300,000[^.|]*together/,
	/\b\d+ points open/,
	/everything that the document leaves open/,
	/any number of rows/,
	/beyond a million rows/,
	/\[item 0\]/,
	/\*Create or Update\* and \*Sync\* take all input items together/,
	/all mistakes of an item at once/,
];

it.each(UNTRUE)('Neither the documentation nor the panel claims %s', (claim) => {
	const shown = sourceFiles('nodes').concat(sourceFiles('credentials'));
	const all = [...papers.map((path) => ({ path, text: text(path) })), ...shown];
	const found = all.filter((one) => claim.test(one.text.replace(/\s+/g, ' ')));
	expect(found.map(({ path }) => path)).toEqual([]);
});

it('The documentation names no command that the package does not have', () => {
	const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
	const named = [
		...papers
			.map(text)
			.join('')
			.matchAll(/`npm (?:run )?([\w:]+)/g),
	];
	expect(named.length).toBeGreaterThan(3);
	for (const [, name = ''] of named) {
		if (!['install', 'ci', 'pack', 'publish'].includes(name))
			expect(Object.keys(scripts)).toContain(name);
	}
});

it('Links within the documentation lead somewhere', () => {
	const papers = [
		'README.md',
		'CHANGELOG.md',
		'docs/development.md',
		'docs/editor.md',
		'docs/operations.md',
	];
	const links = papers.flatMap((paper) =>
		[...text(paper).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to = '']) =>
			join(dirname(paper), to),
		),
	);
	expect(links.length).toBeGreaterThan(10);
	expect(links.filter((to) => !existsSync(to))).toEqual([]);
});

it('The messages that the README explains are said by the nodes, the credential or the service', () => {
	const sources = ['nodes', 'credentials', 'sandbox/service'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => text(join(folder, name))),
	);
	const [, table = ''] = text('README.md').split(
		'| Message contains | What to do |\n| --- | --- |\n',
	);
	const messages = [...table.split('\n\n')[0]!.matchAll(/^\| `(.+?)` \|/gm)].map(([, one]) => one!);
	expect(messages.length).toBeGreaterThan(5);
	expect(messages.filter((one) => !sources.some((source) => source.includes(one)))).toEqual([]);
});

it('Each picture is shown, with words for those who cannot see it', () => {
	const shown = [...text('docs/editor.md').matchAll(/!\[[^\]]{10,}\]\(pictures\/([\w-]+\.png)\)/g)];
	expect(shown.map(([, name]) => name).sort()).toEqual(readdirSync('docs/pictures').sort());
});
