import type {
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Failure, type FailureKind } from '../../core/request/failure';
import { Refusal } from '../../core/values/input-error';
import { spanInWords } from '../../core/duration';
import { isRow } from '../../core/json';
import { connect } from '../transport/client';
import { toNodeError } from '../transport/errors';
import { unlessLate } from '../transport/reply-body';
import { usable } from '../../core/trigger/saved-state';
import { watchOf } from './choose-watch';
import { memoryOf, type Memory } from './memory';
import { lineOf } from './trace-line';

/** The longest wait for the site's limit inside a poll; n8n polls again soon enough. */
const PATIENCE_MS = 5_000;
const LONGEST_REQUEST_MS = 30_000;
const USUAL_BUDGET_MS = 300_000;
/** n8n gives up a workflow whose first poll takes longer than 84 seconds, whatever it says of its budget. */
const LONGEST_POLL_MS = 60_000;

/** Nobody can mend a state; to fail with every poll would lose what comes as well. */
const LOST =
	'The saved state of this trigger cannot be used: another version has saved it, or it is damaged. The trigger starts again from how things are now. Changes since its last poll are lost.';

/**
 * The ways in which n8n makes a trigger poll for the first time: a person publishes, or n8n starts. All later polls on schedule
 * have the same way as that first one, but for those of n8n's scheduler, which are all an update.
 */
const PUBLISHING: readonly WorkflowActivateMode[] = ['activate', 'update'];
const STARTING: readonly WorkflowActivateMode[] = ['init', 'leadershipChange'];

/** Failures that pass by themselves; they must not keep a workflow from being activated. */
const PASSING: readonly FailureKind[] = ['rate', 'quota', 'service', 'network', 'slow'];

/** The only poll: state in, events out, and the state written once, last. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const time = timeOf(this);
	if (this.getMode() === 'manual') return await inTime(sample(this, time), time).catch(fail(this));
	const memory = memoryOf(this);
	const isFirst = memory.noteRegistration(this);
	// n8n may start a poll while the one before has not ended; it has nothing to add.
	if (memory.isPolling) return null;
	memory.isPolling = true;
	try {
		const items = await inTime(changes(this, { memory, time, isFirst }), time).catch(fail(this));
		return items;
	} finally {
		memory.isPolling = false;
		memory.hasPolled = true;
	}
}

const fail = (context: IPollFunctions) => (error: unknown) => {
	throw toNodeError(context.getNode(), error);
};

/** The moments of `performance.now` of one poll. */
interface PollTime {
	/** From here on nothing more is begun. */
	readonly enough: number;
	/** All requests have ended. */
	readonly requests: number;
	/** The poll is over, whatever still runs. */
	readonly end: number;
	/** Milliseconds from the beginning to the end. */
	readonly totalMs: number;
	readonly budgetMs: number;
}

function timeOf(context: IPollFunctions): PollTime {
	const now = performance.now();
	const budgetMs = budgetOf(context);
	const totalMs = Math.min(budgetMs * 0.8, LONGEST_POLL_MS);
	return {
		enough: now + totalMs / 2,
		requests: now + totalMs * 0.9,
		end: now + totalMs,
		totalMs,
		budgetMs,
	};
}

/** A poll that hangs is over all the same: n8n would wait for it, and so would all polls after it. */
async function inTime<T>(work: Promise<T>, { end, totalMs }: PollTime): Promise<T> {
	const outcome = await unlessLate(
		work.then((value) => ({ value })),
		end,
	);
	if (outcome) return outcome.value;
	throw new Failure({
		kind: 'slow',
		message: `The poll did not end within ${spanInWords(totalMs)}`,
	});
}

/** The editor's test step: the newest rows, whatever has been emitted; the state is not touched. */
async function sample(context: IPollFunctions, time: PollTime): Promise<INodeExecutionData[][]> {
	const watch = watchOf(context, await client(context, time));
	const items = await watch.sample();
	if (items.length === 0) {
		throw new Refusal(
			'Nothing to show yet',
			'The service has no data that matches the settings. The trigger works all the same: it starts the workflow when something changes.',
		);
	}
	return output(items);
}

