import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { Failure, type FailureKind } from '../../core/request/failure';
import { Refusal } from '../../core/values/input-error';
import { connect } from '../transport/client';
import { toNodeError } from '../transport/errors';
import { watchOf } from './choose-watch';
import { memoryOf, type Memory } from './memory';

/** The longest wait for the site's limit inside a poll; n8n polls again soon enough. */
const PATIENCE_MS = 5_000;
const LONGEST_REQUEST_MS = 30_000;
const USUAL_BUDGET_MS = 300_000;

/** Failures that pass by themselves; they must not keep a workflow from being activated. */
const PASSING: readonly FailureKind[] = ['rate', 'quota', 'service', 'network'];

/** The only poll: state in, events out, and the state written once, last. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return await sample(this).catch(fail(this));
	const memory = memoryOf(this);
	memory.noteRegistration(this);
	// n8n may start a poll while the one before has not ended; it has nothing to add.
	if (memory.isPolling) return null;
	memory.isPolling = true;
	try {
		const items = await changes(this, memory).catch(fail(this));
		return items;
	} finally {
		memory.isPolling = false;
	}
}

const fail = (context: IPollFunctions) => (error: unknown) => {
	throw toNodeError(context.getNode(), error);
};

/** The editor's test step: the newest rows, whatever has been emitted; the state is not touched. */
async function sample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const watch = watchOf(context, await client(context));
	const items = await watch.sample();
	if (items.length === 0) {
		throw new Refusal(
			'Nothing to show yet',
			'The service has no data that matches the settings. The trigger works all the same: it starts the workflow when something changes.',
		);
	}
	return output(items);
}

async function changes(
	context: IPollFunctions,
	memory: Memory,
): Promise<INodeExecutionData[][] | null> {
	const store = context.getWorkflowStaticData('node');
	const saved = memory.resume(store.state);
	// Only n8n's scheduler, which the durable cursors need, sets polls a limit of their own.
	const isScheduled = budgetOf(context) !== USUAL_BUDGET_MS;
	if (isScheduled && memory.hasJustTold(saved)) return null;
	const deadline = performance.now() + budgetOf(context) / 2;
	try {
		const watch = watchOf(context, await client(context));
		const { items, state } = await watch.changes(saved, {
			mayHaveMissed: memory.mayHaveMissed,
			isTimeUp: () => performance.now() > deadline,
		});
		memory.noteSuccess(context);
		const kept = memory.keep(saved, state as object, idsOf(items));
		// n8n notices assignments at the top only, and a failure before this line must change nothing.
		store.state = kept as IDataObject;
		if (items.length > 0) return output(items);
		const { saveEveryMs } = watch;
		const isToSave = saveEveryMs !== undefined && !isScheduled;
		return isToSave && memory.isWorthSaving(saved, kept, saveEveryMs)
			? NOTHING_BUT_THE_STATE
			: null;
	} catch (error) {
		if (saved === undefined && error instanceof Failure && PASSING.includes(error.kind)) {
			context.logger.warn(`The first poll did not succeed and is repeated: ${error.message}`);
			return null;
		}
		return fail(context)(error);
	}
}

const idsOf = (items: readonly IDataObject[]) => items.map(({ eventId }) => eventId);

/** n8n saves the state with each execution that a poll starts, also with one of no items. */
const NOTHING_BUT_THE_STATE: INodeExecutionData[][] = [[]];

const client = (context: IPollFunctions) =>
	connect(context, {
		// With little time, n8n's next poll is the second attempt: this one must end within its budget.
		patienceMs: budgetOf(context) < USUAL_BUDGET_MS ? 0 : PATIENCE_MS,
		timeoutMs: Math.min(LONGEST_REQUEST_MS, budgetOf(context) / 3),
	});

/** Milliseconds that n8n gives a poll; older versions do not say. */
const budgetOf = (context: IPollFunctions): number =>
	(context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? USUAL_BUDGET_MS;

const output = (items: readonly IDataObject[]): INodeExecutionData[][] => [
	items.map((json) => ({ json })),
];
