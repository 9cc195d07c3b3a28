import ts from 'typescript';
import { entries } from '../../nodes/RecordsDirectory/api';
import { triggerEvents, type TriggerEvent } from '../../nodes/RecordsDirectory/api/trigger';
import { sourceFiles } from './source';

/** The most code there may be. A new operation, event or kind of field may need a higher limit. */
export const BUDGET = {
	/** Of `nodes/`. */
	files: 106,
	/** Of `nodes/` and `credentials/`, blank ones included, comments not. */
	// 13,216, 382 for sites that differ from the document, 925 for what people do with records, and 515 for the directory.
	lines: 15_000,
	/** Names that the files of `nodes/` and `credentials/` export. */
	exports: 518,
	/** Functions with names that end in `Of`. */
	functionsEndingInOf: 3,
	/** Of `test/`, comments and blank ones included. */
	testLines: 42_000,
	/** Different names of options and filters, of all operations and events. */
	// 29, and two of the four for what people do with records.
	optionNames: 30,
	optionsOfAnOperation: 8,
	optionsOfAnEvent: 10,
};

export type Sizes = Readonly<Record<keyof typeof BUDGET, number>>;

export function sizes(): Sizes {
	const ofNodes = sourceFiles('nodes');
	const counted = [...ofNodes, ...sourceFiles('credentials')].map(({ text }) => countsIn(text));
	const sum = (what: keyof Counts) => counted.reduce((all, one) => all + one[what], 0);
	const ofOperations = entries.map(({ operation: { filters, options } }) =>
		Object.keys({ ...filters, ...options }),
	);
	const ofEvents = Object.values<TriggerEvent>(triggerEvents).map(({ options }) =>
		Object.keys(options),
	);
	return {
		files: ofNodes.length,
		lines: sum('lines'),
		exports: sum('exports'),
		functionsEndingInOf: sum('functionsEndingInOf'),
		testLines: sourceFiles('test', '').reduce((all, { text }) => all + linesIn(text), 0),
		optionNames: new Set([...ofOperations, ...ofEvents].flat()).size,
		optionsOfAnOperation: Math.max(...ofOperations.map(({ length }) => length)),
		optionsOfAnEvent: Math.max(...ofEvents.map(({ length }) => length)),
	};
}

const linesIn = (text: string) => text.split('\n').length - 1;

interface Counts {
	readonly lines: number;
	readonly exports: number;
	readonly functionsEndingInOf: number;
}

function countsIn(text: string): Counts {
	const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
	const functions = nodesIn(source).filter((node) => /\wOf$/.test(functionName(node)));
	return {
		lines: linesIn(text) - commentLines(source),
		exports: source.statements.reduce((all, one) => all + exportsIn(one), 0),
		functionsEndingInOf: functions.length,
	};
}

const nodesIn = (node: ts.Node): ts.Node[] => [node, ...node.getChildren().flatMap(nodesIn)];

/** Lines that hold nothing but a comment. */
function commentLines(source: ts.SourceFile): number {
	const { text } = source;
	const ranges = nodesIn(source).flatMap(({ pos }) => ts.getLeadingCommentRanges(text, pos) ?? []);
	const starts = new Map(ranges.map(({ pos, end }) => [pos, end]));
	const alone = [...starts].filter(([pos]) =>
		/(^|\n)\s*$/.test(text.slice(text.lastIndexOf('\n', pos) + 1, pos)),
	);
	return alone.reduce((all, [pos, end]) => all + text.slice(pos, end).split('\n').length, 0);
}

function functionName(node: ts.Node): string {
	if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node))
		return node.name?.getText() ?? '';
	const isArrow =
		ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer);
	return isArrow ? node.name.getText() : '';
}

function exportsIn(statement: ts.Statement): number {
	if (ts.isExportDeclaration(statement) && statement.exportClause)
		return nodesIn(statement.exportClause).filter(ts.isExportSpecifier).length;
	const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : [];
	if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return 0;
	return ts.isVariableStatement(statement) ? statement.declarationList.declarations.length : 1;
}