interface Run {
	readonly memory: Memory;
	readonly time: PollTime;
	/** Whether no poll of this context was before. */
	readonly isFirst: boolean;
}

/** Where n8n keeps the state of this node. What is no object there keeps nothing that is assigned to it. */
function storeOf(context: IPollFunctions): IDataObject {
	const store: unknown = context.getWorkflowStaticData('node');
	if (isRow(store)) return store as IDataObject;
	throw new Refusal(
		"n8n's saved data of this node is damaged, so that the trigger cannot save its state",
		'Give the node another name and publish the workflow: the trigger then starts again from how things are now.',
	);
}

async function changes(
	context: IPollFunctions,
	{ memory, time, isFirst }: Run,
): Promise<INodeExecutionData[][] | null> {
	const store = storeOf(context);
	const warn = (sentence: string) => {
		if (memory.isNews(sentence)) context.logger.warn(sentence);
	};
	const saved = memory.resume(store.state);
	// Only n8n's scheduler, which the durable cursors need, sets polls a limit of their own.
	const isScheduled = time.budgetMs !== USUAL_BUDGET_MS;
	if (isScheduled && memory.hasJustTold(saved)) return null;
	try {
		const connected = await client(context, time);
		const watch = watchOf(context, connected);
		const { state: known, isLost } = usable(saved, watch.scope, watch.shape);
		const {
			items,
			state,
			trace,
			warnings = [],
		} = await watch.changes(known, {
			mayHaveMissed: memory.mayHaveMissed,
			isChosen: known === undefined && !isLost,
			isPublishing: PUBLISHING.includes(context.getActivationMode()) && !isScheduled,
			warn,
			isTimeUp: () => performance.now() > time.enough,
			isOver: () => performance.now() > time.requests,
			hasRoom: () => connected.hasRoom(),
		});
		// What nobody waits for any more must not be taken for emitted.
		if (performance.now() > time.end) return null;
		if (isLost) context.logger.warn(LOST);
		for (const sentence of warnings) context.logger.warn(sentence);
		const requests = connected.sent();
		const isBaseline = known === undefined;
		context.logger.debug(
			lineOf({
				...trace,
				node: context.getNode().name,
				requests,
				emitted: items.length,
				isBaseline,
			}),
		);
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
		// Published again: the polls on schedule keep the mode, and show what lasts.
		const isActivation = context.getActivationMode() === 'activate';
		const isPassing = error instanceof Failure && PASSING.includes(error.kind);
		if (isPassing && (saved === undefined || (isFirst && isActivation))) {
			context.logger.warn(`The first poll did not succeed and is repeated: ${error.message}`);
			return null;
		}
		// Nobody reads what is rejected while n8n starts; n8n would leave the workflow without its trigger.
		const isStarting = !memory.hasPolled && STARTING.includes(context.getActivationMode());
		if (isStarting && error instanceof Refusal) {
			warn(`${error.message}. ${error.advice}`);
			return null;
		}
		return fail(context)(error);
	}
}

const idsOf = (items: readonly IDataObject[]) => items.map(({ eventId }) => eventId);

/** n8n saves the state with each execution that a poll starts, also with one of no items. */
const NOTHING_BUT_THE_STATE: INodeExecutionData[][] = [[]];

const client = (context: IPollFunctions, { requests, budgetMs }: PollTime) =>
	connect(context, {
		// With little time, n8n's next poll is the second attempt: this one must end within its budget.
		patienceMs: budgetMs < USUAL_BUDGET_MS ? 0 : PATIENCE_MS,
		timeoutMs: Math.min(LONGEST_REQUEST_MS, budgetMs / 3),
		longestMs: Math.min(LONGEST_REQUEST_MS, budgetMs / 3),
		deadline: requests,
		isPoll: true,
	});

/** Milliseconds that n8n gives a poll; older versions do not say. */
const budgetOf = (context: IPollFunctions): number =>
	(context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? USUAL_BUDGET_MS;

const output = (items: readonly IDataObject[]): INodeExecutionData[][] => [
	items.map((json) => ({ json })),
];
