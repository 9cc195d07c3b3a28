import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { sourceFiles, type SourceFile } from '../support/source';

/** Phrases that make a reader stop, each with the plain words for it. */
const PHRASES: ReadonlyArray<readonly [phrase: RegExp, better: string]> = [
	[/under way/, '"running", "in parallel"'],
	[/anew/, '"again", "from the start"'],
	[/once more/, '"again"'],
	[/(sends?|sent|sending) again/, '"retry"'],
	[/(tells?|told|telling) of/, '"name", "report"'],
	[/(is|are|was|were|be|been) told/, '"show", "log", "emit", "return"'],
	[/hears? (of|no|nothing)|heard of/, '"learn", "notice"'],
	[/(?<!connection )refus(es?|ed|als?|ing)/, '"reject", "rejection"'],
	[/(go|goes|went|gone) on(?! (the|a|its)\b)/, '"continue"'],
	[/(breaks?|broke|broken|breaking) off/, '"stop", "interrupt"'],
	[/(calls?|called) off/, '"cancel"'],
	[/gets? further|got further/, '"make progress"'],
	[/whoever/, '"a user who", "anyone who"'],
	[/what is (there|in)/, 'the noun: "the entries that exist", "the content of"'],
	[/what (becomes?|became|has become) of/, '"the outcome of", "what happens to"'],
	[/what is to be/, '"what you should", "what the node should"'],
	[/(stands?|stood|standing) (in|at|below|above|behind|there|under|between)/, '"is in", "is at"'],
	[/as (it|they) came/, '"unchanged"'],
	[/all the while/, '"the whole time"'],
	[/for good/, '"permanently"'],
	[/mend(s|ed|ing)?/, '"correct", "repair"'],
	[/for itself/, '"by itself", "separately"'],
	[/says? nothing of/, '"prove nothing about"'],
	[/(for|after|until|with|in|of) so many/, '"this many", "the given number of"'],
	[/(one|1|2|two) requests? an?|requests? an? (poll|item|record|user|row|page|event)/, '"per"'],
	[/(hundred|thousand|\d) in a request/, '"per request"'],
	[/1 request each/, '"1 request per …", or "One request each: …"'],
	[/(reject|refus)\w+ for (the|its) limit/, '"because of the rate limit"'],
	[/field identifiers?/, '"field ID"'],
	[/management code/, '"code"'],
	[/the ledger/, '"the state"'],
	[/spared/, '"skipped", "kept"'],
	[/ends in an? (error|failure)|comes to an? (error|failure)/, '"fails with"'],
	[/any more at all/, '"no longer"'],
	[/but for/, '"except"'],
	[/(the|each) (poll|one|page|attempt|version) before/, '"the last", "the previous"'],
	[/all the same/, '"anyway", "still"'],
	[/for want of/, '"because … is missing"'],
	[/as good as/, 'the plain statement'],
	[/(says|said) of|known of/, '"says about", "known about"'],
	[/is said/, 'who says it: "the page says", "the node reports"'],
	[/(is|are) wanted/, '"the user wants", "requested"'],
	[/on the wire/, '"as sent"'],
	[/makes? of/, '"concludes from", "does with"'],
	[/somebody else's/, '"of another user", "of another site"'],
	[/nought/, '"0"'],
	[/(that|which) (is|are) no (?!longer|more|less|other)\w+/, '"that is not a …"'],
	[/called like|named exactly like/, '"with the name of"'],
	[/exists? already/, '"already exists"'],
	[/comes? to an end/, '"ends"'],
	[/for ever/, '"forever"'],
	[/(edits?|changes) of others/, '"edits by others"'],
	[/at no further/, '"without further"'],
	[/channel gets?/, '"is posted to the channel"'],
	[/Promises:/, 'a verb: "Returns …"'],
];

const LONGEST_SENTENCE = 30;

const CODE = /\.(ts|js|mjs|cjs)$/;
const ENDS = ['.ts', '.js', '.mjs', '.cjs', '.css', '.html', '.md'];
const inFolders = (folders: readonly string[]): SourceFile[] =>
	folders.flatMap((folder) => ENDS.flatMap((end) => sourceFiles(folder, end)));

const papers = [
	...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((path) => ({
		path,
		text: readFileSync(path, 'utf8'),
	})),
	...inFolders(['docs']),
];

/** What people read of a file, at its place in it; everything else is blanked, and marked if it parts two texts. */
function shownOf({ path, text }: SourceFile): string {
	if (path.endsWith('.md'))
		return text.replace(
			/<!-- (?!end)[^]*?<!-- end -->|^```[^]*?^```|`[^`\n]*`|\]\([^)]*\)/gm,
			blank,
		);
	if (path.endsWith('.json')) return text.replace(/\\n/g, '  ');
	if (!CODE.test(path)) return text;
	const isShown = ({ kind }: TextPart) =>
		kind !== 'sentences' && (kind !== 'words' || !path.startsWith('test/'));
	let shown = '';
	for (const { pos, end, kind } of textsIn(path, text).filter(isShown)) {
		const piece = text.slice(pos, end);
		const words =
			kind === 'comment' ? piece.replace(/^\s*(\/?\*+\/?|\/\/)|\*\/$|`[^`\n]*`/gm, spaces) : piece;
		shown += blank(text.slice(shown.length, pos)) + words;
	}
	return shown + blank(text.slice(shown.length));
}

const blank = (text: string) => text.replace(/\S/g, '\0');
const spaces = (text: string) => ' '.repeat(text.length);

interface TextPart {
	readonly pos: number;
	readonly end: number;
	/** A template is read without what it fills in, but its sentences are counted whole. */
	readonly kind: 'comment' | 'title' | 'words' | 'sentences';
}

