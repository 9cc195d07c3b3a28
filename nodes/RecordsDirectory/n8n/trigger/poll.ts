import type {
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Failure, type FailureKind } from '../../core/request/failure';
import { InputError, mistake } from '../../core/values/input-error';
import { spanInWords } from '../../core/text';
import { isJsonObject } from '../../core/json';
import { connect, type Client } from '../transport/client';
import { toNodeError, errorWords, type ErrorPlace } from '../transport/error-messages';
import { unlessLate } from '../transport/attempt';
import { openMemory, usableState, type Memory } from './memory';
import { chooseWatch } from './watch';
import type { PollSituation } from './source';

/** It is short because n8n polls again soon. */
const PATIENCE_MS = 5_000;
const LONGEST_REQUEST_MS = 30_000;
const USUAL_BUDGET_MS = 300_000;
/** n8n gives up on a workflow whose first poll takes longer than 84 seconds, whatever budget it announces. */
const LONGEST_POLL_MS = 60_000;

/** Nobody can repair a state, and failing every poll would also lose later events. */
const LOST =
	'The saved state of this trigger cannot be used: another version has saved it, or it is damaged. The trigger starts over from the current state. Changes since its last poll are lost.';

/**
 * The modes in which n8n polls a trigger for the first time: a user publishes, or n8n starts. Later scheduled
 * polls keep that mode, except those of n8n's poll scheduler, whose mode is always `update`.
 */
const PUBLISHING: readonly WorkflowActivateMode[] = ['activate', 'update'];

/** Failures that end by themselves; they must not prevent publishing. */
const TEMPORARY: readonly FailureKind[] = ['rate', 'quota', 'service', 'network', 'slow', 'large'];

/** Writes the state once, at the end. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const time = planTime(this);
	if (this.getMode() === 'manual')
		return await inTime(sample(this, time), time).catch((error: unknown) => {
			throw toNodeError(this.getNode(), error);
		});
	const memory = openMemory(this);
	// n8n's poll scheduler uses a new context with mode `update` for each poll; that is not a registration.
	const isOwnContext = time.isScheduled && this.getActivationMode() === 'update';
	const isFirst = !isOwnContext && memory.noteRegistration(this);
	if (memory.isSuperseded(this)) return skipped(this, SUPERSEDED);
	// n8n may start a poll before the previous one has ended. It has nothing to add.
	if (!memory.begin(this)) return skipped(this, 'the previous poll has not ended');
	const isPublishing = isFirst && PUBLISHING.includes(this.getActivationMode());
	const run: PollRun = { context: this, memory, time, isFirst, isPublishing };
	try {
		return await inTime(changes(run), time);
	} catch (error) {
		return orNextPoll(run, error);
	} finally {
		memory.end(this);
	}
}

interface PollRun {
	readonly context: IPollFunctions;
	readonly memory: Memory;
	readonly time: PollTime;
	/** Whether this is the first poll of a registration. */
	readonly isFirst: boolean;
	readonly isPublishing: boolean;
	client?: Client;
}

/** Throws, or returns nothing if the next poll should try again. */
function orNextPoll(
	{ context, memory, isFirst, isPublishing, client: connected }: PollRun,
	error: unknown,
): null {
	const { troubles } = memory;
	const show = (place: ErrorPlace): never => {
		throw toNodeError(context.getNode(), error, place);
	};
	const warn = (what: string) => {
		const { message, description } = errorWords(error);
		logger(context).warn([`${what}: ${message}.`, description].filter(Boolean).join(' '));
	};
	const problem = lastingProblem(error);
	const isTemporary = error instanceof Failure && TEMPORARY.includes(error.kind);
	// n8n gives up on a trigger whose first poll fails until the workflow is published again. Later polls
	// show lasting errors. While n8n starts, nobody would see any.
	if (isFirst && (problem || isTemporary || !isPublishing)) {
		troubles.noteFailure();
		warn('The first poll failed and will be repeated');
		return null;
	}
	// If publishing fails, n8n shows only the message.
	if (isFirst) return show({ isAlone: true });
	if (error instanceof Failure && error.isOwnLimit) {
		if (memory.waited() >= LONGEST_WAIT_MS) return show({ notes: [WAITED] });
		if (troubles.noteWait()) warn('A poll waits for its turn');
		return skipped(context, `it waits for its turn: ${error.message}`, connected?.sent);
	}
	if (problem === 'quota') troubles.pause();
	// n8n makes a failed execution of each error.
	if (troubles.noteFailure()) warn('A poll failed');
	if (problem && !troubles.noteProblem(problem))
		return skipped(context, `an earlier poll has shown the error: ${(error as Error).message}`);
	return show(problem ? { notes: [ONCE_A_DAY] } : {});
}

