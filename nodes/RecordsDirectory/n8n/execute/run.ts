import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mustBeSendable } from '../../core/request/request';
import { adviseImport, adviseLimit } from './hints';
import { checkAttachments } from './attachments';
import { connect } from '../transport/client';
import { byForm } from './record-mapping';
import { toNodeError, wordsOf } from '../transport/errors';
import { formsOf } from '../form/form-cache';
import { givenTo } from '../parameters/parameter-source';
import { isImported } from './actions/import';
import type { Checked, Fail } from './job';
import { keywordsOf } from '../form/keywords';
import { linksOf } from './job';
import { chosen, leakOf, reader, wantedOf, type Start } from '../parameters/item-values';
import { send, type Outputs } from './dispatch';

/** The only execute loop: checks all items, then sends, and links every output to its item. */
export async function run(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const given = givenTo(this);
	const entry = chosen(given);
	const start: Start = { context: this, given, entry };
	const linkOf = linksOf(this.getInputData().length);
	const outputs: Outputs = new Map();
	const fail: Fail = (subject, caught, effect) => {
		const itemIndex = typeof subject === 'number' ? subject : undefined;
		if (!this.continueOnFail()) throw toNodeError(this.getNode(), caught, { itemIndex, effect });
		const { message, description } = wordsOf(caught, effect);
		// By just these two names every n8n knows what belongs to the error output.
		const error = itemIndex === undefined ? `${subject}: ${message}` : message;
		const json = { error, ...(description ? { message: description } : {}) };
		outputs.set(subject, [{ json, pairedItem: linkOf(subject) }]);
	};

	const checked = checkedItems(start, fail);
	if (checked.length > 0) {
		const client = await connect(this).catch((error: unknown) => {
			if (!this.continueOnFail()) throw toNodeError(this.getNode(), error);
			// When a node that is to continue throws, n8n hands on its input as if all were well.
			for (const { item } of checked) fail(item, error);
		});
		if (client) {
			const [forms, keywords] = [formsOf(client), keywordsOf(client)];
			const job = { ...start, client, forms, keywords, linkOf };
			await send(job, await byForm(job, checked, fail), outputs, fail);
			adviseLimit(this, client.waited());
			const isSent = (item: number) => outputs.get(item)?.[0]?.json['error'] === undefined;
			const isSingly = (one: Checked) => !isImported(one) && isSent(one.item);
			adviseImport(this, entry, () => checked.filter(isSingly).length);
		}
	}
	return [inOrder(outputs, this.getInputData().length)];
}

/** Nobody is to find item 73's mistake after 72 writes: every item is read before any is sent. */
function checkedItems(start: Start, fail: Fail): Checked[] {
	const { context, entry } = start;
	const checked: Checked[] = [];
	const leaked = leakOf(start);
	const read = reader(start);
	for (let item = 0; item < context.getInputData().length; item++) {
		try {
			if (leaked) throw leaked;
			const values = read(item);
			mustBeSendable(entry.operation, values);
			if (entry.operation.returns.kind === 'many') wantedOf(start, item);
			checkAttachments(context, item, values);
			checked.push({ item, values });
		} catch (error) {
			fail(item, error);
		}
	}
	return checked;
}

/** Input items in their order, then what none of them names. */
function inOrder(outputs: Outputs, items: number): INodeExecutionData[] {
	const all: INodeExecutionData[] = [];
	const add = (rows: readonly INodeExecutionData[]) => {
		for (const row of rows) all.push(row);
	};
	for (let item = 0; item < items; item++) add(outputs.get(item) ?? []);
	for (const [subject, rows] of outputs) if (typeof subject === 'string') add(rows);
	return all;
}
