import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { JsonObject } from '../../../core/json';
import { rowsPerPage } from '../../../core/limits';
import { listed } from '../../../core/values/text';
import { contentlessIn, withoutContent } from '../../../core/values/comment-file';
import { parseConditions, type IsMatch } from '../../../core/form/conditions';
import { someInWords } from '../../../core/form/names';
import { formIn, type Values } from '../../../core/values/validate';
import type { LookedUpEntry } from '../../../core/request/failure';
import { toRows } from '../../../core/request/reply';
import { toRequest, type ApiRequest } from '../../../core/request/request';
import { downloaded, withAttachments } from '../attachments';
import { readList } from '../../transport/list-reader';
import type { Checked, Job, Step } from '../job';
import { adviseConditions, hint } from '../hints';
import { eachWithPauses } from '../pauses';
import { readLayout } from '../../form/output-rows';
import { simplifyOf, wantedRowsOf } from '../../parameters/item-values';
import type { Completion } from './completion';
import {
	formOfSought,
	learnNewest,
	lookUp,
	newestBefore,
	sendOrLookUp,
	withRecordIds,
	type Search,
} from './look-up';

/** Makes one step per item that reads the pages of its list. */
export const pageSteps = (job: Job, checked: readonly Checked[]): Step[] =>
	checked.map((one) => ({
		items: [one.item],
		work: async () => [
			[...skippedFilters(one), ...(await outputsFrom(job, one, pagesOf(job, one)))],
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

async function* pagesOf(job: Job, { item, values }: Checked): AsyncGenerator<Rows> {
	await job.keywords(values);
	const isMatch = await conditionTestOf(job, values);
	// A list by time may show a record again.
	const all = new Set<unknown>();
	const matching = new Set<unknown>();
	const counted: IsMatch | undefined =
		isMatch &&
		((row) => {
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
	yield* readList(job.client, list, wantedRowsOf(job, item));
	adviseConditions(job.context, { all: all.size, matching: matching.size });
}

/** Returns the test for the conditions of an item; undefined if it has none. */
export async function conditionTestOf(job: Job, values: Values): Promise<IsMatch | undefined> {
	if (!values.conditions?.length) return undefined;
	return parseConditions(await job.forms(formIn(values)), values, job.zone);
}

/** Makes one step per item, with its request. An update may read values first. */
export const requestSteps = (
	job: Job,
	checked: readonly Checked[],
	completion?: Completion,
): Step[] =>
	checked.map((one) => ({
		items: [one.item],
		work: async () => [await outputsFrom(job, one, replied(job, one, completion))],
	}));

type Rows = readonly JsonObject[];
async function* replied(
	job: Job,
	{ item, values }: Checked,
	completion: Completion | undefined,
): AsyncGenerator<Rows> {
	const { context, entry, client } = job;
	const given = await withAttachments(
		context,
		{ item, values },
		toRequest(entry.operation, values),
	);
	const isPart = completion && (await completion.isNeeded(values));
	const request = isPart ? await completion.completed(values, given) : given;
	const isCreation = entry.operation.returns.kind === 'created';
	const sought = isCreation ? [soughtIn(values, request)] : [];
	const newest = await newestBefore(job, sought, { isWanted: values.findNew === true });
	const search = { sought, newest };
	const [rows = []] = await sendOrLookUp({
		count: 1,
		send: async () => [toRows(entry, values, await client.send(request))],
		lookUp: async () => await looksOf(job, values, search),
	});
	const [found = rows] = values.findNew ? await withRecordIds(job, search, [rows]) : [];
	for (const { form } of sought) if (form !== undefined) learnNewest(job, form, found);
	yield found;
}

/** Returns what the service has of an entry that was to be created. Other operations are not looked up. */
async function looksOf(
	job: Job,
	values: Values,
	search: Search,
): Promise<readonly LookedUpEntry[]> {
	const { returns } = job.entry.operation;
	if (returns.kind !== 'created') return [];
	const looks = await lookUp(job, search);
	return looks.map((look) => {
		const [row = {}] = look.rows ?? [];
		const body = { [returns.identity]: row[returns.identity] };
		return { ...look, rows: toRows(job.entry, values, { statusCode: 201, headers: {}, body }) };
	});
}

const soughtIn = (values: Values, { body }: ApiRequest) => ({
	body: { ...body },
	form: formOfSought(values),
	isNew: undefined,
});

/** Makes output items from rows, and hints at what the rows lacked. Reads the form before the first row. */
async function outputsFrom(
	job: Job,
	{ item, values }: Checked,
	pages: AsyncIterable<Rows>,
): Promise<INodeExecutionData[]> {
	const { context, entry } = job;
	const outputs: INodeExecutionData[] = [];
	const simplify = simplifyOf(job, item);
	const download = values.downloadFiles === true;
	const layOut = await readLayout(entry.resource, job.forms, { values, simplify });
	const contentless: string[] = [];
	for await (const rows of pages) {
		await eachWithPauses(rows, (row) => {
			const light = simplify || download ? withoutContent(row) : row;
			const take = (more: Pick<INodeExecutionData, 'binary'> = {}) =>
				void outputs.push({
					json: layOut(light) as IDataObject,
					pairedItem: { item },
					...more,
				});
			if (!download) return take();
			contentless.push(...contentlessIn(row));
			return downloaded(context, row).then((binary) => take(binary && { binary }));
		});
		if (entry.operation.runs.kind === 'pages') job.progress.done(outputs.length, 'rows');
	}
	if (contentless.length > 0) {
		const files = someInWords(contentless);
		hint(context, `Not downloaded, as the service returned no content: ${files}`, 'warning');
	}
	return outputs;
}