/** What lasts for days if nobody does anything: a month without requests, or a form that lost its records. */
const lastingProblem = (error: unknown): string | undefined => {
	if (error instanceof InputError && error.mistakeCode === 'massDeletion') return 'mass deletion';
	return error instanceof Failure && error.kind === 'quota' ? error.kind : undefined;
};

const ONCE_A_DAY =
	'No events are lost: later polls try again. n8n shows this error once a day until a poll succeeds.';

/** After so long without a turn, a poll that waits for its turn shows an error. */
const LONGEST_WAIT_MS = 900_000;
const WAITED = `The rate limit has kept this trigger from polling for ${LONGEST_WAIT_MS / 60_000} minutes. No events are lost: the next poll tries again.`;

const logger = (context: IPollFunctions) => {
	const trigger = `'${context.getNode().name}' of workflow '${context.getWorkflow().name}'`;
	return {
		warn: (sentence: string) => context.logger.warn(`Trigger ${trigger}: ${sentence}`),
		debug: (line: string) => context.logger.debug(`Poll of ${trigger}: ${line}`),
	};
};

const SUPERSEDED = 'n8n has registered the trigger again';

function skipped(context: IPollFunctions, reason: string, requests = 0): null {
	logger(context).debug(`${requests > 0 ? `requests ${requests}, ` : ''}emitted 0; ${reason}`);
	return null;
}

/** In terms of `performance.now`. */
type PollTime = Readonly<ReturnType<typeof planTime>>;

function planTime(context: IPollFunctions) {
	const now = performance.now();
	// Older versions of n8n do not limit the time of a poll.
	const budgetMs = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? USUAL_BUDGET_MS;
	const totalMs = Math.min(budgetMs * 0.8, LONGEST_POLL_MS);
	return {
		/** After this, no new work starts. */
		enough: now + totalMs / 2,
		/** By then, the poll has read what has changed. What is left is for the requests that its items need. */
		reading: now + totalMs * 0.75,
		/** By then, all requests have ended. */
		requests: now + totalMs * 0.9,
		/** By then, the poll ends even if something still runs. */
		end: now + totalMs,
		totalMs,
		budgetMs,
		/** Only n8n's poll scheduler, which durable cursors need, limits the time of a poll. */
		isScheduled: budgetMs !== USUAL_BUDGET_MS,
	};
}

/** Ends a poll that hangs: otherwise n8n and all later polls would wait for it. */
async function inTime<T>(work: Promise<T>, time: PollTime): Promise<T> {
	const outcome = await unlessLate(
		work.then((value) => ({ value })),
		time.end,
	);
	if (outcome) return outcome.value;
	throw tooLate(time);
}

const tooLate = ({ totalMs }: PollTime) =>
	new Failure({
		kind: 'slow',
		message: `The poll did not end within ${spanInWords(totalMs)}`,
	});

/** Does not touch the state. Nothing has happened, so each item is marked: n8n shows no hints for polls. */
async function sample(context: IPollFunctions, time: PollTime): Promise<INodeExecutionData[][]> {
	const items = await chooseWatch(context, await client(context, time)).sample();
	if (items.length === 0) throw mistake('nothingToShow');
	return output(items.map((item) => ({ sample: true, ...item })));
}

