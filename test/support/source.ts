import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

export interface Import {
	from: string;
	typeOnly: boolean;
}

/** Every module that a source text names, in whatever way. */
export function importsOf(text: string): Import[] {
	const found: Import[] = [];
	const add = (from: ts.Node | undefined, typeOnly: boolean) => {
		if (from && ts.isStringLiteralLike(from)) found.push({ from: from.text, typeOnly });
	};
	walk(text, (node) => {
		if (ts.isImportDeclaration(node)) {
			add(node.moduleSpecifier, onlyTypes(node.importClause, node.importClause?.namedBindings));
		} else if (ts.isExportDeclaration(node)) {
			add(node.moduleSpecifier, node.isTypeOnly || everyIsType(node.exportClause));
		} else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
			add(node.argument.literal, true);
		} else if (ts.isExternalModuleReference(node)) {
			add(node.expression, false);
		} else if (ts.isCallExpression(node)) {
			const { expression } = node;
			const isRequire = ts.isIdentifier(expression) && expression.text === 'require';
			const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
			if (isRequire || isImport) add(node.arguments[0], false);
		}
	});
	return found;
}

function onlyTypes(clause?: ts.ImportClause, bindings?: ts.NamedImportBindings): boolean {
	return !!clause && (clause.isTypeOnly || (!clause.name && everyIsType(bindings)));
}

function everyIsType(bindings?: ts.NamedImportBindings | ts.NamedExportBindings): boolean {
	if (!bindings || (!ts.isNamedImports(bindings) && !ts.isNamedExports(bindings))) return false;
	return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

/** The names that a source text uses, comments and strings aside; `a.b` counts as `a`, `b`, `a.b`. */
export function namesIn(text: string): Set<string> {
	const names = new Set<string>();
	walk(text, (node) => {
		if (ts.isIdentifier(node)) names.add(node.text);
		if (ts.isPropertyAccessExpression(node)) names.add(node.getText().replace(/\s|[?]/g, ''));
		const isDate = (called: ts.Expression) => ts.isIdentifier(called) && called.text === 'Date';
		const makes = ts.isNewExpression(node) || ts.isCallExpression(node);
		if (makes && isDate(node.expression) && !node.arguments?.length) names.add('new Date()');
	});
	return names;
}

function walk(text: string, visit: (node: ts.Node) => void): void {
	const into = (node: ts.Node) => {
		visit(node);
		ts.forEachChild(node, into);
	};
	into(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true));
}

export interface SourceFile {
	/** From the root of the project, with `/`. */
	path: string;
	text: string;
}

export const sourceFiles = (folder: string, ends = '.ts'): SourceFile[] =>
	readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		// The n8n of the sandbox has a hundred thousand files.
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourceFiles(path, ends);
		return path.endsWith(ends) ? [{ path, text: readFileSync(path, 'utf8') }] : [];
	});

/** A regular expression in a source text. */
export interface PatternAt {
	readonly line: number;
	/** As it stands there. */
	readonly source: string;
	/** Undefined where `new RegExp` gets something else than a text. */
	readonly pattern: RegExp | undefined;
}

/** Every regular expression of a source text: literals, also in n8n's expressions, and what is given to `RegExp`. */
export function patternsIn(text: string): PatternAt[] {
	const found: PatternAt[] = [];
	walk(text, (node) => {
		const line = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
		const source = node.getText();
		if (ts.isRegularExpressionLiteral(node)) {
			const end = source.lastIndexOf('/');
			const pattern = new RegExp(source.slice(1, end), source.slice(end + 1));
			found.push({ line, source, pattern });
		} else if (isRegExp(node)) {
			const [given, flags] = (node.arguments ?? []).map((one) =>
				ts.isStringLiteralLike(one) ? one.text : undefined,
			);
			const pattern = given === undefined ? undefined : new RegExp(given, flags);
			found.push({ line, source, pattern });
		} else if (ts.isStringLiteralLike(node) && node.text.startsWith('=')) {
			for (const [, expression = ''] of node.text.matchAll(/\{\{(.*?)\}\}/gs))
				found.push(...patternsIn(expression).map((one) => ({ ...one, line })));
		}
	});
	return found;
}

const isRegExp = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
	(ts.isNewExpression(node) || ts.isCallExpression(node)) &&
	ts.isIdentifier(node.expression) &&
	node.expression.text === 'RegExp';
