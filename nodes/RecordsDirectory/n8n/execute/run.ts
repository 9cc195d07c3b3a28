import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../../core/values/input-error';
import { itemReader } from '../parameters/item-reader';
import { chosenOperation, type ExecutionStart } from '../parameters/item-values';
import { givenTo } from '../parameters/parameter-source';
import { connect } from '../transport/client';
import { cancelSignal, readSiteZone } from '../transport/attempt';
import { toNodeError } from '../transport/errors';
import { sleepUntilStopped } from '../transport/pacer';
import { withUsableFiles } from './attachments';
import { Dispatch } from './dispatch';
import { adviseAfterRun, announce } from './hints';
import { makeJob, type Checked, type Job } from './job';
import { Outcomes } from './outcomes';
import { mappedToForms } from './record-mapping';
import { makeSteps, runKind } from './strategies';
import { eachWithPauses } from './pauses';

/** The only execute loop: checks all items, then sends, and links every output to its item. */
export async function run(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const outputs = runAll(this).catch((error: unknown) => {
		throw toNodeError(this.getNode(), error);
	});
	return [await outputs];
}

async function runAll(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const given = givenTo(context);
	const entry = chosenOperation(given);
	const start: ExecutionStart = { context, given, entry, zone: await readSiteZone(context) };
	const outcomes = new Outcomes(start);
	const checked = await checkItems(start, outcomes);
	const connecting = checked.length > 0 && connect(context, { journal: outcomes.progress });
	const client =
		connecting &&
		(await connecting.catch((error: unknown) => outcomes.failToConnect(checked, error)));
	if (client) {
		const job = makeJob(start, client, outcomes);
		await sendAll(job, checked);
		adviseAfterRun(job, checked);
	}
	outcomes.throwMistakes();
	outcomes.hintAtFailures(runKind(start));
	return outcomes.outputsInOrder();
}

/** Nothing is sent until all items have been checked. */
async function sendAll(job: Job, items: readonly Checked[]): Promise<void> {
	const checked = await withUsableFiles(job, await mappedToForms(job, items));
	const failAll = (error: unknown) => job.outcomes.failAll(checked, error);
	const endTurn = await takeTurn(job, checked).catch(failAll);
	if (endTurn) await sendChecked(job, checked).finally(endTurn);
}

async function sendChecked(job: Job, checked: readonly Checked[]): Promise<void> {
	const { outcomes } = job;
	const steps = await makeSteps(job, checked).catch((error: unknown) => {
		outcomes.failAll(checked, error);
		return [];
	});
	outcomes.throwMistakes();
	announce(job, checked, steps.length);
	await new Dispatch(job, checked, steps).send();
}

/** Reads every item before any is sent: nobody wants to learn of item 73's mistake after 72 writes. */
async function checkItems(start: ExecutionStart, outcomes: Outcomes): Promise<Checked[]> {
	const { context, entry } = start;
	const isSync = entry.operation.runs.kind === 'syncEntries';
	const checked: Checked[] = [];
	const read = itemReader(start);
	await eachWithPauses(context.getInputData().keys(), (item) => {
		const { values, problem } = read(item);
		if (problem === undefined) checked.push({ item, values });
		// A dry run shows each problem beside its item.
		else if (problem instanceof InputError && isSync && values.dryRun === true)
			checked.push({ item, values, problem });
		else outcomes.reject(item, problem);
	});
	return checked;
}

/** When the last run of a form ends, by site and form; for the whole process. */
const ends = new Map<string, Promise<void>>();
const LONGEST_SLEEP_MS = 250;

/**
 * Waits until no other run in this process compares and writes the same forms: each of two runs would create a
 * record that both miss. Returns the function that ends the turn. Fails if the execution is canceled meanwhile.
 */
async function takeTurn(job: Job, checked: readonly Checked[]): Promise<() => void> {
	const isUpsert = job.entry.operation.runs.kind === 'upsertRecords';
	const forms = isUpsert ? checked.map(({ values }) => `${job.client.site} ${values.form}`) : [];
	let end = () => {};
	const own = new Promise<void>((resolve) => (end = resolve));
	let isTaken = false;
	try {
		// In one order, so that two runs never wait for each other.
		for (const form of [...new Set(forms)].sort()) {
			const before = ends.get(form);
			const both = Promise.all([before, own]).then(() => {
				if (ends.get(form) === both) ends.delete(form);
			});
			ends.set(form, both);
			if (before) await waitForEnd(job, before);
		}
		isTaken = true;
		return end;
	} finally {
		if (!isTaken) end();
	}
}

async function waitForEnd({ context, progress }: Job, before: Promise<void>): Promise<void> {
	progress.waits('Waiting for another run that creates or updates records of the same form');
	const stops = [cancelSignal(context)];
	let isOver = false;
	const over = before.then(() => void (isOver = true));
	while (!isOver) await Promise.race([over, sleepUntilStopped(LONGEST_SLEEP_MS, stops)]);
}
