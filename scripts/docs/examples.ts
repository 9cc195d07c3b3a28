import { readdirSync, readFileSync } from 'node:fs';

interface Example {
	readonly nodes: ReadonlyArray<{ type: string; parameters: { content?: string } }>;
}

/** The example workflows, each with the first sentence of the note that explains it. */
export function examplesList(folder: string): string {
	const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return files
		.sort()
		.map((file) => {
			const { nodes } = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Example;
			const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
			const [, words] = (note?.parameters.content ?? '').split('\n').filter((line) => line !== '');
			if (words === undefined) throw new Error(`${file} has no note that explains it`);
			const [sentence] = /^.*?\.(?=\s|$)/.exec(words) ?? [words];
			return `- [\`${file}\`](${folder}/${file}): ${sentence}`;
		})
		.join('\n');
}
