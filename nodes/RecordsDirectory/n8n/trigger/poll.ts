import type {
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Failure, isOwnLimit, type FailureKind } from '../../core/request/failure';
import { InputError } from '../../core/values/input-error';
import { spanInWords } from '../../core/duration';
import { isJsonObject } from '../../core/json';
import { connect, type Client } from '../transport/client';
import { toNodeError, wordsOf, type Place } from '../transport/errors';
import { unlessLate } from '../transport/reply-body';
import { usableState } from '../../core/trigger/saved-state';
import { watchOf } from './choose-watch';
import { LONGEST_WAIT_MS, memoryOf, type Memory } from './memory';
import { traceLine } from './trace-line';
import type { PollSituation } from './watch';

/** The longest wait for the site's limit inside a poll; n8n polls again soon enough. */
const PATIENCE_MS = 5_000;
const LONGEST_REQUEST_MS = 30_000;
const USUAL_BUDGET_MS = 300_000;
/** n8n gives up a workflow whose first poll takes longer than 84 seconds, whatever it says of its budget. */
const LONGEST_POLL_MS = 60_000;

/** Nobody can mend a state; to fail with every poll would lose what comes as well. */
const LOST =
	'The saved state of this trigger cannot be used: another version has saved it, or it is damaged. The trigger starts over from the current state. Changes since its last poll are lost.';

/**
 * The ways in which n8n makes a trigger poll for the first time: a person publishes, or n8n starts. All later polls on schedule
 * have the same way as that first one, but for those of n8n's scheduler, which are all an update.
 */
const PUBLISHING: readonly WorkflowActivateMode[] = ['activate', 'update'];

/** Failures that pass by themselves; they must not keep a workflow from being published. */
const PASSING: readonly FailureKind[] = ['rate', 'quota', 'service', 'network', 'slow'];

/** The only poll: state in, events out, and the state written once, last. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const time = timeOf(this);
	if (this.getMode() === 'manual') return await inTime(sample(this, time), time).catch(fail(this));
	const memory = memoryOf(this);
	const isFirst = memory.noteRegistration(this);
	// n8n may start a poll while the one before has not ended; it has nothing to add.
	if (memory.isPolling) return skipped(this, 'the poll before has not ended');
	memory.isPolling = true;
	const run = { context: this, memory, time, isFirst };
	try {
		return await inTime(changes(run), time).catch(orNextPoll(run));
	} finally {
		memory.isPolling = false;
	}
}

const fail =
	(context: IPollFunctions, place: Place = {}) =>
	(error: unknown): never => {
		throw toNodeError(context.getNode(), error, place);
	};

/** What a poll that has failed ends with: an error, or nothing if the next poll is to try again. */
const orNextPoll =
	({ context, memory, time, isFirst }: PollRun) =>
	(error: unknown): null => {
		const mode = context.getActivationMode();
		// Each poll of n8n's scheduler has a context of its own, and is an update.
		const isRegistration = isFirst && !(mode === 'update' && isScheduled(time));
		// n8n gives up a trigger whose first poll fails, until somebody publishes it again; later polls show what lasts.
		if (isRegistration && isForLater(error, mode)) {
			const { message, description } = wordsOf(error);
			const words = [`${message}.`, description].filter(Boolean).join(' ');
			logger(context).warn(`The first poll failed and will be repeated: ${words}`);
			return null;
		}
		// Of a publication that fails n8n shows the message alone.
		if (!isOwnLimit(error)) return fail(context, { isAlone: isRegistration })(error);
		if (!memory.isStuck()) return skipped(context, `it waits for its turn: ${error.message}`);
		return fail(context, { notes: [WAITED] })(error);
	};

const WAITED = `The trigger has had no turn for ${LONGEST_WAIT_MS / 60_000} minutes. Nothing is lost: the next poll tries again.`;

/** Whether a person who publishes need not know it now. While n8n starts, nobody reads what is rejected. */
const isForLater = (error: unknown, mode: WorkflowActivateMode): boolean =>
	!PUBLISHING.includes(mode) || (error instanceof Failure && PASSING.includes(error.kind));

/** n8n's log, which is one for all triggers. */
const logger = (context: IPollFunctions) => {
	const trigger = `'${context.getNode().name}' of workflow '${context.getWorkflow().name}'`;
	return {
		warn: (sentence: string) => context.logger.warn(`Trigger ${trigger}: ${sentence}`),
		debug: (line: string) => context.logger.debug(`Poll of ${trigger}: ${line}`),
	};
};

function skipped(context: IPollFunctions, reason: string): null {
	logger(context).debug(`emitted 0; ${reason}`);
	return null;
}

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

