import { ownProperty, type JsonObject } from '../../../core/json';
import { rowsPerPage } from '../../../core/limits';
import { grouped } from '../../../core/grouped';
import { listed, listInWords, withThousands } from '../../../core/text';
import { parseConditions } from '../../../core/form/conditions';
import { fieldFor, namedBy } from '../../../core/form/names';
import { identifiersIn } from '../../../core/values/list-parameters';
import { recordIn, SYSTEM_FIELDS } from '../../../core/values/record-properties';
import { formIn, type Values } from '../../../core/values/validate';
import { wholeBody } from '../../../core/directory/plan';
import { toAddress, toRequest, type ApiRequest } from '../../../core/request/request';
import { Failure, type RawReply } from '../../../core/request/failure';
import { toRows } from '../../../core/request/reply';
import { contentlessIn, downloaded, readAttachments, withoutContent } from '../attachments';
import { readList, readRows, recordList, type Rows } from '../../transport/list-reader';
import { adviseCount } from '../hints';
import { eachWithPauses, type Checked, type Job, type Step } from '../job';
import type { Output } from '../outcomes';
import { learnNewest, sendEntries, toEntry } from './sent';
import { readCurrent, sendInShape, updateRecord } from './record-update';
import { readLayout } from '../../form/form-readers';

/** What only one item reads need not be kept for another. */
const repeated = (keys: readonly string[]): ReadonlySet<string> =>
	new Set(grouped(keys, (key) => key).flatMap(([key, { length }]) => (length > 1 ? key : [])));

/** A condition on the deletion would otherwise find nothing. */
const readsDeleted = ({ conditions }: Values) =>
	conditions?.some(({ field }) => field === 'isDeleted') === true;

/** Conditions only choose among what an item reads. */
function toListKey({ values }: Checked): string {
	const { conditions, limit, ...others } = values;
	return JSON.stringify([others, conditions?.length ? readsDeleted(values) : { limit }]);
}

/** A model reads every word, and the number of the others says more than they do. */
const MOST_FOR_MODEL = 50;

/** One step per item; items with the same list share it. */
export function pageSteps(job: Job, checked: readonly Checked[]): Step[] {
	const isTool = job.context.getNode().type.endsWith('Tool');
	const lists = { shared: repeated(checked.map(toListKey)), read: new Map() };
	return checked.map((one) => ({
		items: [one.item],
		async work() {
			const outputs = await makeOutputs(job, one, readPages(job, one, lists));
			const { returnAll, skippedFilters = [] } = one.values;
			if (returnAll && job.entry.operation === recordList.operation)
				await adviseCount(job, one.values, outputs.length);
			const shown = returnAll && isTool ? outputs.slice(0, MOST_FOR_MODEL) : outputs;
			const all = withThousands(outputs.length);
			// An agent's model sees nothing but the output.
			const notes = [
				skippedFilters.length > 0 &&
					`Not filtered by ${listed(skippedFilters)}: no value was given.`,
				shown.length < outputs.length && `${all} found. The first ${MOST_FOR_MODEL} follow.`,
			].filter(Boolean);
			return [notes.length === 0 ? shown : [{ json: { note: notes.join(' ') } }, ...shown]];
		},
	}));
}

interface Lists {
	readonly shared: ReadonlySet<string>;
	/** By key. All items share the result, also an error. */
	readonly read: Map<string, Promise<Rows>>;
}

async function* readPages(job: Job, one: Checked, lists: Lists): AsyncGenerator<Rows> {
	const { values } = await job.withRecordId(one);
	await job.keywords(values);
	const isMatch = await readConditions(job, values);
	const fields = await job.forms.known(formIn(values));
	const pageSize = fields && rowsPerPage(fields.length);
	const list = { ...job.entry, values, withDeleted: readsDeleted(values), pageSize };
	const wanted = values.returnAll ? Infinity : Number(values.limit);
	const key = toListKey(one);
	if (!lists.shared.has(key)) return yield* readList(job.client, { ...list, isMatch }, wanted);
	const reading = lists.read.get(key) ?? readRows(job.client, list, isMatch ? Infinity : wanted);
	lists.read.set(key, reading);
	const found: JsonObject[] = [];
	await eachWithPauses(await reading, (row) => {
		if (found.length < wanted && (isMatch?.(row) ?? true)) found.push(row);
	});
	yield found;
}

