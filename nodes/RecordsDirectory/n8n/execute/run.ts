import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { allFields, mustBeSendable, mustChange, pathParameters } from '../../core/request/request';
import { InputError } from '../../core/values/input-error';
import type { Values } from '../../core/values/validate';
import { formReader, keywordChecker } from '../form/form-cache';
import { selectionWriter } from '../form/selection-names';
import { itemReader, type ItemCheck } from '../parameters/item-reader';
import {
	chosenOperation,
	modelFilledPassword,
	ROW_COUNT_PARAMETERS,
	wantedRowsOf,
	type ExecutionStart,
} from '../parameters/item-values';
import { givenTo } from '../parameters/parameter-source';
import { connect, type Client } from '../transport/client';
import { readSiteZone } from '../transport/context';
import { isPlanOnly } from './actions/directory-sync';
import { isImported } from './actions/import';
import { withUsableFiles } from './attachments';
import { Dispatch } from './dispatch';
import { announce } from './announcement';
import { adviseZone, adviseImport, adviseLimit, adviseNotFound } from './hints';
import type { Checked, Fail, Job } from './job';
import { Outcomes } from './outcomes';
import { Progress } from './progress';
import { mappedToForms } from './record-mapping';
import { runKindOf, stepsOf } from './strategies';
import { eachWithPauses } from './pauses';
import { takeTurn } from './turns';

/** The only execute loop: checks all items, then sends, and links every output to its item. */
export async function run(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const given = givenTo(this);
	const entry = chosenOperation(given);
	const start: ExecutionStart = { context: this, given, entry, zone: await readSiteZone(this) };
	const progress = new Progress(this, entry);
	const outcomes = new Outcomes(progress, start);
	const checked = await checkedItems(start, outcomes);
	const client = checked.length > 0 && (await clientFor(this, checked, { outcomes, progress }));
	if (client) {
		await sendAll(jobOf(start, client, { progress, outcomes }), checked, outcomes);
		adviseLimit(this, client.waited());
		adviseZone(this, start.zone);
		adviseNotFound(
			this,
			checked
				.filter(({ item, values }) => values.findNew && outcomes.lacksRecordId(item))
				.map(({ item }) => item),
		);
		adviseImport(
			this,
			entry,
			checked.filter(isSingly).filter(({ item }) => !outcomes.hasFailed(item)).length,
		);
	}
	outcomes.throwMistakes();
	outcomes.hintAtFailures(DONE[entry.operation.method]);
	return [outcomes.outputsInOrder()];
}

/** What the steps of an execution work with. */
export const jobOf = (
	start: ExecutionStart,
	client: Client,
	{ progress, outcomes }: { readonly progress: Progress; readonly outcomes: Outcomes },
): Job => ({
	...start,
	client,
	progress,
	forms: formReader(client),
	keywords: keywordChecker(client),
	withSelections: selectionWriter(client),
	records: new Map(),
	linkOf: outcomes.linkOf,
	notes: outcomes.notes,
});

const isSingly = (one: Checked) => !isImported(one);

/** The outcome word of items that succeeded. */
const DONE = { GET: 'returned', POST: 'saved', PUT: 'saved', DELETE: 'deleted' } as const;

const clientFor = async (
	context: IExecuteFunctions,
	checked: readonly Checked[],
	{ outcomes, progress }: { readonly outcomes: Outcomes; readonly progress: Progress },
): Promise<Client | void> =>
	await connect(context, { journal: progress }).catch((error: unknown) => {
		outcomes.throwMistakes();
		if (!context.continueOnFail()) outcomes.stop(error);
		// If a node that continues on errors throws, n8n passes on its input as if it had succeeded.
		outcomes.failAll(checked, error);
	});

/** Nothing is sent until all items have been checked. */
async function sendAll(job: Job, items: readonly Checked[], outcomes: Outcomes): Promise<void> {
	const reject: Fail = (item, error) => outcomes.reject(item, error);
	const mapped = await mappedToForms(job, items, reject);
	const checked = await withUsableFiles(job.context, mapped, reject);
	const endTurn = await takeTurn(job, checked).catch((error: unknown) =>
		outcomes.failAll(checked, error),
	);
	if (endTurn) await sendChecked(job, checked, outcomes).finally(endTurn);
}

async function sendChecked(job: Job, checked: readonly Checked[], outcomes: Outcomes) {
	const reject: Fail = (item, error) => outcomes.reject(item, error);
	const steps = await stepsOf(job, checked, reject).catch((error: unknown) => {
		outcomes.failAll(checked, error);
		return [];
	});
	outcomes.throwMistakes();
	announce(job, { singly: checked.filter(isSingly), requests: steps.length });
	await new Dispatch(job, { checked, steps, kind: runKindOf(job) }, outcomes).send();
}

/** Reads every item before any is sent: nobody wants to learn of item 73's mistake after 72 writes. */
async function checkedItems(start: ExecutionStart, outcomes: Outcomes): Promise<Checked[]> {
	const { context, entry } = start;
	const checked: Checked[] = [];
	const leaked = modelFilledPassword(start);
	const read = itemReader(start, checksOf(start));
	await eachWithPauses(context.getInputData().keys(), (item) => {
		const { values, problem } = leaked ? { values: {}, problem: leaked } : read(item);
		if (problem === undefined) checked.push({ item, values });
		else if (problem instanceof InputError && isPlanOnly(entry, values))
			checked.push({ item, values, problem });
		else outcomes.reject(item, problem);
	});
	return checked;
}

/** Checks beyond the values themselves. */
function checksOf(start: ExecutionStart): ItemCheck[] {
	const { operation } = start.entry;
	const isList = operation.returns.kind === 'many';
	return [
		{
			of: isList ? Object.keys(allFields(operation)) : pathParameters(operation),
			check: (values) => mustBeSendable(operation, values),
		},
		...(isList
			? [
					{
						of: ROW_COUNT_PARAMETERS,
						check: (_: Values, item: number) => wantedRowsOf(start, item),
					},
				]
			: []),
		...(operation.runs.kind === 'update'
			? [
					{
						of: Object.keys(operation.additionalFields ?? {}),
						check: (values: Values) => mustChange(operation, values),
					},
				]
			: []),
	];
}
