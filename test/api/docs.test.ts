import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import { between } from '../../scripts/docs/between';
import { derived } from '../../scripts/docs/derived';
import { withoutScenario } from '../../scripts/docs/without-scenario';
import { sourceFiles } from '../support/source';

const text = (file: string) => readFileSync(file, 'utf8');

describe('what follows from something else stands as it follows (npm run docs writes it)', () => {
	it.each(derived)('$file: $marker', ({ file, marker, text: made }) => {
		const found = text(file).split(`<!-- ${marker} -->\n\n`)[1]?.split('\n\n<!-- end -->')[0];
		expect(found).toBe(made());
	});
});

it('Generated text replaces only the text between its markers', () => {
	expect(between('a <!-- x --> old <!-- end --> b', 'x', 'new')).toBe(
		'a <!-- x -->\n\nnew\n\n<!-- end --> b',
	);
	expect(() => between('a', 'x', 'new')).toThrow('no place');
});

it('The change log knows the version of the package', () => {
	expect(text('CHANGELOG.md')).toContain(`## [${version}]`);
});

const papers = [
	...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'workflows/README.md'],
	...readdirSync('docs')
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];

/** The most words of pages together, without code and the tables that a program makes. */
const LONGEST = [
	{ most: 900, pages: ['README.md'] },
	{ most: 180, pages: ['CHANGELOG.md'] },
	{ most: 2_200, pages: ['docs/records.md', 'docs/directory.md', 'docs/outcomes.md'] },
	{ most: 1_200, pages: ['docs/trigger.md'] },
	{ most: 900, pages: ['docs/troubleshooting.md'] },
	{ most: 1_900, pages: ['docs/administration.md', 'docs/limits.md'] },
	{ most: 2_000, pages: ['docs/development.md'] },
	{ most: 800, pages: ['docs/probe.md'] },
	{ most: 900, pages: ['docs/reliability.md'] },
	{ most: 350, pages: ['docs/benchmarks.md'] },
	{ most: 900, pages: ['docs/review.md', 'docs/editor.md', 'SECURITY.md'] },
	{ most: 1_300, pages: ['docs/events.md', 'docs/sandbox.md', 'CONTRIBUTING.md'] },
	{ most: 50, pages: ['workflows/README.md'] },
];

it('Each page has a length', () => {
	expect(LONGEST.flatMap(({ pages }) => pages).sort()).toEqual([...papers].sort());
});

it.each(LONGEST)('$pages have at most $most words', ({ most, pages }) => {
	const words = pages.flatMap((page) =>
		text(page)
			.replaceAll(/<!-- (?!end)[^]*?<!-- end -->|^```[^]*?^```/gm, '')
			.split(/\s+/)
			.filter((word) => /\w/.test(word)),
	);
	expect(words.length).toBeLessThanOrEqual(most);
});

