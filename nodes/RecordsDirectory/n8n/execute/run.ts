import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Strategy } from '../../api/define';
import { simplified, valuesReader, type FormField } from '../../core/form/field';
import { memoize } from '../../core/grouped';
import { omit, type JsonObject } from '../../core/json';
import { restValues } from '../../core/request/request';
import type { Subject } from '../../core/text';
import { InputError } from '../../core/values/input-error';
import { formIn } from '../../core/values/validate';
import { itemReader, startExecution, type ExecutionStart } from '../parameters/item-reader';
import { connect, sleepUntilStopped } from '../transport/client';
import { cancelSignal, readSiteZone } from '../transport/attempt';
import { toNodeError } from '../transport/error-messages';
import { readAttachments } from './attachments';
import { entrySyncSteps, entryUpsertSteps, sendableEntries } from './actions/directory';
import { importSteps } from './actions/import';
import { lookUpSteps, withRecordsFound } from './actions/look-up';
import { importEntry, mustKeepOthers } from './actions/record-update';
import { recordUpsertSteps } from './actions/record-upsert';
import { pageSteps, requestSteps } from './actions/single';
import { adviseAfterRun } from './hints';
import { sendSteps } from './send-steps';
import {
	eachItemWithPauses,
	eachWithPauses,
	makeJob,
	type Checked,
	type Job,
	type Step,
} from './job';
import { Outcomes } from './outcomes';
import { mappedToForms } from './record-mapping';

/** In order. Some runs first read what the service already has. */
type Runner = (job: Job, checked: readonly Checked[]) => Step[] | Promise<Step[]>;

const sendableSteps: Runner = (job, checked) => requestSteps(job, sendableEntries(job, checked));

/** A strategy without a row does not compile. */
const RUNNERS: { readonly [K in Strategy['kind']]: Runner } = {
	single: requestSteps,
	pages: pageSteps,
	lookUp: lookUpSteps,
	update: sendableSteps,
	updateRecord: async (job, checked) =>
		requestSteps(job, await eachItemWithPauses(job, checked, (one) => mustKeepOthers(job, one))),
	rewrite: requestSteps,
	create: sendableSteps,
	async import(job, checked) {
		const sendable = sendableEntries(job, checked);
		return importSteps(
			job,
			await eachItemWithPauses(job, sendable, (one) => importEntry(job, one)),
		);
	},
	upsertRecords: recordUpsertSteps,
	upsertEntries: entryUpsertSteps,
	syncEntries: entrySyncSteps,
};

/** The only execute loop: checks all items, then sends, and links every output to its item. */
export async function run(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const outputs = runAll(this).catch((error: unknown) => {
		throw toNodeError(this.getNode(), error);
	});
	return [await outputs];
}

async function runAll(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const start = startExecution(context, await readSiteZone(context));
	const outcomes = new Outcomes(start);
	const checked = await checkItems(start, outcomes);
	if (checked.length > 0) await sendAll(start, checked, outcomes);
	outcomes.throwMistakes();
	outcomes.hintAtFailures();
	return outcomes.outputsInOrder();
}

async function sendAll(start: ExecutionStart, items: readonly Checked[], outcomes: Outcomes) {
	const connecting = connect(start.context, { journal: outcomes.progress });
	// What is wrong with the credential is about no item.
	const client = await connecting.catch((error: unknown) => outcomes.failAll(items, error, {}));
	if (!client) return;
	const job = makeJob(start, client, outcomes);
	const mapped = await mappedToForms(job, items);
	// Rejects items whose files cannot be used before anything is sent.
	const checked = await eachItemWithPauses(job, mapped, (one) =>
		one.values.file === undefined ? one : readAttachments(job.context, one).then(() => one),
	);
	await sendInTurn(job, checked);
	await adviseAfterRun(job, checked);
}

/** Nothing is sent until all items have been checked. */
async function sendChecked(job: Job, checked: readonly Checked[]): Promise<void> {
	const { entry, outcomes } = job;
	const make = async () => {
		const found = await withRecordsFound(job, checked);
		outcomes.written = await whatIsSent(job, found);
		return await RUNNERS[entry.operation.runs.kind](job, found);
	};
	const steps = (await make().catch((error: unknown) => outcomes.failAll(checked, error))) ?? [];
	outcomes.throwMistakes();
	if (!outcomes.plan) return await sendSteps(job, checked, steps);
	await eachWithPauses(steps, ({ items, plan }) => {
		for (const [at, rows] of (plan?.() ?? []).entries()) {
			const outputs = rows.map((json) => ({ json }));
			outcomes.succeed(items[at] ?? '', outputs);
		}
	});
}

