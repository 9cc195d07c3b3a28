import type { INodeExecutionData } from 'n8n-workflow';
import { itemsInWords, type Subject } from '../../core/request/subject';
import { effectOf, type Progress } from '../../core/bulk/effect';
import { changed, Failure, isFinal } from '../../core/request/failure';
import { inCaptions } from './record-mapping';
import { directoryUpsertSteps, rewriteSteps } from './actions/directory-plan';
import { directorySyncSteps } from './actions/directory-sync';
import { createSteps, itemImportSteps } from './actions/import';
import type { Checked, Fail, Job, Step } from './job';
import { excessOf } from './maximum';
import { progressOf, tellBudget } from './progress';
import { recordUpsertSteps } from './actions/record-upsert';
import { singleSteps } from './actions/single';
import { outputsOf } from './actions/steps';
import { lookedUp, UnderWay } from './concurrent-steps';

/** What each subject comes to. */
export type Outputs = Map<Subject, readonly INodeExecutionData[]>;

/** What a run is to send: its steps, and the items that they are for. */
export interface Sending {
	readonly checked: readonly Checked[];
	readonly steps: Step[];
}

/** Takes the steps of an operation in their order, as far as they lead. */
export async function send(
	job: Job,
	{ checked, steps }: Sending,
	outputs: Outputs,
	fail: Fail,
): Promise<void> {
	const { method, returns } = job.entry.operation;
	const again = returns.kind === 'upserted' || returns.kind === 'synced' ? 'all' : 'remaining';
	const tooMany = await excessOf(job, steps);
	if (tooMany) {
		for (const { item } of checked) if (!outputs.has(item)) fail(item, tooMany);
		return;
	}
	tellBudget(job, steps.length);
	const tell = progressOf(job, 'items');
	const done: Subject[] = [];
	/** What was refused together with each, before it was sent in parts. */
	const refused = new Map<Subject, readonly Subject[]>();
	const underWay = new UnderWay();
	let halted: Failure | undefined;
	// The parts of a step, put behind it, come next.
	for (const [n, step] of steps.entries()) {
		const { items, isIdle, isLook, parts } = step;
		if (halted && !underWay.has(step)) {
			for (const item of items)
				fail(item, halted, { words: refused.has(item) ? NOT_AGAIN : 'It was not sent.', again });
			continue;
		}
		try {
			const found = await underWay.outputsOf(
				step,
				halted ? [] : steps.slice(n + 1, n + (step.atOnce ?? 1)),
			);
			items.forEach((item, i) => outputs.set(item, found[i] ?? []));
			if (!isIdle && !isLook) for (const item of items) done.push(item);
			tell(done.length, checked.length);
		} catch (caught) {
			if (parts && caught instanceof Failure && caught.status === 400) {
				for (const item of items) if (!refused.has(item)) refused.set(item, items);
				steps.splice(n + 1, 0, ...parts(caught));
				continue;
			}
			const [first] = items;
			const error = await inCaptions(
				job,
				checked.find(({ item }) => item === first),
				caught,
			);
			const failure = error instanceof Failure ? error : undefined;
			const { saved, others } = lookedUp(items, failure);
			for (const [item, rows] of saved) outputs.set(item, outputsOf(job, item, rows));
			done.push(...saved.keys());
			// What would fail in the same way for all others is not sent for them.
			if (failure && isFinal(failure)) halted = failure;
			const goesOn = job.context.continueOnFail() && !halted;
			const beside = goesOn ? NOTHING : await underWay.ended();
			const behind = goesOn ? [] : steps.slice(n + 1).filter((other) => !underWay.has(other));
			const progress: Progress = {
				// Where it goes on, what becomes of the others is in their own outputs.
				done: goesOn ? [...saved.keys()] : [...done, ...beside.done],
				failed: isLook ? beside.failed : [...others, ...beside.failed],
				unsent: unsentOf(behind, [...done, ...items, ...refused.keys()]),
				refused: goesOn ? (refused.get(first ?? '') ?? []) : [...refused.keys()],
				isOnly: steps.every((other) => other.items.every((item) => item === first)),
			};
			const effect = method === 'GET' ? undefined : effectOf(progress, again);
			const left = items.filter((item) => !saved.has(item));
			for (const item of firstOf(failure?.subject, left)) fail(item, ofItem(error, item), effect);
		}
	}
}

/** A step may be about what an earlier one has sent. */
function unsentOf(behind: readonly Step[], sent: readonly Subject[]): Subject[] {
	const known = new Set(sent);
	return [...new Set(behind.flatMap(({ items }) => items))].filter((item) => !known.has(item));
}

const NOTHING = { done: [], failed: [] };

const NOT_AGAIN =
	'It was refused together with others, and not sent again; the service does not say which it kept.';

/** The error of an item that is not to blame for it says who is. */
function ofItem(error: unknown, item: Subject): unknown {
	if (!(error instanceof Failure) || error.subject === undefined) return error;
	const { subject: blamed, message } = error;
	return item === blamed || message.includes(`(${itemsInWords([item])})`)
		? error
		: changed(error, { message: `Rejected together with ${itemsInWords([blamed])}: ${message}` });
}

/** Items in their order, but first the one that is to blame: n8n shows the error of one. */
const firstOf = (blamed: Subject | undefined, items: readonly Subject[]): readonly Subject[] =>
	blamed === undefined || !items.includes(blamed)
		? items
		: [blamed, ...items.filter((item) => item !== blamed)];

/** What is to be sent, in order; some operations have to look first at what is there. */
export async function stepsOf(job: Job, checked: readonly Checked[], fail: Fail): Promise<Step[]> {
	const { returns } = job.entry.operation;
	switch (returns.kind) {
		case 'imported':
			return itemImportSteps(job, checked, returns);
		case 'upserted':
			return job.entry.resourceName === 'record'
				? await recordUpsertSteps(job, returns.root, checked, fail)
				: await directoryUpsertSteps(job, returns.root, checked, fail);
		case 'synced':
			return await directorySyncSteps(job, returns.root, checked, fail);
		case 'rewritten':
			return rewriteSteps(job, returns.sets, checked);
		case 'created':
			return await createSteps(job, checked, fail);
		default:
			return singleSteps(job, checked);
	}
}
