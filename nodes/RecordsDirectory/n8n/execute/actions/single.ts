import type { Operation } from '../../../api/define';
import type { JsonObject } from '../../../core/json';
import { rowsPerPage } from '../../../core/limits';
import { listed, listInWords } from '../../../core/text';
import { parseConditions } from '../../../core/form/conditions';
import { mergedRecord, needsCurrent } from '../../../core/form/record-writer';
import { formIn, type Values } from '../../../core/values/validate';
import { wholeBody } from '../../../core/directory/plan';
import { toRequest, type ApiRequest } from '../../../core/request/request';
import { Failure, hasStatus, ignoring, type RawReply } from '../../../core/request/failure';
import { objectIn, toRows } from '../../../core/request/reply';
import { contentlessIn, downloaded, readAttachments, withoutContent } from '../attachments';
import { readList } from '../../transport/list-reader';
import { eachWithPauses, type Checked, type Job, type Step } from '../job';
import type { Output } from '../outcomes';
import { learnNewest, sendEntries, toEntry } from './look-up';
import { readLayout } from '../../form/form-readers';

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

async function* readPages(job: Job, { values }: Checked): AsyncGenerator<readonly JsonObject[]> {
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
export async function readConditions(job: Job, values: Values) {
	if (!values.conditions?.length) return undefined;
	return parseConditions(await job.forms(formIn(values)), values, job.zone);
}

/** Makes one step per item, with its request. */
export const requestSteps = (job: Job, checked: readonly Checked[]): Step[] =>
	checked.map((one) => ({
		items: [one.item],
		work: async () => [await makeOutputs(job, one, sendRequest(job, one))],
	}));

async function* sendRequest(job: Job, one: Checked): AsyncGenerator<readonly JsonObject[]> {
	const { context, entry } = job;
	const { values } = one;
	const given = toRequest(entry.operation, values);
	const file = values.file && (await readAttachments(context, one));
	const attached = file ? { ...given, body: { ...given.body, file } } : given;
	const request = await completed(job, values, attached);
	const send = () => sendInShape(job, values, request);
	if (entry.operation.returns.kind !== 'created') return yield toRows(entry, values, await send());
	const sent = toEntry(job, values, undefined);
	const [rows = []] = await sendEntries(job, [sent], send);
	if (sent.form !== undefined) learnNewest(job, sent.form, rows);
	yield rows;
}

/**
 * Sends a request. If the service rejects the users or organizations of a record, tries their other shapes: it had no effect,
 * and the document shows only how they are returned (Record, value shapes).
 */
async function sendInShape(job: Job, values: Values, request: ApiRequest): Promise<RawReply> {
	const { client, outcomes } = job;
	const { body } = request;
	const record = body && 'record' in body ? objectIn(body.record) : {};
	const given = Object.values(record).some(Array.isArray) ? record : undefined;
	const sent = await client
		.send(request)
		.catch((error: unknown) =>
			given && hasStatus(error, 400) ? (error as Failure) : Promise.reject(error),
		);
	if (!given || !(sent instanceof Failure)) return sent as RawReply;
	const fields = await job.forms(formIn(values));
	for await (const { other, learn } of job.otherSelections(fields, given, sent)) {
		const reply = await client
			.send({ ...request, body: { ...body, record: other } })
			.catch(ignoring(400));
		if (!reply) continue;
		learn();
		outcomes.hint(OTHER_SHAPE);
		return reply;
	}
	throw sent;
}

const OTHER_SHAPE =
	"The service does not take users and organizations as they were given, but in another way, which the node has found. Choose it as 'Users and Organizations As' in the credential, so that imports are sent like that, too.";

/**
 * Adds what an update must contain besides the changes; that is read from the same path. A rewrite also gets what it
 * sets.
 */
async function completed(job: Job, values: Values, request: ApiRequest): Promise<ApiRequest> {
	const { operation, resource } = job.entry;
	const { path, body } = request;
	if (operation.runs.kind === 'updateRecord' && (values.mapped || values.wholeRecord))
		return { ...request, body: { ...body, record: await updatedRecord(job, values, path) } };
	const sets = rewrittenValues(operation);
	if (values.keepOthers !== true && !sets) return request;
	const { update = operation } = resource.operations;
	const entity = await readCurrent(job, values, path);
	return { ...request, body: wholeBody(update, entity, { ...body, ...sets }) };
}

/** Returns what a rewrite sets, such as Retire; undefined for other operations. */
export const rewrittenValues = (operation: Operation | undefined): JsonObject | undefined =>
	operation?.runs.kind === 'rewrite' ? operation.runs.sets : undefined;

/**
 * Returns the `record` of an update: the changes, and what its form requires or the user wants besides. Reads the
 * current record only if that is needed; `check` throws if it must not be updated.
 */
export async function updatedRecord(
	job: Job,
	values: Values,
	path: string,
	check?: (current: JsonObject) => void,
): Promise<JsonObject> {
	const update = { changes: values.record ?? {}, isWhole: values.wholeRecord };
	const fields = await job.forms(formIn(values));
	let record: JsonObject = {};
	if (needsCurrent(fields, update)) {
		const current = await readCurrent(job, values, path);
		check?.(current);
		record = objectIn(current.record);
	}
	return await job.withSelections(fields, mergedRecord(fields, record, update));
}

async function readCurrent(
	{ client, entry: { resource } }: Job,
	values: Values,
	path: string,
): Promise<JsonObject> {
	const { get: operation } = resource.operations;
	const reply = await client.send({ method: 'GET', path, query: {} });
	return (operation && toRows({ resource, operation }, values, reply)[0]) ?? {};
}

/** Makes output items from rows, and hints at what the rows lacked. Reads the form before the first row. */
async function makeOutputs(
	job: Job,
	{ values }: Checked,
	pages: AsyncIterable<readonly JsonObject[]>,
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
			`Not downloaded, as the service returned no content: ${listInWords(contentless)}`,
			'warning',
		);
	return outputs;
}
