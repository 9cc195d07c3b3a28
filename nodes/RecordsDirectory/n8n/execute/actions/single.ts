import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { withoutContent } from '../../../core/values/comment-file';
import { keptIn, merged, needsCurrent } from '../../../core/form/merge';
import type { Row } from '../../../core/json';
import { formIn, type Values } from '../../../core/values/validate';
import type { Look } from '../../../core/request/failure';
import { objectIn, rowsOf } from '../../../core/request/reply';
import { requestOf, type ApiRequest } from '../../../core/request/request';
import { wholeBody } from '../../../core/request/full-update';
import { downloaded, withAttachments } from '../attachments';
import { collect } from '../../transport/list-reader';
import { exactly, type Checked, type Job, type Step } from '../job';
import { layoutOf } from '../../form/output-rows';
import { progressOf } from '../progress';
import { lookUp, sendAndLook } from './look-up';
import { timesOf } from '../times';
import { simplifyOf, wantedOf } from '../../parameters/item-values';

/** One item a step: its request, or the pages of its list. */
export const singleSteps = (job: Job, checked: readonly Checked[]): Step[] =>
	checked.map((one) => ({
		items: [one.item],
		// What cannot be read fails when its turn comes.
		requests: async () => exactly((await readsFirst(job, one.values).catch(() => true)) ? 2 : 1),
		work: async () => [await outputsOf(job, one)],
	}));

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
	const whole = await completed(job, values, request);
	const [rows = []] = await sendAndLook({
		count: 1,
		send: async () => [rowsOf(resource, operation, values, await client.send(whole))],
		look: async () => await looksOf(job, values, whole),
	});
	await emit(rows);
	return outputs;
}

/** What the service says afterwards of what was to be created; of anything else it is not looked up. */
async function looksOf(job: Job, values: Values, { body }: ApiRequest): Promise<readonly Look[]> {
	const { resource, operation } = job.entry;
	const { returns } = operation;
	if (returns.kind !== 'created') return [];
	const form = values.mapped ? values.form : undefined;
	const looks = await lookUp(job, [{ body: { ...body }, form, isNew: true }]);
	return looks.map((look) => {
		const [row = {}] = look.rows ?? [];
		const told = { [returns.identity]: row[returns.identity] };
		const reply = { statusCode: 201, headers: {}, body: told };
		return { ...look, rows: rowsOf(resource, operation, values, reply) };
	});
}

/** An update that is to keep other fields is sent whole: with what a read of the same path brings. */
async function completed(job: Job, values: Values, request: ApiRequest): Promise<ApiRequest> {
	const { operation } = job.entry;
	if (!(await readsFirst(job, values))) return request;
	if (values.keepOthers === true) {
		const entity = await readAt(job, values, request.path);
		return { ...request, body: wholeBody(operation, entity, request.body ?? {}) };
	}
	const record = await withOthers(job, values, request.path);
	return { ...request, body: { ...request.body, record } };
}

/** Whether an update has to hold more than the changes, which a read brings. */
async function readsFirst({ entry, forms }: Job, values: Values): Promise<boolean> {
	const { returns, params } = entry.operation;
	if (values.keepOthers === true) return true;
	if (returns.kind !== 'updated' || !params.record) return false;
	const kept = keptIn(values);
	if (!values.mapped && kept === 'keys') return false;
	return needsCurrent(await forms(formIn(values)), values.record as Row, kept);
}

async function readAt({ client, entry }: Job, values: Values, path: string): Promise<Row> {
	const { get } = entry.resource.operations;
	const reply = await client.send({ method: 'GET', path, query: {} });
	return (get && rowsOf(entry.resource, get, values, reply)[0]) ?? {};
}

/** The changes of a record with what an update has to hold beside them. */
async function withOthers(job: Job, values: Values, path: string): Promise<Row> {
	const changes = values.record as Row;
	const fields = await job.forms(formIn(values));
	const current = objectIn((await readAt(job, values, path)).record);
	return await job.shaped(fields, merged(fields, current, changes, keptIn(values)));
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
