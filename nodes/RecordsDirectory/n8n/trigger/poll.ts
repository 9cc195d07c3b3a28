import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { fingerprint } from '../../core/fingerprint';
import { Failure, type FailureKind } from '../../core/request/failure';
import { Refusal } from '../../core/values/input-error';
import { connect } from '../transport/client';
import { toNodeError } from '../transport/errors';
import { watchOf } from './choose-watch';

/** The longest wait for the site's limit inside a poll; n8n polls again soon enough. */
const PATIENCE_MS = 5_000;
const LONGEST_REQUEST_MS = 30_000;
const USUAL_BUDGET_MS = 300_000;

/**
 * The triggers that this process has polled, and whether a poll is running: n8n may start one while
 * the one before has not ended, and the second has nothing to add.
 */
const polls = new Map<string, 'running' | 'ended'>();

/**
 * The baselines that n8n may not have saved: with its durable cursors it drops what the poll at
 * activation brings, and what happens before the first poll on schedule would be taken for old.
 */
const baselines = new Map<string, unknown>();

/**
 * From which state a trigger told something last. n8n's scheduler reads the state before a poll and saves
 * the new one some time after: when it makes up for the time it was down, two polls begin from one state.
 */
const lastTold = new Map<string, { from: string; at: number }>();
const SAVED_AFTER_MS = 15_000;

/** Failures that pass by themselves; they must not keep a workflow from being activated. */
const PASSING: readonly FailureKind[] = ['rate', 'quota', 'service', 'network'];

/** The only poll: state in, events out, and the state written once, last. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = this.getMode() === 'manual';
	const key = `${this.getWorkflow().id}:${this.getNode().id}`;
	if (isTest) return await sample(this).catch(fail(this));
	if (polls.get(key) === 'running') return null;
	const before = polls.get(key);
	polls.set(key, 'running');
	let hasSucceeded = false;
	try {
		const items = await changes(this, key, before === undefined).catch(fail(this));
		hasSucceeded = true;
		return items;
	} finally {
		if (hasSucceeded || before) polls.set(key, 'ended');
		else polls.delete(key);
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
	key: string,
	isFirst: boolean,
): Promise<INodeExecutionData[][] | null> {
	const store = context.getWorkflowStaticData('node');
	// Kept until n8n hands back a state: it drops the results of some polls.
	if (store.state !== undefined) baselines.delete(key);
	const saved = store.state ?? baselines.get(key);
	// Only n8n's scheduler, which the durable cursors need, sets polls a limit of their own.
	const isScheduled = budgetOf(context) !== USUAL_BUDGET_MS;
	if (isScheduled && isToldFrom(key, saved)) return null;
	const deadline = performance.now() + budgetOf(context) / 2;
	try {
		const watch = watchOf(context, await client(context));
		const { items, state } = await watch.changes(saved, {
			isFirst,
			isTimeUp: () => performance.now() > deadline,
		});
		// n8n notices assignments at the top only, and a failure before this line must change nothing.
		store.state = state as IDataObject;
		if (saved === undefined) baselines.set(key, state);
		if (items.length === 0) return null;
		if (isScheduled) lastTold.set(key, { from: markOf(saved), at: performance.now() });
		return output(items);
	} catch (error) {
		if (saved === undefined && error instanceof Failure && PASSING.includes(error.kind)) {
			context.logger.warn(`The first poll did not succeed and is repeated: ${error.message}`);
			return null;
		}
		return fail(context)(error);
	}
}

/** A later poll from that state is no repeat: n8n could not save what was told. */
function isToldFrom(key: string, saved: unknown): boolean {
	const told = lastTold.get(key);
	if (told === undefined) return false;
	if (performance.now() - told.at < SAVED_AFTER_MS) return markOf(saved) === told.from;
	lastTold.delete(key);
	return false;
}

/** States may be large. */
const markOf = (state: unknown) => fingerprint(state ?? null, 64);

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
