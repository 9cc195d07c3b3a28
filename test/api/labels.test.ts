import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';
import { RecordsDirectoryApi } from '../../credentials/RecordsDirectoryApi.credentials';
import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { RecordsDirectoryTrigger } from '../../nodes/RecordsDirectory/RecordsDirectoryTrigger.node';
import { sourceFiles } from '../support/source';

/** What a user reads in the panel: the labels of inputs, and the names of choices and operations. */
function labelsIn(part: unknown): string[] {
	if (Array.isArray(part)) return part.flatMap(labelsIn);
	if (typeof part !== 'object' || part === null) return [];
	const { displayName, name, options, values } = part as Partial<INodeProperties> & {
		readonly values?: unknown;
	};
	return [displayName ?? name ?? '', ...labelsIn(options), ...labelsIn(values)];
}

const labels = new Set(
	[
		new RecordsDirectory().description,
		new RecordsDirectoryTrigger().description,
		new RecordsDirectoryApi(),
	].flatMap(({ properties }) => labelsIn(properties)),
);

/** Labels that a text names: words in single quotes that begin with a capital. */
const namedIn = (text: string) =>
	[...text.matchAll(/(?<![\w}])'([A-Z][^']*)'(?!\w)/g)].map(([, label = '']) => label);

/** The texts of a program, without what templates fill in. */
function textsOf(path: string, program: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile(path, program, ts.ScriptTarget.Latest, true));
	return texts;
}

const texts = ['nodes', 'credentials']
	.flatMap((folder) => sourceFiles(folder, '.ts'))
	.flatMap(({ path, text }) => textsOf(path, text).map((shown) => ({ path, text: shown })));

it('messages and descriptions name inputs by the labels of the panel', () => {
	const named = texts.flatMap(({ path, text }) => namedIn(text).map((label) => ({ path, label })));
	expect(named.length).toBeGreaterThan(50);
	expect(named.filter(({ label }) => !labels.has(label))).toEqual([]);
});

it('messages and descriptions put each label of several words in quotes', () => {
	const all = [...labels];
	const long = all.filter((label) => /^[A-Z].* /.test(label));
	// A name, or the part of one that a template makes.
	const isName = (text: string) => all.some((label) => label.includes(text.trim()));
	const bare = texts
		.filter(({ text }) => text.includes(' ') && !isName(text))
		.flatMap(({ path, text }) => {
			const left = text.replace(/(?<![\w}])'[A-Z][^']*'(?!\w)/g, '');
			return long.filter((label) => left.includes(label)).map((label) => ({ path, label, text }));
		});
	expect(bare).toEqual([]);
});