it('The documentation names no source file that is not there', () => {
	const folders = ['nodes', 'credentials', 'sandbox', 'test', 'bench', 'scripts'];
	const ends = ['.ts', '.js', '.mjs', '.cjs'];
	const files = [
		...folders.flatMap((folder) => ends.flatMap((end) => sourceFiles(folder, end))),
		...readdirSync('.').map((path) => ({ path })),
	].map(({ path }) => `/${path}`);
	const named = [
		...papers
			.map(text)
			.join('')
			.matchAll(/`([\w./-]+\.[cm]?[jt]s)`/g),
	].map(([, name = '']) => name);
	expect(named.filter((name) => name.endsWith('.mjs')).length).toBeGreaterThan(1);
	expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

it('Each promise of SECURITY.md names tests that are there', () => {
	const rows =
		text('SECURITY.md')
			.match(/^\| [^-].*$/gm)
			?.slice(1) ?? [];
	const tests = sourceFiles('test').map(({ path }) => path);
	for (const row of rows) {
		const named = [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(
			([, name = '']) => name,
		);
		expect([row, named.length]).not.toEqual([row, 0]);
		const missing = named.filter(
			(name) => !tests.some((path) => path.includes(`test/${name.replace('*', '')}`)),
		);
		expect(missing).toEqual([]);
	}
	expect(rows.length).toBeGreaterThan(10);
});

it('The documentation names each command of the package, and no other', () => {
	const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
	const all = papers.map(text).join('');
	const named = new Set([...all.matchAll(/`npm (?:run )?([\w:]+)/g)].map(([, name = '']) => name));
	const ofNpm = ['audit', 'install', 'ci', 'pack', 'publish'];
	// npm runs the others before another one by itself.
	const own = Object.keys(scripts).filter((name) => !name.startsWith('pre'));
	expect([...named].filter((name) => !ofNpm.includes(name)).sort()).toEqual(own.sort());
});

/** The anchors that GitHub gives to the headings of a paper. */
function anchorsOf(paper: string): Set<string> {
	const prose = text(paper).replace(/^```[^]*?^```/gm, '');
	const anchors = new Set<string>();
	for (const [, heading = ''] of prose.matchAll(/^#+ +(.+?) *$/gm)) {
		const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
		const anchor = words.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
		const same = [...anchors].filter((one) => one.replace(/-\d+$/, '') === anchor).length;
		anchors.add(same > 0 ? `${anchor}-${same}` : anchor);
	}
	return anchors;
}

it('Links within the documentation lead somewhere, their anchors too', () => {
	const links = papers.flatMap((paper) =>
		[...text(paper).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
			([link, to = '', anchor]) => ({
				link: `${paper}: ${link}`,
				to: to === '' ? paper : join(dirname(paper), to),
				anchor,
			}),
		),
	);
	expect(links.length).toBeGreaterThan(30);
	const isDead = ({ to, anchor }: (typeof links)[number]) =>
		!existsSync(to) || (anchor !== undefined && !(to.endsWith('.md') && anchorsOf(to).has(anchor)));
	expect(links.filter(isDead).map(({ link }) => link)).toEqual([]);
});

/** The texts in the first column of each table of messages. */
const explainedIn = (paper: string): string[] =>
	[...text(paper).matchAll(/^\| Message contains \|.*\n\| --- .*\n((?:\|.*\n)+)/gm)].flatMap(
		([, rows = '']) =>
			[...rows.matchAll(/^\|(.*?)(?<!\\)\|/gm)].flatMap(([, cell = '']) =>
				[...cell.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one),
			),
	);

it('npm run docs names an operation without a scenario', () => {
	const operations = [{ key: 'position.get' }, { key: 'position.archive' }];
	expect(
		withoutScenario(operations, { 'position.get': {}, 'position.archive': {} }),
	).toBeUndefined();
	expect(withoutScenario(operations, { 'position.get': {} })).toMatch(/: position\.archive$/);
});

it('The messages that the documentation explains are said by the nodes, the credential or the service', () => {
	const sources = ['nodes', 'credentials', 'sandbox/service'].flatMap((folder) =>
		sourceFiles(folder),
	);
	const messages = ['README.md', 'docs/troubleshooting.md'].flatMap(explainedIn);
	expect(messages.length).toBeGreaterThan(5);
	const isSaid = (message: string) => sources.some((one) => one.text.includes(message));
	// The words after "The service" depend on the error.
	expect(messages.filter((one) => !isSaid(one))).toEqual(['The service could not be reached']);
});

/** The sentences of a source text that a trigger may log, made or not; an error has the others as notes. */
const warningsIn = (source: string) =>
	[...source.matchAll(/(?:const ([A-Z_]+) =|=>|warn\()\s*(['"`])([A-Z$].* .*?)\2[;)]/g)]
		.filter(([, name]) => !source.includes(`notes: [${name}]`))
		.map(([, , , sentence = '']) => sentence.replace(/\$\{[^}]*\}/g, '…'))
		.filter((sentence) => /\w+ \w+ \w+/.test(sentence));

it("The documentation explains each warning of a trigger in n8n's log", () => {
	const explained = explainedIn('docs/troubleshooting.md');
	const files = sourceFiles('nodes').filter(({ path }) => path.includes('/trigger/'));
	const warnings = files.flatMap(({ text: source }) => warningsIn(source));
	expect(warnings.length).toBeGreaterThan(12);
	expect(warnings.filter((one) => !explained.some((part) => one.includes(part)))).toEqual([]);
});

it('Each picture is shown, with words for those who cannot see it', () => {
	const shown = papers.flatMap((paper) =>
		[...text(paper).matchAll(/!\[[^\]]{10,}\]\((?:docs\/)?pictures\/([\w-]+\.png)\)/g)].map(
			([, name]) => name,
		),
	);
	expect([...new Set(shown)].sort()).toEqual(readdirSync('docs/pictures').sort());
});
