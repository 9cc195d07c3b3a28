import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

interface Import {
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

const walk = (text: string, visit: (node: ts.Node) => void): void =>
	nodesIn(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true)).forEach(visit);

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

/** The headline of a failure, with `…` for what a run fills in. */
interface Headline {
	readonly place: string;
	readonly text: string;
}

/** Where the errors of this package have their headline; those about wrong input have theirs in a table. */
const HEADLINE_OF: Readonly<Record<string, number | 'message'>> = {
	ScanError: 1,
	Failure: 'message',
};

/** The headlines of all errors that these files make, except those about wrong input. */
export const headlinesIn = (files: readonly SourceFile[]): Headline[] =>
	files.flatMap(({ path, text }) => {
		const found: Headline[] = [];
		walk(text, (node) => {
			const parts = headlineOf(node);
			if (parts.length === 0) return;
			const file = node.getSourceFile();
			const { line } = file.getLineAndCharacterOfPosition(node.getStart());
			for (const one of joinedWordings(parts))
				if (/\p{L}/u.test(one)) found.push({ place: `${path}:${line + 1}`, text: one });
		});
		return found;
	});

/** The argument of a function that is a warning for n8n's log. */
const WARNING_OF: Readonly<Record<string, number>> = { warn: 0 };

/** The warnings that these files write to n8n's log: what is passed to a function for it, or named `warnings`. */
export function warningsIn(files: readonly SourceFile[]): Headline[] {
	const constants = new Map<string, ts.Node>();
	const made: ts.Node[] = [];
	for (const { path, text } of files) {
		const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
		for (const statement of file.statements.filter(ts.isVariableStatement))
			for (const { name, initializer } of statement.declarationList.declarations)
				if (initializer) constants.set(name.getText(), initializer);
		made.push(...nodesIn(file).flatMap(warningOf));
	}
	const found = new Map<string, Headline>();
	const into = (node: ts.Node): void => {
		const file = node.getSourceFile();
		const { line } = file.getLineAndCharacterOfPosition(node.getStart());
		for (const text of ts.isIdentifier(node) ? [] : wordingsOf(node))
			if (/\p{L} \p{L}/u.test(text))
				found.set(text, { place: `${file.fileName}:${line + 1}`, text });
		const constant = ts.isIdentifier(node) && constants.get(node.text);
		if (constant) into(constant);
		else if (!ts.isTemplateExpression(node)) ts.forEachChild(node, into);
	};
	made.forEach(into);
	return [...found.values()];
}

/** The expressions that are a warning or several, if a node makes some. */
function warningOf(node: ts.Node): readonly ts.Node[] {
	if (ts.isMethodDeclaration(node) || ts.isVariableDeclaration(node))
		return node.name.getText() === 'warnings' ? [node] : [];
	if (ts.isCallExpression(node) && node.expression.getText() === 'this.warnings.add')
		return node.arguments;
	// It only puts the name of the trigger before another warning.
	if (!ts.isCallExpression(node) || node.expression.getText() === 'context.logger.warn') return [];
	const at = WARNING_OF[node.expression.getText().replace(/.*[.?]/, '')];
	return at === undefined ? [] : node.arguments.slice(at, at + 1);
}

/** The parts of an expression that are the headline of an error, in order. */
function headlineOf(made: ts.Node): readonly ts.Node[] {
	if (!ts.isNewExpression(made)) return [];
	const at = HEADLINE_OF[made.expression.getText()];
	if (at !== 'message') return at === undefined ? [] : (made.arguments ?? []).slice(at, at + 1);
	const given = made.arguments?.[0];
	if (!given || !ts.isObjectLiteralExpression(given)) return [];
	const property = given.properties.find((one) => one.name?.getText() === 'message');
	const value =
		property && ts.isPropertyAssignment(property) ? property.initializer : property?.name;
	return value ? [value] : [];
}

/** Every text that expressions one after the other may be; `…` for what a run fills in. */
const joinedWordings = (parts: readonly ts.Node[], steps?: number): string[] =>
	parts.reduce<string[]>(
		(begun, part) => {
			const filled = wordingsOf(part, steps);
			return begun.flatMap((start) =>
				(filled.length > 0 ? filled : ['…']).map((one) => start + one),
			);
		},
		[''],
	);

/** Every text that an expression may be; names are looked up over so many steps. */
function wordingsOf(node: ts.Node, steps = 3): string[] {
	const into = (one: ts.Node) => wordingsOf(one, steps);
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isTemplateExpression(node))
		return node.templateSpans.reduce(
			(begun, { expression, literal }) =>
				begun.flatMap((start) =>
					joinedWordings([expression], steps).map((one) => start + one + literal.text),
				),
			[node.head.text],
		);
	if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(into);
	if (ts.isParenthesizedExpression(node)) return into(node.expression);
	if (!ts.isIdentifier(node) || steps === 0) return [];
	return valuesOf(node).flatMap((one) => wordingsOf(one, steps - 1));
}

/** The values of a constant in its file. */
function valuesOf(name: ts.Identifier): ts.Node[] {
	const declared = nodesIn(name.getSourceFile()).filter(ts.isVariableDeclaration);
	const named = declared.filter((one) => one.name.getText() === name.text);
	return named.flatMap(({ initializer }) => (initializer ? [initializer] : []));
}
