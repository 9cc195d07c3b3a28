import { readdirSync, readFileSync } from 'node:fs';

const papers = [
	...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
	...readdirSync('docs')
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];

/** What is typed at a terminal, between backticks: a program of ours or of the system, and its words. */
const program = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|git|docker|apt-get|curl|n8n)\s/;
const typed = ['', 'sh', 'bash', 'shell', 'console'];

/** The commands of a text in Markdown: lines of code blocks, and whole pieces of code in a line. */
function commandsIn(text: string): string[] {
	const blocks = [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)];
	const lines = blocks
		.filter(([, language = '']) => typed.includes(language))
		.flatMap(([, , code = '']) => code.split('\n'))
		.map((line) => line.replace(/^\$ /, '').trim())
		.filter((line) => line !== '' && !line.startsWith('#'));
	const prose = text.replaceAll(/^```[^]*?^```$/gm, '');
	const inline = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
		code.replaceAll('\n', ' '),
	);
	return [...lines, ...inline.filter((code) => program.test(code))];
}

/** Each command of the documentation, once. */
export const documented = [
	...new Set(papers.flatMap((paper) => commandsIn(readFileSync(paper, 'utf8')))),
].sort();
