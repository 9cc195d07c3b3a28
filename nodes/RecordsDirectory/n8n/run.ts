import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Entry } from '../api';
import { effectInWords } from '../core/effect';
import { Failure, isFinal } from '../core/failure';
import { requestOf } from '../core/request';
import { checkAttachments } from './attachments';
import { connect } from './client';
import { toNodeError } from './errors';
import { importSteps } from './importer';
import type { Checked, Job } from './job';
import { chosen, valuesOf, wantedOf } from './parameters';
import { singleSteps } from './single';

type Fail = (item: number, error: unknown, effect?: string) => void;

/** The only execute loop: checks all items, then sends, and links every output to its item. */
export async function run(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const entry = chosen(this);
	const total = this.getInputData().length;
	const outputs = new Map<number, readonly INodeExecutionData[]>();
	const fail: Fail = (item, error, effect) => {
		const nodeError = toNodeError(this.getNode(), error, { itemIndex: item, effect });
		if (!this.continueOnFail()) throw nodeError;
		const { message, description } = nodeError;
		const json = description ? { error: message, details: description } : { error: message };
		outputs.set(item, [{ json, pairedItem: { item } }]);
	};

	const checked = checkedItems(this, entry, fail);
	if (checked.length > 0) {
		const client = await connect(this).catch((error: unknown) => {
			if (!this.continueOnFail()) throw toNodeError(this.getNode(), error);
			// When a node that is to continue throws, n8n hands on its input as if all were well.
			for (const { item } of checked) fail(item, error);
		});
		if (client) await send({ context: this, entry, client }, checked, outputs, fail);
	}
	return [inOrder(outputs, total)];
}

/** Nobody is to find item 73's mistake after 72 writes: every item is read before any is sent. */
function checkedItems(context: IExecuteFunctions, entry: Entry, fail: Fail): Checked[] {
	const checked: Checked[] = [];
	for (let item = 0; item < context.getInputData().length; item++) {
		try {
			const values = valuesOf(context, entry, item);
			requestOf(entry.operation, values);
			if (entry.operation.returns.kind === 'many') wantedOf(context, item);
			checkAttachments(context, item, values);
			checked.push({ item, values });
		} catch (error) {
			fail(item, error);
		}
	}
	return checked;
}

async function send(
	job: Job,
	checked: readonly Checked[],
	outputs: Map<number, readonly INodeExecutionData[]>,
	fail: Fail,
): Promise<void> {
	const { method, returns } = job.entry.operation;
	const isImport = returns.kind === 'imported';
	const steps = isImport ? importSteps(job, returns.root, checked) : singleSteps(job, checked);
	const done: number[] = [];
	let halted: Failure | undefined;
	for (const [n, { items, work }] of steps.entries()) {
		if (halted) {
			for (const item of items) fail(item, halted, 'It was not sent.');
			continue;
		}
		try {
			const found = await work();
			items.forEach((item, i) => outputs.set(item, found[i] ?? []));
			for (const item of items) done.push(item);
		} catch (error) {
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

function inOrder(outputs: ReadonlyMap<number, readonly INodeExecutionData[]>, total: number) {
	const all: INodeExecutionData[] = [];
	for (let item = 0; item < total; item++) {
		for (const data of outputs.get(item) ?? []) all.push(data);
	}
	return all;
}
