import type { INodeExecutionData } from 'n8n-workflow';
import type { Subject } from '../../../nodes/RecordsDirectory/core/text';
import type { ItemError } from '../runs';
import type { Case } from './cases';
import type { Expected, Failed } from './expected';
import type { Actual } from './actual';
import type { Undisturbed } from './undisturbed';

/** What must hold, as the titles of tests say it. */
export const RULES = [
	'sends each request as often as it should, and no other',
	'leaves at the service what it should',
	'says truly what was saved',
] as const;

/** What is wrong with a run, in sentences, for each rule. */
export function differences(
	run: Undisturbed,
	one: Case,
	expected: Expected,
	actual: Actual,
): ReadonlyArray<readonly string[]> {
	const { sent, isLookedUp, failed } = expected;
	const isSent = isLookedUp ? actual.sent >= sent : actual.sent === sent;
	return [
		isSent ? [] : [`sent ${actual.sent}, not ${sent}`],
		[
			...missingIn(actual.held, expected.held).map((row) => `the service lacks ${row}`),
			...missingIn(expected.held, actual.held).map((row) => `the service has ${row}`),
		],
		one.mode !== 'continue' && failed.size > 0
			? errorWrong(one, expected, actual)
			: outputWrong(run, one, expected, actual),
	];
}

function missingIn(rows: readonly string[], others: readonly string[]): string[] {
	const known = new Set(rows);
	return others.filter((row) => !known.has(row));
}

/** If the node stops: one error, of the first item that did not succeed. */
function errorWrong(one: Case, { failed }: Expected, { error }: Actual): string[] {
	const [[subject, failure] = []] = failed;
	if (!error || !failure) return ['it did not fail'];
	const item = typeof subject === 'number' ? subject : undefined;
	const at: unknown = error.context?.itemIndex;
	const isOpen = failure.outcomes?.includes('unknown') === true;
	const description = error.description ?? '';
	return [
		...(at === item ? [] : [`the error is that of item ${String(at)}, not ${String(item)}`]),
		...(error.name === 'NodeApiError' ? [] : [`it is a ${error.name}`]),
		...messageWrong(one, failure, error.message),
		...(description === '' ? ['no advice'] : []),
		...(description.includes('Unknown: ') === isOpen ? [] : [`what is unknown: ${description}`]),
	];
}

function messageWrong({ fault }: Case, { cause }: Failed, message: string): string[] {
	const [headline = ''] = fault.message.split(/: …/);
	const isPlain = /^\w/.test(message) && !/undefined|null|\[object|<html|Axios|\{"/.test(message);
	return isPlain && (cause !== 'fault' || message.includes(headline))
		? []
		: [`the message is ${message}`];
}

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
	const removed = [...new Set(usual.map(({ subject }) => subject))].filter(
		(subject) => typeof subject === 'string',
	);
	// Before the list was read, it is unknown which entries to remove.
	const isUnread =
		items.every((_, item) => failed.has(item)) && !removed.some((code) => failed.has(code));
	return [...items.keys(), ...(isUnread ? [] : removed)].flatMap((subject): Slot[] => {
		const failure = failed.get(subject);
		return failure ? [{ subject, failure }] : usual.filter((one) => one.subject === subject);
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
	if (!failure) return [...linked, ...usualWrong(run, one, subject, json, usual?.json ?? {})];
	const { message = '', outcome } = (json.error ?? {}) as Partial<ItemError>;
	const isRight = failure.outcomes === undefined || failure.outcomes.includes(outcome as never);
	return [
		...linked,
		...(Object.keys(json).join() === 'error' ? [] : [`${subject}: ${JSON.stringify(json)}`]),
		...messageWrong(one, failure, message),
		...(isRight ? [] : [`${subject} is ${outcome}, not ${failure.outcomes?.join(' or ')}`]),
	];
}

function usualWrong(
	{ parts }: Undisturbed,
	{ fault, position }: Case,
	subject: Subject,
	json: object,
	usual: object,
): string[] {
	// What a reply says about a new comment is lost with it.
	const isLost = fault.takesEffect && parts[position]?.subjects.includes(subject) === true;
	const shown = (values: object) =>
		JSON.stringify(
			Object.entries(values)
				.filter(([name]) => !isLost || name !== 'commentId')
				.map(([name, value]) => [name, name === 'commentId' ? typeof value : value]),
		);
	return shown(json) === shown(usual) ? [] : [`${subject} is ${shown(json)}, not ${shown(usual)}`];
}