/** Only n8n's scheduler, which the durable cursors need, sets polls a limit of their own. */
const isScheduled = ({ budgetMs }: PollTime): boolean => budgetMs !== USUAL_BUDGET_MS;

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

/**
 * The editor's test step: the newest rows as events, whatever has been emitted; the state is not touched. Nothing has happened to
 * them, so each item says that it is a sample: a poll has no hints in n8n.
 */
async function sample(context: IPollFunctions, time: PollTime): Promise<INodeExecutionData[][]> {
	const { watch } = watchOf(context, await client(context, time));
	const items = await watch.sample();
	if (items.length === 0) {
		throw new InputError(
			'Nothing to show yet',
			'The service has no data that matches the settings. The trigger works all the same: it starts the workflow when something changes.',
		);
	}
	return output(items.map((item) => ({ sample: true, ...item })));
}

interface PollRun {
	readonly context: IPollFunctions;
	readonly memory: Memory;
	readonly time: PollTime;
	/** Whether no poll of this context was before. */
	readonly isFirst: boolean;
}

/** Where n8n keeps the state of this node. What is no object there keeps nothing that is assigned to it. */
function storeOf(context: IPollFunctions): IDataObject {
	const store: unknown = context.getWorkflowStaticData('node');
	if (isJsonObject(store)) return store as IDataObject;
	throw new InputError(
		"n8n's saved data of this node is damaged, so the trigger cannot save its state",
		'Rename the node and publish the workflow. The trigger then starts over from the current state.',
	);
}

async function changes(run: PollRun): Promise<INodeExecutionData[][] | null> {
	const { context, memory, time } = run;
	const store = storeOf(context);
	const log = logger(context);
	const saved = memory.resume(store.state);
	if (isScheduled(time) && memory.hasJustEmitted(saved))
		return skipped(context, 'the poll before has emitted what is new');
	const connected = await client(context, time);
	mustGetFurther(run, connected.limit);
	const { watch, saveEveryMs } = watchOf(context, connected);
	const { state: known, isLost } = usableState(saved, watch.scope, watch.shape);
	const isChosen = known === undefined && !isLost;
	const found = await watch.changes(known, { ...situationOf(run, connected), isChosen });
	// What nobody waits for any more must not be taken for emitted.
	if (performance.now() > time.end) return null;
	const { items, state, trace, warnings = [] } = found;
	if (isLost) log.warn(LOST);
	for (const sentence of warnings) log.warn(sentence);
	const facts = { requests: connected.sent(), emitted: items.length };
	log.debug(traceLine({ ...trace, ...facts, isBaseline: known === undefined }));
	memory.noteSuccess(context);
	const emitted = { eventIds: idsOf(items), isScheduled: isScheduled(time) };
	const kept = memory.keep(saved, state as object, emitted);
	// n8n notices assignments at the top only, and a failure before this line must change nothing.
	store.state = kept as IDataObject;
	if (items.length > 0) return output(items);
	const isToSave = saveEveryMs !== undefined && !isScheduled(time);
	return isToSave && memory.isWorthSaving(saved, kept, saveEveryMs) ? NOTHING_BUT_THE_STATE : null;
}

const situationOf = (run: PollRun, connected: Client): Omit<PollSituation, 'isChosen'> => ({
	mayHaveMissed: run.memory.mayHaveMissed,
	isPublishing: isPublishing(run),
	warn: (sentence) => warnOnce(run, sentence),
	isTimeUp: () => performance.now() > run.time.enough,
	isOver: () => performance.now() > run.time.requests,
	hasRoom: () => connected.hasRoom(),
});

const isPublishing = ({ context, time }: PollRun): boolean =>
	PUBLISHING.includes(context.getActivationMode()) && !isScheduled(time);

function warnOnce({ context, memory }: PollRun, sentence: string): void {
	if (memory.isNews(sentence)) logger(context).warn(sentence);
}

/** Throws an `InputError` for a limit at which polls may do the same work again and again; later it is a warning. */
function mustGetFurther(run: PollRun, limit: number): void {
	if (limit >= LEAST_REQUESTS) return;
	const message = `A trigger needs ${LEAST_REQUESTS} requests per 100 seconds, but the credential permits ${limit}`;
	const advice = "Raise 'Requests per 100 Seconds' in the credential if the site allows more.";
	if (isPublishing(run) && run.isFirst) throw new InputError(message, advice);
	warnOnce(run, `${message}. ${advice}`);
}

/** Requests in 100 seconds that a poll may need to get further: a list, a form's definition, a record. */
const LEAST_REQUESTS = 4;

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
