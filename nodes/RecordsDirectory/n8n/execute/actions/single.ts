import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../../../api/define';
import type { JsonObject } from '../../../core/json';
import { rowsPerPage } from '../../../core/limits';
import { listed } from '../../../core/text';
import { contentlessIn, withoutContent } from '../../../core/values/comment-file';
import { parseConditions } from '../../../core/form/conditions';
import { mergedRecord, needsCurrent } from '../../../core/form/record-writer';
import { someInWords } from '../../../core/form/names';
import { formIn, type Values } from '../../../core/values/validate';
import { wholeBody, toRequest, type ApiRequest } from '../../../core/request/request';
import { objectIn, toRows } from '../../../core/request/reply';
import { downloaded, withAttachments } from '../attachments';
import { readList } from '../../transport/list-reader';
import type { Checked, Job, Step } from '../job';
import { adviseConditions } from '../hints';
import { eachWithPauses } from '../pauses';
import { readLayout } from '../../form/form-cache';
import { isSimplifying, wantedRows } from '../../parameters/item-values';
import { knownForm, learnNewest, sendEntries, type Rows } from './look-up';

/** Makes one step per item that reads the pages of its list. */
export const pageSteps = (job: Job, checked: readonly Checked[]): Step[] =>
	checked.map((one) => ({
		items: [one.item],
		work: async () => [
			[...skippedFilters(one), ...(await makeOutputs(job, one, readPages(job, one)))],
		],
	}));

/** Tells an agent's model, which sees nothing but the output, which filters did not count. */
const skippedFilters = ({
	item,
	values: { skippedFilters = [] },
}: Checked): INodeExecutionData[] =>
	skippedFilters.length === 0
		? []
		: [
				{
					json: { note: `Not filtered by ${listed(skippedFilters)}: no value was given.` },
					pairedItem: { item },
				},
			];

async function* readPages(job: Job, { item, values }: Checked): AsyncGenerator<Rows> {
	await job.keywords(values);
	const isMatch = await readConditions(job, values);
	// A list by time may show a record again.
	const all = new Set<unknown>();
	const matching = new Set<unknown>();
	const counted =
		isMatch &&
		((row: JsonObject) => {
			const isOne = isMatch(row);
			all.add(row.recordId);
			if (isOne) matching.add(row.recordId);
			return isOne;
		});
	// A condition on the deletion would otherwise find nothing.
	const withDeleted = values.conditions?.some(({ field }) => field === 'isDeleted') === true;
	const fields = values.form === undefined ? undefined : await job.forms.known(values.form);
	const pageSize = fields && rowsPerPage(fields.length);
	const list = { ...job.entry, values, isMatch: counted, withDeleted, pageSize };
	yield* readList(job.client, list, wantedRows(job, item));
	adviseConditions(job, { all: all.size, matching: matching.size });
}

/** Returns the test for the conditions of an item; undefined if it has none. */
export async function readConditions(job: Job, values: Values) {
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
	const { returns } = entry.operation;
	if (returns.kind !== 'created') return yield toRows(entry, values, await client.send(request));
	const form = knownForm(values);
	const sought = [{ body: { ...request.body }, form, isNew: undefined }];
	const [rows = []] = await sendEntries(job, sought, {
		findsNew: values.findNew === true,
		send: async () => [toRows(entry, values, await client.send(request))],
		rowsOfSaved({ rows: [row] = [] }) {
			const body = { [returns.identity]: row?.[returns.identity] };
			return toRows(entry, values, { statusCode: 201, headers: {}, body });
		},
	});
	if (form !== undefined) learnNewest(job, form, rows);
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
	{ item, values }: Checked,
	pages: AsyncIterable<Rows>,
): Promise<INodeExecutionData[]> {
	const { context, entry, outcomes } = job;
	const outputs: INodeExecutionData[] = [];
	const simplify = isSimplifying(job, item);
	const download = values.downloadFiles === true;
	const layOut = await readLayout(entry.resource, job.forms, { values, simplify });
	const contentless: string[] = [];
	for await (const rows of pages) {
		await eachWithPauses(rows, (row) => {
			const light = simplify || download ? withoutContent(row) : row;
			const take = (more: Pick<INodeExecutionData, 'binary'> = {}) =>
				void outputs.push({ json: layOut(light) as IDataObject, pairedItem: { item }, ...more });
			if (!download) return take();
			contentless.push(...contentlessIn(row));
			return downloaded(context, row).then((binary) => take(binary && { binary }));
		});
		if (entry.operation.runs.kind === 'pages') job.progress.done(outputs.length, 'rows');
	}
	if (contentless.length > 0)
		outcomes.hint(
			`Not downloaded, as the service returned no content: ${someInWords(contentless)}`,
			'warning',
		);
	return outputs;
}
