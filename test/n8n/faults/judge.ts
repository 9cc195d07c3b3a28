import type { INodeExecutionData, NodeApiError } from 'n8n-workflow';
import type { ItemError } from '../runs';
import type { Subject } from '../../../nodes/RecordsDirectory/core/request/subject';
import type { Case } from './cases';
import type { Expected, Failed } from './expected';
import type { Part, Undisturbed } from './undisturbed';
import { wordsWrong } from './words';

/** What a run came to. */
export interface Actual {
	readonly sent: number;
	readonly held: readonly string[];
	readonly output?: readonly INodeExecutionData[];
	readonly error?: NodeApiError;
}

/** What is wrong with a run, in sentences; nothing where it came to what the rules say. */
export function differences(
	run: Undisturbed,
	one: Case,
	expected: Expected,
	actual: Actual,
): readonly string[] {
	const { mode } = one;
	return [
		...(actual.sent === expected.sent ? [] : [`sent ${actual.sent}, not ${expected.sent}`]),
		...heldWrong(expected.held, actual.held),
		...(mode !== 'continue' && expected.failed.size > 0
			? errorWrong(run, one, expected, actual.error)
			: outputWrong(run, one, expected, actual)),
	];
}

export function heldWrong(expected: readonly string[], actual: readonly string[]): string[] {
	if (expected === actual) return [];
	const without = (some: readonly string[], others: readonly string[]) => {
		const known = new Set(others);
		return some.filter((row) => !known.has(row));
	};
	return [
		...without(expected, actual).map((row) => `the service lacks ${row}`),
		...without(actual, expected).map((row) => `the service has ${row}`),
	];
}

/** Where the node stops: one error, at the first item that did not succeed. */
function errorWrong(
	run: Undisturbed,
	one: Case,
	{ failed }: Expected,
	error: NodeApiError | undefined,
): string[] {
	const [[subject, failure] = []] = failed;
	if (!error || subject === undefined || !failure) return ['it did not fail'];
	const item = typeof subject === 'number' ? subject : undefined;
	const at: unknown = error.context?.itemIndex;
	return [
		...(at === item ? [] : [`the error is that of item ${String(at)}, not ${String(item)}`]),
		...(error.name === 'NodeApiError' ? [] : [`it is a ${error.name}`]),
		...wordsWrong(one, partAt(run, one), failure, error.message, error.description ?? ''),
	];
}

const partAt = ({ parts }: Undisturbed, { position }: Case): Part => parts[position]!;

/** If it continues or succeeds: one output per item, in its place and linked. */
function outputWrong(
	run: Undisturbed,
	one: Case,
	{ failed }: Expected,
	{ output, error }: Actual,
): string[] {
	if (!output) return [`it failed: ${error?.message}`];
	const all = slotsOf(run, failed);
	if (all.length !== output.length) return [`${output.length} outputs, not ${all.length}`];
	return all.flatMap((slot, n) => slotWrong(run, one, slot, output[n]!));
}

interface Slot {
	readonly subject: Subject;
	readonly failure?: Failed;
	/** The output of the run in which nothing goes wrong. */
	readonly usual?: INodeExecutionData;
}

/** The outputs to come: the usual ones, and one error in the place of those that did not succeed. */
function slotsOf({ items, output }: Undisturbed, failed: Expected['failed']): Slot[] {
	const usual = output.map((one) => ({ usual: one, subject: subjectOf(one) }));
	const codes = [...new Set(usual.map(({ subject }) => subject))].filter(
		(subject) => typeof subject === 'string',
	);
	// Before the list was read, it is unknown which entries to remove.
	const isUnread =
		items.every((_, item) => failed.has(item)) && !codes.some((code) => failed.has(code));
	const subjects = [...items.keys(), ...(isUnread ? [] : codes)];
	return subjects.flatMap((subject): Slot[] => {
		const failure = failed.get(subject);
		if (failure) return [{ subject, failure }];
		return usual.filter((one) => one.subject === subject);
	});
}

const subjectOf = ({ pairedItem, json }: INodeExecutionData): Subject =>
	typeof pairedItem === 'object' && !Array.isArray(pairedItem)
		? pairedItem.item
		: String(json.code);

function slotWrong(
	run: Undisturbed,
	one: Case,
	{ subject, failure, usual }: Slot,
	{ json, pairedItem }: INodeExecutionData,
): string[] {
	const all = [...run.items.keys()].map((item) => ({ item }));
	const link = JSON.stringify(typeof subject === 'number' ? { item: subject } : all);
	const linked = JSON.stringify(pairedItem) === link ? [] : [`${subject} is not linked to ${link}`];
	if (!failure) return [...linked, ...usualWrong(run, one, subject, json, usual?.json)];
	// If no item belongs to an error, the error names its subject itself.
	const about = typeof subject === 'string' ? `${subject}: ` : '';
	const error = (json.error ?? {}) as Partial<ItemError>;
	const message = String(error.message);
	const isNamed = message.startsWith(about) && Object.keys(json).join() === 'error';
	const words = message.slice(about.length);
	const said = wordsWrong(one, partAt(run, one), failure, words, error.description ?? '');
	return [
		...linked,
		...(isNamed ? [] : [`${subject}: ${JSON.stringify(json)}`]),
		...said,
		...dataWrong(one, failure, error),
	];
}

const isError = (status: number | undefined) => status !== undefined && status >= 300;

/** The data for workflows must say as much as the words. */
function dataWrong({ fault }: Case, failure: Failed, error: Partial<ItemError>): string[] {
	const { outcome, status } = error;
	const { way } = fault;
	const answered = typeof way === 'object' && 'status' in way ? way.status : undefined;
	const isStatus = failure.fate !== 'failed' || !isError(answered) || status === answered;
	return [
		...(outcome === (failure.outcome ?? outcome)
			? []
			: [`it is ${outcome}, not ${failure.outcome}`]),
		...(isStatus ? [] : [`its status is ${status}, not ${answered}`]),
	];
}

function usualWrong(
	{ parts }: Undisturbed,
	{ fault, position }: Case,
	subject: Subject,
	json: object,
	usual: object | undefined,
): string[] {
	// What a reply says about a new comment is lost with it, and the number is the service's.
	const isLost =
		fault.takesEffect && !fault.isWhole && parts[position]?.subjects.includes(subject) === true;
	const known = Object.entries(usual ?? {}).filter(([name]) => !isLost || name !== 'commentId');
	const expected = JSON.stringify(known.map(withoutNumber));
	const shown = JSON.stringify(Object.entries(json).map(withoutNumber));
	return expected === shown ? [] : [`${subject} is ${shown}, not ${expected}`];
}

const withoutNumber = ([name, value]: [string, unknown]) =>
	name === 'commentId' ? [name, typeof value] : [name, value];
