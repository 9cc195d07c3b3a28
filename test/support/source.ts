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