async function changes(run: PollRun): Promise<INodeExecutionData[][] | null> {
	const { context, memory, time, isFirst } = run;
	const store: unknown = context.getWorkflowStaticData('node');
	// Any other value would silently lose all assignments.
	if (!isJsonObject(store)) throw mistake('stateDamaged');
	const saved = memory.resume(store.state, context.getActivationMode());
	if (time.isScheduled && memory.hasJustEmitted(saved))
		return skipped(context, 'the previous poll has emitted what is new');
	if (!isFirst && memory.troubles.isPaused())
		return skipped(context, 'the requests of the month are used up');
	const connected = await client(context, time);
	run.client = connected;
	const watch = chooseWatch(context, connected);
	const { scope, saveEveryMs } = watch;
	const { state: known, isLost } = usableState(saved, scope);
	const situation = toSituation(run, known === undefined && !isLost);
	const { limit } = connected;
	if (limit < LEAST_REQUESTS)
		situation.reject(mistake('tooFewRequests', { least: LEAST_REQUESTS, limit }));
	const { items, state, learned, trace } = await watch.changes(known, situation);
	// n8n no longer waits for these events, so they must not count as emitted. A busy process can come here before
	// `inTime` does: without an error, nobody would know that this poll read for nothing.
	if (performance.now() > time.end) throw tooLate(time);
	// n8n discards the result, and a poll of the new registration may have begun from the same state.
	if (memory.isSuperseded(context)) return skipped(context, SUPERSEDED, connected.sent);
	if (isLost) logger(context).warn(LOST);
	logger(context).debug(trace);
	memory.noteSuccess();
	const after = { ...state, scope, asOf: connected.serviceTime || undefined };
	const eventIds = items.map(({ eventId }) => eventId);
	// n8n detects assignments only at the top level, and a failure before this line must change nothing.
	store.state = memory.keep(saved, after, eventIds) as IDataObject;
	// n8n saves the state also after the poll that registers a trigger.
	const isSaved = isFirst || items.length > 0 || time.isScheduled;
	const mustSave = learned !== undefined && memory.noteLearned(learned, isSaved, saveEveryMs);
	if (items.length > 0) return output(items);
	return mustSave ? NOTHING_BUT_THE_STATE : null;
}

function toSituation(
	{ context, memory, time, isPublishing }: PollRun,
	isChosen: boolean,
): PollSituation {
	const warn = (sentence: string) => {
		if (memory.noteWarning(sentence)) logger(context).warn(sentence);
	};
	return {
		mayHaveMissed: memory.mayHaveMissed,
		isPublishing,
		isChosen,
		reject: (problem) => {
			if (isPublishing) throw problem;
			warn(`${problem.message}. ${problem.advice}`);
		},
		warn,
		enough: time.enough,
		end: time.reading,
		pageSize: memory.pageSize,
	};
}

/** A list, a form's definition, a record. With fewer per 100 seconds, polls may repeat the same work forever. */
const LEAST_REQUESTS = 4;

/** n8n saves the state with each execution that a poll starts, even with one without items. */
const NOTHING_BUT_THE_STATE: INodeExecutionData[][] = [[]];

const client = (context: IPollFunctions, { requests, budgetMs }: PollTime) =>
	connect(context, {
		// If time is short, n8n's next poll is the retry: this poll must end within its budget.
		patienceMs: budgetMs < USUAL_BUDGET_MS ? 0 : PATIENCE_MS,
		timeoutMs: Math.min(LONGEST_REQUEST_MS, budgetMs / 3),
		longestMs: Math.min(LONGEST_REQUEST_MS, budgetMs / 3),
		deadline: requests,
		isPoll: true,
	});

const output = (items: readonly IDataObject[]): INodeExecutionData[][] => [
	items.map((json) => ({ json })),
];
