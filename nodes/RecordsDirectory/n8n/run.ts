import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Entry } from '../api';
import { batchesOf } from '../core/batches';
import { withoutContent } from '../core/comment-file';
import { effectInWords } from '../core/effect';
import { Failure, isFinal } from '../core/failure';
import type { Values } from '../core/limits';
import { rowsOf, type Row } from '../core/reply';
import { bodyOf, requestOf, type ApiRequest } from '../core/request';
import { simplified } from '../core/simplify';
import { wholeBody } from '../core/whole';
import { checkAttachments, downloaded, withAttachments } from './attachments';
import { connect, type Client } from './client';
import { collect } from './collect';
import { toNodeError } from './errors';
import { chosen, simplifyOf, valuesOf, wantedOf } from './parameters';

/** Input items that go to the service together, and how; `work` gives the outputs of each. */
interface Step {
	readonly items: readonly number[];
	work(): Promise<ReadonlyArray<readonly INodeExecutionData[]>>;
}

type Checked = ReadonlyArray<{ readonly item: number; readonly values: Values }>;

/** The only execute loop: checks all items, then sends, and links every output to its item. */
export async function run(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const entry = chosen(this);
	const isWrite = entry.operation.method !== 'GET';
	const outputs = new Map<number, readonly INodeExecutionData[]>();
	const fail = (item: number, error: unknown, effect?: string) => {
		const nodeError = toNodeError(this.getNode(), error, { itemIndex: item, effect });
		if (!this.continueOnFail()) throw nodeError;
		const { message, description } = nodeError;
		const json = description ? { error: message, details: description } : { error: message };
		outputs.set(item, [{ json, pairedItem: { item } }]);
	};

	const checked = checkedItems(this, fail);
	if (checked.length > 0) {
		const client = await connected(this);
		const steps = stepsOf(this, client, checked);
		const done: number[] = [];
		let halted: Failure | undefined;
		for (const { items, work } of steps) {
			try {
				if (halted) throw toNodeError(this.getNode(), halted);
				const found = await work();
				items.forEach((item, n) => outputs.set(item, found[n] ?? []));
				for (const item of items) done.push(item);
			} catch (error) {
				if (error instanceof Failure && isFinal(error)) halted = error;
				const progress = { done, failed: items, total: this.getInputData().length };
				const effect =
					isWrite && error instanceof Failure
						? effectInWords(progress, error, entry.operation.returns.kind === 'imported')
						: undefined;
				for (const item of items) fail(item, error, effect);
			}
		}
	}
	return [flat(outputs, this.getInputData().length)];
}

/** Nobody is to find item 73's mistake after 72 writes: every item is read before any is sent. */
function checkedItems(
	context: IExecuteFunctions,
	fail: (item: number, error: unknown) => void,
): Checked {
	const entry = chosen(context);
	const checked: Array<{ item: number; values: Values }> = [];
	for (let item = 0; item < context.getInputData().length; item++) {
		try {
			const values = valuesOf(context, entry, item);
			requestOf(entry.operation, values);
			checkAttachments(context, item, values);
			checked.push({ item, values });
		} catch (error) {
			fail(item, error);
		}
	}
	return checked;
}

async function connected(context: IExecuteFunctions): Promise<Client> {
	try {
		return await connect(context);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

function stepsOf(context: IExecuteFunctions, client: Client, checked: Checked): Step[] {
	const entry = chosen(context);
	if (entry.operation.returns.kind === 'imported') return importSteps(context, client, checked);
	return checked.map(({ item, values }) => ({
		items: [item],
		work: async () => [await outputsOf(context, client, item, values)],
	}));
}

/** The outputs of one item: what its request, or the pages of its list, bring. */
async function outputsOf(context: IExecuteFunctions, client: Client, item: number, values: Values) {
	const entry = chosen(context);
	const { resource, operation } = entry;
	const simplify = simplifyOf(context, entry, item);
	const outputs: INodeExecutionData[] = [];
	const emit = async (row: Row) => outputs.push(await output(context, item, row, values, simplify));
	if (operation.returns.kind === 'many') {
		for await (const rows of collect(client, entry, values, wantedOf(context, item))) {
			for (const row of rows) await emit(row);
		}
		return outputs;
	}
	const request = requestOf(operation, await withAttachments(context, item, values));
	const reply = await client.send(await completed(client, entry, values, request));
	for (const row of rowsOf(resource, operation, values, reply)) await emit(row);
	return outputs;
}

/** An update that is to keep other fields is sent whole: with what a read of the same path brings. */
async function completed(client: Client, entry: Entry, values: Values, request: ApiRequest) {
	const { operation, resource } = entry;
	const { get } = resource.operations;
	if (values.keepOthers !== true || !get) return request;
	const reply = await client.send({ method: 'GET', path: request.path, query: {} });
	const [entity = {}] = rowsOf(resource, get, values, reply);
	return { ...request, body: wholeBody(operation, entity, request.body ?? {}) };
}

async function output(
	context: IExecuteFunctions,
	item: number,
	row: Row,
	values: Values,
	simplify: boolean,
): Promise<INodeExecutionData> {
	const { resource } = chosen(context);
	const binary = values.downloadFiles === true ? await downloaded(context, row) : {};
	const light = simplify || values.downloadFiles === true ? withoutContent(row) : row;
	const json = (simplify ? simplified(resource, light) : light) as IDataObject;
	return Object.keys(binary).length > 0
		? { json, binary, pairedItem: { item } }
		: { json, pairedItem: { item } };
}

/** Imports take many items in one request; each item still has its own output. */
function importSteps(context: IExecuteFunctions, client: Client, checked: Checked): Step[] {
	const { resource, operation } = chosen(context);
	const { returns } = operation;
	if (returns.kind !== 'imported') return [];
	const entries = checked.map(({ item, values }) => ({
		item,
		values,
		path: requestOf(operation, values).path,
	}));
	return batchesOf(entries).map((batch) => ({
		items: batch.entries.map(({ item }) => item),
		work: async () => {
			const body = { [returns.root]: batch.entries.map(({ values }) => bodyOf(operation, values)) };
			const reply = await client.send({ method: 'POST', path: batch.path, query: {}, body });
			return batch.entries.map(({ item, values }) =>
				rowsOf(resource, operation, values, reply).map((row) => ({
					json: row as IDataObject,
					pairedItem: { item },
				})),
			);
		},
	}));
}

function flat(outputs: ReadonlyMap<number, readonly INodeExecutionData[]>, count: number) {
	const all: INodeExecutionData[] = [];
	for (let item = 0; item < count; item++) {
		for (const data of outputs.get(item) ?? []) all.push(data);
	}
	return all;
}