const parsed = new Map<string, readonly TextPart[]>();

/** The comments of a program, the titles of tests, and its other strings of more than a word, in their order. */
function textsIn(path: string, text: string): readonly TextPart[] {
	const known = parsed.get(text);
	if (known) return known;
	const parts = new Map<string, TextPart>();
	const add = (part: TextPart) => parts.set(`${part.pos} ${part.kind}`, part);
	const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
	const visit = (node: ts.Node) => {
		const comments = [
			...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
			...(ts.getTrailingCommentRanges(text, node.end) ?? []),
		];
		for (const { pos, end } of comments) add({ pos, end, kind: 'comment' });
		const [pos, end] = [node.getStart(source), node.end];
		const isString = ts.isStringLiteralLike(node) && /\s/.test(text.slice(pos, end));
		const { parent } = node;
		const isFirst = parent && ts.isCallExpression(parent) && parent.arguments[0] === node;
		if (isString && isFirst && TEST.test(parent.expression.getText(source)))
			add({ pos, end, kind: 'title' });
		else if (isString || ts.isTemplateLiteralToken(node)) add({ pos, end, kind: 'words' });
		if (isString || ts.isTemplateExpression(node)) add({ pos, end, kind: 'sentences' });
		node.getChildren(source).forEach(visit);
	};
	visit(source);
	const inOrder = [...parts.values()].sort((one, other) => one.pos - other.pos);
	parsed.set(text, inOrder);
	return inOrder;
}

const TEST = /^(it|test|describe)\b/;

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

const expressionFor = (sources: readonly string[]) =>
	new RegExp(`(?<![\\w-])(?:${sources.join('|').replaceAll(' ', '\\s+')})`, 'gi');
const anyPhrase = expressionFor(PHRASES.map(([{ source }]) => source));

/** The breaches of a file: its place, the phrase, and the better words. */
function phrasesIn(file: SourceFile): string[] {
	const shown = shownOf(file);
	if (shown.search(anyPhrase) < 0) return [];
	return PHRASES.flatMap(([{ source }, better]) =>
		[...shown.matchAll(expressionFor([source]))]
			.filter(({ index, 0: found }) => !/[\w-]/.test(shown[index + found.length] ?? ''))
			.map(({ index, 0: found }) => {
				const phrase = found.replace(/\s+/g, ' ');
				return `${file.path}:${lineOf(shown, index)}: "${phrase}": better ${better}`;
			}),
	);
}

/** The sentences of a page, the titles of a test, or the strings of a program that nobody reads to the end. */
function longSentencesIn({ path, text }: SourceFile): string[] {
	const isPage = path.endsWith('.md');
	const read = path.startsWith('test/') ? 'title' : 'sentences';
	const strings = isPage
		? [{ pos: 0, end: text.length }]
		: textsIn(path, text).filter(({ kind }) => kind === read);
	return strings.flatMap(({ pos, end }) =>
		(isPage ? shownOf({ path, text }) : text.slice(pos, end))
			.replace(/\$\{[^}]*\}/g, '…')
			.split(isPage ? /[.!?:](?=\s)|\n\s*(?=[-#*\d]|\n)|\|/ : /[.!?:](?=\s)|\n/)
			.map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length)
			.filter((words) => words > LONGEST_SENTENCE)
			.map((words) => `${path}:${lineOf(text, pos)}: a sentence of ${words} words`),
	);
}

describe('plain words', () => {
	const folders = ['nodes', 'credentials', 'sandbox', 'bench', 'scripts', 'test', 'workflows'];
	it.each(folders)('%s', (folder) => {
		const texts = folder === 'workflows' ? sourceFiles(folder, '.json') : inFolders([folder]);
		const files = texts.filter(({ path }) => path !== 'test/api/words.test.ts');
		expect(files.length).toBeGreaterThan(0);
		expect(files.flatMap(phrasesIn)).toEqual([]);
	});

	it.each(papers)('$path', (paper) => expect(phrasesIn(paper)).toEqual([]));

	it('No message, hint, description, page or title of a test has a sentence of more than 30 words', () => {
		const code = inFolders(['nodes', 'credentials', 'test']).filter(({ path }) => CODE.test(path));
		const isOther = ({ path }: SourceFile) => path !== 'test/api/words.test.ts';
		expect([...code, ...papers].filter(isOther).flatMap(longSentencesIn)).toEqual([]);
	});

	it('The check reads comments across lines and messages, but not code', () => {
		const text = [
			'/** Waits for those under',
			' * way, and begins anew. */',
			'const anew = 1;',
			"const message = 'It begins anew';",
		].join('\n');
		expect(phrasesIn({ path: 'nodes/a.ts', text })).toEqual([
			expect.stringMatching(/^nodes\/a.ts:1: "under way": better/),
			expect.stringMatching(/^nodes\/a.ts:2: "anew"/),
			expect.stringMatching(/^nodes\/a.ts:4: "anew"/),
		]);
		expect(phrasesIn({ path: 'docs/a.md', text: 'Use `anew`.' })).toEqual([]);
		const long = `'${'word '.repeat(31).trim()}'`;
		const found = ['a sentence of 31 words'];
		const sentences = ([path, written]: readonly [string, string]) =>
			longSentencesIn({ path, text: written }).map((one) => one.replace(`${path}:1: `, ''));
		expect(sentences(['nodes/a.ts', `const a = ${long};`])).toEqual(found);
		expect(sentences(['test/a.ts', `const a = ${long}; it(${long}, () => {});`])).toEqual(found);
		expect(sentences(['docs/a.md', `- ${long}\n- ${long.slice(0, 50)}`])).toEqual(found);
	});
});