export async function readConditions(job: Job, values: Values) {
	if (!values.conditions?.length) return undefined;
	return parseConditions(await job.forms(formIn(values)), values, job.zone);
}

/** One step per item, with a request for each record. Items that read the same share it. */
export function requestSteps(job: Job, checked: readonly Checked[]): Step[] {
	const shared = repeated(checked.map((one) => toAddress(requestFor(job, one))));
	const read: Read = (request) =>
		shared.has(toAddress(request)) || job.readOnce.known(request)
			? job.readOnce(request)
			: job.client.send(request);
	return grouped(checked, ({ item }) => item).map(([item, all]) => ({
		items: [item],
		plan: () => [
			all.map(({ values, record, changes }) => ({
				...toRows(job.entry, values)[0],
				...(record && { record }),
				changes,
			})),
		],
		async work() {
			const outputs: Output[] = [];
			for (const [n, one] of all.entries()) {
				const made = makeOutputs(job, one, sendRequest(job, one, read));
				const failing = (error: unknown) => {
					if (n === 0 || !(error instanceof Failure)) throw error;
					const done = listInWords(all.slice(0, n).map(({ values }) => String(values.recordId)));
					const message = `Records done: ${done}; the next of ${all.length} failed: ${error.message}`;
					throw error.with({ message, ambiguous: true });
				};
				outputs.push(...(await made.catch(failing)));
			}
			return [outputs];
		},
	}));
}

const requestFor = ({ entry }: Job, { values }: Checked) => toRequest(entry.operation, values);

type Read = (request: ApiRequest) => Promise<RawReply>;

async function* sendRequest(job: Job, checked: Checked, read: Read): AsyncGenerator<Rows> {
	const { context, entry } = job;
	const one = await job.withRecordId(checked);
	const { values } = one;
	const given = requestFor(job, one);
	const file = values.file && (await readAttachments(context, one));
	const attached = file ? { ...given, body: { ...given.body, file } } : given;
	const isRecord = entry.operation.runs.kind === 'updateRecord';
	const request = isRecord ? attached : await completed(job, values, attached);
	const write = () =>
		isRecord ? updateRecord(job, values, request, one) : sendInShape(job, values, request);
	const send = () => (request.method === 'GET' ? read(request) : write());
	if (entry.operation.returns.kind !== 'created') return yield toRows(entry, values, await send());
	const sent = toEntry(job, one, undefined);
	const outputs = await sendEntries(job, [sent], send);
	if (sent.form !== undefined) learnNewest(job, sent.form, outputs.flat());
	yield* outputs;
}

/** Adds what an update of an entry must contain besides the changes. A rewrite also gets what it sets. */
async function completed(job: Job, values: Values, request: ApiRequest): Promise<ApiRequest> {
	const { operation, resource } = job.entry;
	const { path, body } = request;
	const sets = operation.runs.kind === 'rewrite' && operation.runs.sets;
	if (values.keepOthers !== true && !sets) return request;
	const { update = operation } = resource.operations;
	const entity = await readCurrent(job, values, path);
	return { ...request, body: wholeBody(update, entity, { ...body, ...sets }) };
}

/** The service limits only the fields of lists. */
async function readChosen({ entry, forms }: Job, values: Values) {
	const isList = entry.operation.returns.kind === 'many';
	if (values.fields === undefined || isList) return (row: JsonObject) => row;
	const all = await forms(formIn(values));
	const chosen = identifiersIn(values.fields).flatMap((name) =>
		// They are in the output anyway.
		SYSTEM_FIELDS.has(name) ? namedBy(all, name) : fieldFor(all, name),
	);
	return (row: JsonObject) => {
		const kept = chosen.map(({ id }) => [id, ownProperty(recordIn(row), id)]);
		return { ...row, record: Object.fromEntries(kept) as JsonObject };
	};
}

/** Hints at what the rows lacked. Reads the form before the first row. */
async function makeOutputs(
	job: Job,
	{ values }: Checked,
	pages: AsyncIterable<Rows>,
): Promise<Output[]> {
	const { context, entry, outcomes } = job;
	const outputs: Output[] = [];
	const simplify = values.simplify === true;
	const download = values.downloadFiles === true;
	const layOut = await readLayout(entry.resource, job.forms, values);
	const keepChosen = await readChosen(job, values);
	const contentless: string[] = [];
	for await (const rows of pages) {
		await eachWithPauses(rows, (row) => {
			const light = simplify || download ? withoutContent(row) : row;
			const json = layOut(keepChosen(light));
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
