import { readdirSync, readFileSync } from 'node:fs';
import { transformSync } from '@swc/core';
import ts from 'typescript';

interface Import {
	from: string;
	typeOnly: boolean;
}

/** Every module that a source text names, in whatever way. */
export const modulesIn = (text: string): string[] =>
	ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);

/** The same; only for types is what it runs without. */
export function importsOf(text: string): Import[] {
	const parser = { syntax: 'typescript', decorators: true } as const;
	const running = modulesIn(transformSync(text, { jsc: { target: 'es2022', parser } }).code);
	return modulesIn(text).map((from) => ({ from, typeOnly: !running.includes(from) }));
}

/** The names that a source text uses, comments and strings aside; `a.b` counts as `a`, `b`, `a.b`. */
export function namesIn(text: string): Set<string> {
	const names = new Set<string>();
	for (const node of nodesIn(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true))) {
		if (ts.isIdentifier(node)) names.add(node.text);
		if (ts.isPropertyAccessExpression(node)) names.add(node.getText().replace(/\s|[?]/g, ''));
		const isDate = (called: ts.Expression) => ts.isIdentifier(called) && called.text === 'Date';
		const makes = ts.isNewExpression(node) || ts.isCallExpression(node);
		if (makes && isDate(node.expression) && !node.arguments?.length) names.add('new Date()');
	}
	return names;
}

/** A node and all nodes within it. */
function nodesIn(node: ts.Node): ts.Node[] {
	const nodes = [node];
	ts.forEachChild(node, (child) => void nodes.push(...nodesIn(child)));
	return nodes;
}

export interface SourceFile {
	/** From the root of the project, with `/`. */
	path: string;
	text: string;
}

const ignored = readFileSync('.gitignore', 'utf8').split('\n');

/** Whether Git ignores a folder: the n8n of the sandbox has a hundred thousand files, and its data are of this machine. */
const isIgnored = (name: string, path: string): boolean =>
	[name, path].some((one) => ignored.includes(`${one}/`));

export const sourceFiles = (folder: string, ends = '.ts'): SourceFile[] =>
	readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		if (entry.isDirectory()) return isIgnored(entry.name, path) ? [] : sourceFiles(path, ends);
		return path.endsWith(ends) ? [{ path, text: readFileSync(path, 'utf8') }] : [];
	});
