import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { withoutContent } from '../../../core/values/comment-file';
import { merged, needsCurrent } from '../../../core/form/merge';
import type { Row } from '../../../core/json';
import type { Values } from '../../../core/values/validate';
import { objectIn, rowsOf } from '../../../core/request/reply';
import { requestOf, type ApiRequest } from '../../../core/request/request';
import { wholeBody } from '../../../core/request/full-update';
import { downloaded, withAttachments } from '../attachments';
import { collect } from '../../transport/list-reader';
import type { Checked, Job, Step } from '../job';
import { layoutOf } from '../../form/output-rows';
import { progressOf } from '../progress';
import { timesOf } from '../times';
import { simplifyOf, wantedOf, type Mapped } from '../../parameters/item-values';

/** One item a step: its request, or the pages of its list. */
export const singleSteps = (job: Job, checked: readonly Checked[]): Step[] =>
	checked.map((one) => ({ items: [one.item], work: async () => [await outputsOf(job, one)] }));

async function outputsOf(job: Job, { item, values }: Checked): Promise<INodeExecutionData[]> {
	const { context, entry, client } = job;
	const { resource, operation } = entry;
	const outputs: INodeExecutionData[] = [];
	const emit = await emitter(job, item, values, outputs);
	if (operation.returns.kind === 'many') {
		await job.keywords(values);
		const wanted = wantedOf(job, item);
		const tell = progressOf(job, 'rows');
		for await (const rows of collect(client, entry, values, wanted)) {
			await emit(rows);
			tell(outputs.length);
		}
		return outputs;
	}
	const request = requestOf(operation, await withAttachments(context, item, values));
	const reply = await client.send(await completed(job, values, request));
	await emit(rowsOf(resource, operation, values, reply));
	return outputs;
}

/** An update that is to keep other fields is sent whole: with what a read of the same path brings. */
async function completed(job: Job, values: Values, request: ApiRequest): Promise<ApiRequest> {
	const { operation } = job.entry;
	if (values.keepOthers === true) {
		const entity = await readAt(job, values, request.path);
		return { ...request, body: wholeBody(operation, entity, request.body ?? {}) };
	}
	if (operation.returns.kind === 'updated' && operation.params.record)
		return {
			...request,
			body: { ...request.body, ...(await recordBody(job, values, request.path)) },
		};
	return request;
}

async function readAt({ client, entry }: Job, values: Values, path: string): Promise<Row> {
	const { get } = entry.resource.operations;
	const reply = await client.send({ method: 'GET', path, query: {} });
	return (get && rowsOf(entry.resource, get, values, reply)[0]) ?? {};
}

/** The body of a record's update, with what it has to hold beside the changes. */
async function recordBody(job: Job, values: Values, path: string): Promise<object> {
	const changes = values.record as Row;
	const mapped = values.mapped as Mapped | undefined;
	const kept = values.wholeRecord === true ? 'whole' : 'keys';
	if (!mapped && kept === 'keys') return { record: changes };
	const fields = await job.forms(Number(values.form));
	if (!needsCurrent(fields, changes, kept)) return { record: changes };
	const current = objectIn((await readAt(job, values, path)).record);
	return { record: merged(fields, current, changes, kept) };
}

/** Puts rows among the outputs as they are to look. */
async function emitter(
	job: Job,
	item: number,
	values: Values,
	outputs: INodeExecutionData[],
): Promise<(rows: readonly Row[]) => Promise<void>> {
	const { context, entry } = job;
	const simplify = simplifyOf(job, item);
	const download = values.downloadFiles === true;
	const layOut = await layoutOf(entry.resource, job.forms, values, simplify);
	const timed = await timesOf(job, values);
	return async (rows) => {
		for (const row of rows) {
			const light = simplify || download ? withoutContent(row) : row;
			const binary = download ? await downloaded(context, row) : {};
			const files = Object.keys(binary).length > 0 ? { binary } : {};
			for (const json of layOut(timed(light)))
				outputs.push({ json: json as IDataObject, ...files, pairedItem: { item } });
		}
	};
}
