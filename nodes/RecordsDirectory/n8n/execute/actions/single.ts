import type { Operation } from '../../../api/define';
import type { JsonObject } from '../../../core/json';
import { rowsPerPage } from '../../../core/limits';
import { listed } from '../../../core/text';
import { contentlessIn, withoutContent } from '../../../core/values/comment-file';
import { parseConditions, type IsMatch } from '../../../core/form/conditions';
import { mergedRecord, needsCurrent } from '../../../core/form/record-writer';
import { someInWords } from '../../../core/form/names';
import { formIn, type Values } from '../../../core/values/validate';
import { wholeBody, toRequest, type ApiRequest } from '../../../core/request/request';
import { objectIn, toRows } from '../../../core/request/reply';
import { downloaded, withAttachments } from '../attachments';
import { readList } from '../../transport/list-reader';
import { eachWithPauses, type Checked, type Job, type Step } from '../job';
import type { Output } from '../outcomes';
import { readLayout } from '../../form/output-rows';
import { learnNewest, sendEntries, toEntry, type Rows } from './look-up';

/** Makes one step per item that reads the pages of its list. */
export const pageSteps = (job: Job, checked: readonly Checked[]): Step[] =>
	checked.map((one) => ({
		items: [one.item],
		async work() {
			const outputs = await makeOutputs(job, one, readPages(job, one));
			const { skippedFilters = [] } = one.values;
			if (skippedFilters.length === 0) return [outputs];
			// An agent's model sees nothing but the output.
			const note = `Not filtered by ${listed(skippedFilters)}: no value was given.`;
			return [[{ json: { note } }, ...outputs]];
		},
	}));

async function* readPages(job: Job, { values }: Checked): AsyncGenerator<Rows> {
	await job.keywords(values);
	const isMatch = await readConditions(job, values);
	// A condition on the deletion would otherwise find nothing.
	const withDeleted = values.conditions?.some(({ field }) => field === 'isDeleted') === true;
	const fields = values.form === undefined ? undefined : await job.forms.known(values.form);
	const pageSize = fields && rowsPerPage(fields.length);
	const list = { ...job.entry, values, isMatch, withDeleted, pageSize };
	yield* readList(job.client, list, values.returnAll ? Infinity : Number(values.limit));
}

/** Returns the test for the conditions of an item; undefined if it has none. */
export async function readConditions(job: Job, values: Values): Promise<IsMatch | undefined> {
	if (!values.conditions?.length) return undefined;
	return parseConditions(await job.forms(formIn(values)), values, job.zone);
}

/** Makes one step per item, with its request. An update may read values first. */
export const requestSteps = (
	job: Job,
	checked: readonly Checked[],
	complete?: CompleteRequest,
): Step[] =>
	checked.map((one) => ({
		items: [one.item],
		work: async () => [await makeOutputs(job, one, sendRequest(job, one, complete))],
	}));

async function* sendRequest(
	job: Job,
	{ item, values }: Checked,
	complete: CompleteRequest = async (_, __, request) => request,
): AsyncGenerator<Rows> {
	const { context, entry, client } = job;
	const given = toRequest(entry.operation, values);
	const attached = await withAttachments(context, { item, values }, given);
	const request = await complete(job, values, attached);
	const send = () => client.send(request);
	if (entry.operation.returns.kind !== 'created') return yield toRows(entry, values, await send());
	const one = toEntry(job, values, undefined);
	const [rows = []] = await sendEntries(job, [one], send);
	if (one.form !== undefined) learnNewest(job, one.form, rows);
	yield rows;
}

/** Adds what an update must contain besides the changes; that is read from the same path. */
type CompleteRequest = (job: Job, values: Values, request: ApiRequest) => Promise<ApiRequest>;

/** Returns what a rewrite sets, such as Retire; undefined for other operations. */
export const rewrittenValues = (operation: Operation | undefined): JsonObject | undefined =>
	operation?.runs.kind === 'rewrite' ? operation.runs.sets : undefined;

/** Adds all other values of the entity if the user wants that, or to a rewrite, with what it sets. */
export const completeEntity: CompleteRequest = async (job, values, request) => {
	const { operation, resource } = job.entry;
	const sets = rewrittenValues(operation);
	if (values.keepOthers !== true && !sets) return request;
	const { update = operation } = resource.operations;
	const entity = await readCurrent(job, values, request);
	return { ...request, body: wholeBody(update, entity, { ...request.body, ...sets }) };
};

/** Adds the values of a record that its form requires, or the user wants, in every update. */
export const completeRecord: CompleteRequest = async (job, values, request) => {
	const { record: changes = {}, wholeRecord: isWhole } = values;
	if (!values.mapped && !isWhole) return request;
	const fields = await job.forms(formIn(values));
	if (!needsCurrent(fields, { changes, isWhole })) return request;
	const current = objectIn((await readCurrent(job, values, request)).record);
	const record = await job.withSelections(
		fields,
		mergedRecord(fields, current, { changes, isWhole }),
	);
	return { ...request, body: { ...request.body, record } };
};

async function readCurrent(
	{ client, entry: { resource } }: Job,
	values: Values,
	{ path }: ApiRequest,
): Promise<JsonObject> {
	const { get: operation } = resource.operations;
	const reply = await client.send({ method: 'GET', path, query: {} });
	return (operation && toRows({ resource, operation }, values, reply)[0]) ?? {};
}

/** Makes output items from rows, and hints at what the rows lacked. Reads the form before the first row. */
async function makeOutputs(
	job: Job,
	{ values }: Checked,
	pages: AsyncIterable<Rows>,
): Promise<Output[]> {
	const { context, entry, outcomes } = job;
	const outputs: Output[] = [];
	const simplify = values.simplify === true;
	const download = values.downloadFiles === true;
	const layOut = await readLayout(entry.resource, job.forms, { values, simplify });
	const contentless: string[] = [];
	for await (const rows of pages) {
		await eachWithPauses(rows, (row) => {
			const light = simplify || download ? withoutContent(row) : row;
			const json = layOut(light);
			if (!download) return void outputs.push({ json });
			contentless.push(...contentlessIn(row));
			return downloaded(context, row).then((more) => void outputs.push({ json, ...more }));
		});
		if (entry.operation.runs.kind === 'pages') outcomes.progress.done(outputs.length, 'rows');
	}
	if (contentless.length > 0)
		outcomes.hint(
			`Not downloaded, as the service returned no content: ${someInWords(contentless)}`,
			'warning',
		);
	return outputs;
}
