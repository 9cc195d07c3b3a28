import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { withoutContent } from '../core/comment-file';
import type { Row } from '../core/json';
import type { Values } from '../core/limits';
import { rowsOf } from '../core/reply';
import { requestOf, type ApiRequest } from '../core/request';
import { simplified } from '../core/simplify';
import { wholeBody } from '../core/whole';
import { downloaded, withAttachments } from './attachments';
import { collect } from './collect';
import type { Checked, Job, Step } from './job';
import { simplifyOf, wantedOf } from './parameters';

/** One item a step: its request, or the pages of its list. */
export const singleSteps = (job: Job, checked: readonly Checked[]): Step[] =>
	checked.map((one) => ({ items: [one.item], work: async () => [await outputsOf(job, one)] }));

async function outputsOf(job: Job, { item, values }: Checked): Promise<INodeExecutionData[]> {
	const { context, entry, client } = job;
	const { resource, operation } = entry;
	const simplify = simplifyOf(context, entry, item);
	const outputs: INodeExecutionData[] = [];
	const emit = async (rows: readonly Row[]) => {
		for (const row of rows) outputs.push(await output(job, row, values, simplify, item));
	};
	if (operation.returns.kind === 'many') {
		const wanted = wantedOf(context, item);
		for await (const rows of collect(client, entry, values, wanted)) await emit(rows);
		return outputs;
	}
	const request = requestOf(operation, await withAttachments(context, item, values));
	const reply = await client.send(await completed(job, values, request));
	await emit(rowsOf(resource, operation, values, reply));
	return outputs;
}

/** An update that is to keep other fields is sent whole: with what a read of the same path brings. */
async function completed({ client, entry }: Job, values: Values, request: ApiRequest) {
	const { operation, resource } = entry;
	const { get } = resource.operations;
	if (values.keepOthers !== true || !get) return request;
	const reply = await client.send({ method: 'GET', path: request.path, query: {} });
	const [entity = {}] = rowsOf(resource, get, values, reply);
	return { ...request, body: wholeBody(operation, entity, request.body ?? {}) };
}

async function output(
	{ context, entry }: Job,
	row: Row,
	values: Values,
	simplify: boolean,
	item: number,
): Promise<INodeExecutionData> {
	const download = values.downloadFiles === true;
	const light = simplify || download ? withoutContent(row) : row;
	const json = (simplify ? simplified(entry.resource, light) : light) as IDataObject;
	const binary = download ? await downloaded(context, row) : {};
	return Object.keys(binary).length > 0
		? { json, binary, pairedItem: { item } }
		: { json, pairedItem: { item } };
}
