import { readdirSync, readFileSync } from 'node:fs';

interface Example {
	readonly nodes: ReadonlyArray<{ type: string; parameters: { content?: string } }>;
}

const FOLDER = 'workflows';

/** The examples that the README shows, and not only the list of all of them. */
export const FIRST_EXAMPLES = [
	'notice-to-slack.json',
	'orders-to-records.json',
	'hr-list-to-directory.json',
	'joiner.json',
	'leaver.json',
];

export const allExamples = (): string[] =>
	readdirSync(FOLDER)
		.filter((name) => name.endsWith('.json'))
		.sort();

/**
 * Returns a list of example workflows, each with the first sentence of the note that explains it. Links begin
 * with `path`.
 */
export const examplesList = (files: readonly string[], path: string): string =>
	files.map((file) => `- [\`${file}\`](${path}${file}): ${firstSentenceIn(file)}`).join('\n');

function firstSentenceIn(file: string): string {
	const { nodes } = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Example;
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const [, words] = (note?.parameters.content ?? '').split('\n').filter((line) => line !== '');
	if (words === undefined) throw new Error(`${file} has no note that explains it`);
	const [sentence] = /^.*?\.(?=\s|$)/.exec(words) ?? [words];
	return sentence;
}