/** A record as *Get Many* names it, or as its JSON does; an entry without its password. Takes no request. */
async function whatIsSent(
	{ entry: { operation, resource }, forms, outcomes }: Job,
	checked: readonly Checked[],
): Promise<ReadonlyMap<Subject, JsonObject>> {
	const sent = new Map<Subject, JsonObject>();
	const isOfRecord = 'record' in resource.entity;
	const isWrite = ['created', 'updated', 'imported', 'upserted'].includes(operation.returns.kind);
	if (!isWrite || !(isOfRecord || 'code' in resource.entity)) return sent;
	const entity = { ...resource.entity, ...outcomes.own };
	const readerFor = memoize((fields: readonly FormField[]) =>
		valuesReader(fields, { keys: 'captions', isPart: true }),
	);
	await eachWithPauses(checked, ({ item, values }) => {
		const rest = restValues(operation, values);
		if (!isOfRecord) return void sent.set(item, omit(rest, ['loginPass']));
		// The service need not update the record that an import names, nor set a status.
		const body = outcomes.plan ? rest : omit(rest, ['recordId', 'status']);
		const take = (fields?: readonly FormField[]) =>
			void sent.set(item, simplified({ ...resource, entity }, body, fields && readerFor(fields)));
		return values.mapped ? forms(formIn(values)).then(take) : take();
	});
	return sent;
}

/** Reads every item before any is sent: nobody wants to learn of item 73's mistake after 72 writes. */
async function checkItems(start: ExecutionStart, outcomes: Outcomes): Promise<Checked[]> {
	const { context, entry } = start;
	const { params, runs } = entry.operation;
	const isSync = runs.kind === 'syncEntries';
	const local = Object.entries(params).filter(([, one]) => one.place === 'local' && !one.optional);
	const checked: Checked[] = [];
	const all: Array<ReturnType<ReturnType<typeof itemReader>>> = [];
	const read = itemReader(start);
	await eachWithPauses(context.getInputData().keys(), (item) => void all.push(read(item)));
	// Where one item is to be planned only, nothing is sent.
	if (!isSync && all.some(({ values }) => values.dryRun)) outcomes.plan = { problems: new Map() };
	for (const [item, { values, problem }] of all.entries()) {
		// A dry run shows each problem beside its item, but not one of its settings.
		const isPlanned = isSync && values.dryRun === true && local.every(([name]) => name in values);
		if (problem === undefined) checked.push({ item, values });
		else if (problem instanceof InputError && isPlanned) checked.push({ item, values, problem });
		else outcomes.reject(item, problem);
	}
	return checked;
}

/** When the last run of a form ends, by site and form; for the whole process. */
const ends = new Map<string, Promise<void>>();
const LONGEST_SLEEP_MS = 250;

/** Each of two runs that compare and write the same forms would create a record that both miss. */
async function sendInTurn(job: Job, checked: readonly Checked[]): Promise<void> {
	const isUpsert = job.entry.operation.runs.kind === 'upsertRecords';
	const all = isUpsert ? checked.map(({ values }) => `${job.client.site} ${values.form}`) : [];
	const forms = [...new Set(all)];
	// A run takes all its forms at once, so two runs never wait for each other.
	const before = forms.flatMap((form) => ends.get(form) ?? []);
	const turn = before.length > 0 ? waitForEnd(job, Promise.all(before)) : Promise.resolve();
	const sending = turn.then(
		() => sendChecked(job, checked),
		(error: unknown) => job.outcomes.failAll(checked, error),
	);
	const over = Promise.allSettled([...before, sending]).then(() => {
		for (const form of forms) if (ends.get(form) === over) ends.delete(form);
	});
	for (const form of forms) ends.set(form, over);
	await sending;
}

async function waitForEnd({ context, outcomes }: Job, before: Promise<unknown>): Promise<void> {
	outcomes.progress.waits(
		'Waiting for another run that creates or updates records of the same form',
	);
	const stops = [cancelSignal(context)];
	let isOver = false;
	const over = before.then(() => void (isOver = true));
	while (!isOver) await Promise.race([over, sleepUntilStopped(LONGEST_SLEEP_MS, stops)]);
}
