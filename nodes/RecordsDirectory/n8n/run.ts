import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Shape } from '../api/define';
import type { Subject } from '../core/batches';
import { effectInWords } from '../core/effect';
import { Failure, isFinal } from '../core/failure';
import { requestOf } from '../core/request';
import { adviseImport } from './advice';
import { checkAttachments } from './attachments';
import { connect } from './client';
import { byForm, inCaptions } from './by-form';
import { toNodeError } from './errors';
import { directoryUpsertSteps, rewriteSteps } from './directory';
import { directorySyncSteps } from './directory-sync';
import { formsOf } from './forms';
import { givenTo } from './given';
import { importSteps } from './importer';
import type { Checked, Fail, Job, Step } from './job';
import { linksOf } from './links';
import { chosen, leakOf, valuesOf, wantedOf, type Start } from './parameters';
import { recordUpsertSteps } from './record-upsert';
import { singleSteps } from './single';

/** The only execute loop: checks all items, then sends, and links every output to its item. */
export async function run(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const given = givenTo(this);
	const entry = chosen(given);
	const start: Start = { context: this, given, entry };
	const linkOf = linksOf(this.getInputData().length);
	const outputs: Outputs = new Map();
	const fail: Fail = (subject, error, effect) => {
		const isItem = typeof subject === 'number';
		const itemIndex = isItem ? subject : undefined;
		const nodeError = toNodeError(this.getNode(), error, { itemIndex, effect });
		if (!this.continueOnFail()) throw nodeError;
		const { message, description } = nodeError;
		const code = isItem ? {} : { code: subject };
		const details = description ? { details: description } : {};
		outputs.set(subject, [
			{ json: { error: message, ...details, ...code }, pairedItem: linkOf(subject) },
		]);
	};

	const checked = checkedItems(start, fail);
	if (checked.length > 0) {
		const client = await connect(this).catch((error: unknown) => {
			if (!this.continueOnFail()) throw toNodeError(this.getNode(), error);
			// When a node that is to continue throws, n8n hands on its input as if all were well.
			for (const { item } of checked) fail(item, error);
		});
		if (client) {
			const job = { ...start, client, forms: formsOf(client), linkOf };
			await send(job, await byForm(job, checked, fail), outputs, fail);
		}
	}
	adviseImport(this, entry, checked.length);
	return [inOrder(outputs)];
}

type Outputs = Map<Subject, readonly INodeExecutionData[]>;

/** Nobody is to find item 73's mistake after 72 writes: every item is read before any is sent. */
function checkedItems(start: Start, fail: Fail): Checked[] {
	const { context, entry } = start;
	const checked: Checked[] = [];
	const leaked = leakOf(start);
	for (let item = 0; item < context.getInputData().length; item++) {
		try {
			if (leaked) throw leaked;
			const values = valuesOf(start, item);
			requestOf(entry.operation, values);
			if (entry.operation.returns.kind === 'many') wantedOf(start, item);
			checkAttachments(context, item, values);
			checked.push({ item, values });
		} catch (error) {
			fail(item, error);
		}
	}
	return checked;
}

const IMPORTS = new Set<Shape['kind']>(['imported', 'synced', 'upserted']);

async function send(
	job: Job,
	checked: readonly Checked[],
	outputs: Outputs,
	fail: Fail,
): Promise<void> {
	const { method, returns } = job.entry.operation;
	const isImport = IMPORTS.has(returns.kind);
	const steps = await stepsOf(job, checked, fail).catch((error: unknown) => {
		for (const { item } of checked) fail(item, error);
		return [];
	});
	const done: Subject[] = [];
	let halted: Failure | undefined;
	for (const [n, { items, isIdle, work }] of steps.entries()) {
		if (halted) {
			for (const item of items) fail(item, halted, 'It was not sent.');
			continue;
		}
		try {
			const found = await work();
			items.forEach((item, i) => outputs.set(item, found[i] ?? []));
			if (!isIdle) for (const item of items) done.push(item);
		} catch (caught) {
			const [first] = items;
			const error = await inCaptions(
				job,
				checked.find(({ item }) => item === first),
				caught,
			);
			const failure = error instanceof Failure ? error : undefined;
			// What would fail in the same way for all others is not sent for them.
			if (failure && isFinal(failure)) halted = failure;
			const goesOn = job.context.continueOnFail() && !halted;
			const unsent = goesOn ? [] : steps.slice(n + 1).flatMap((step) => step.items);
			const total = done.length + items.length + unsent.length;
			const progress = { done, failed: items, total };
			const effect = method === 'GET' ? undefined : effectInWords(progress, failure, isImport);
			for (const item of items) fail(item, error, effect);
		}
	}
}

/** What is to be sent, in order; some operations have to look first at what is there. */
async function stepsOf(job: Job, checked: readonly Checked[], fail: Fail): Promise<Step[]> {
	const { returns } = job.entry.operation;
	switch (returns.kind) {
		case 'imported':
			return importSteps(job, returns.root, checked);
		case 'upserted':
			return job.entry.resourceName === 'record'
				? await recordUpsertSteps(job, returns.root, checked, fail)
				: await directoryUpsertSteps(job, returns.root, checked, fail);
		case 'synced':
			return await directorySyncSteps(job, returns.root, checked, fail);
		case 'rewritten':
			return rewriteSteps(job, returns.sets, checked);
		default:
			return singleSteps(job, checked);
	}
}

/** Input items in their order, then what none of them names. */
function inOrder(outputs: Outputs): INodeExecutionData[] {
	const items = [...outputs.keys()].filter((subject) => typeof subject === 'number');
	const others = [...outputs.keys()].filter((subject) => typeof subject === 'string');
	return [...items.sort((a, b) => a - b), ...others].flatMap((subject) => [
		...(outputs.get(subject) ?? []),
	]);
}
