import type { INodeExecutionData } from 'n8n-workflow';
import {
	effectOf,
	itemNotSent,
	outcomeOfFailed,
	type Effect,
	type ItemOutcome,
	type RunSoFar,
} from '../../core/bulk/effect';
import { withFacts, Failure, isFinal } from '../../core/request/failure';
import { itemsInWords, type Subject } from '../../core/request/subject';
import { InputError } from '../../core/values/input-error';
import { outputsOf } from './actions/steps';
import { lookedUp, RunningSteps, type LookedUp } from './concurrent-steps';
import type { Checked, Job, Step } from './job';
import type { Outcomes } from './outcomes';
import { withCaptions } from './record-mapping';

/** What a run sends. */
export interface Sending {
	/** The items of the run. */
	readonly checked: readonly Checked[];
	readonly steps: readonly Step[];
	/** Which items to run again after a failure. */
	readonly again: Effect['again'];
}

/** Runs the steps in order, until one fails that stops the others. */
export class Dispatch {
	private readonly job: Job;
	private readonly outcomes: Outcomes;
	private readonly checked: readonly Checked[];
	private readonly again: Effect['again'];
	private readonly steps: Step[];
	/** The index of the next step. */
	private next = 0;
	private readonly underWay = new RunningSteps();
	private readonly done: Subject[] = [];
	/** The items that were rejected together with each subject, before the batch was retried in parts. */
	private readonly refused = new Map<Subject, readonly Subject[]>();
	/** The failure that every later step would also hit. */
	private halted: Failure | undefined;

	constructor(job: Job, { checked, steps, again }: Sending, outcomes: Outcomes) {
		this.job = job;
		this.outcomes = outcomes;
		this.checked = checked;
		this.again = again;
		this.steps = [...steps];
	}

	async send(): Promise<void> {
		for (const step of this.steps) {
			this.next++;
			await this.take(step);
		}
	}

	private async take(step: Step): Promise<void> {
		const { atOnce = 1, parts } = step;
		if (this.halted && !this.underWay.has(step)) return this.skip(step, this.halted);
		const beside = this.halted ? [] : this.steps.slice(this.next, this.next + atOnce - 1);
		try {
			this.succeed(step, await this.underWay.outputsOf(step, beside));
		} catch (error) {
			if (parts && error instanceof Failure && error.status === 400) this.split(step, error);
			else await this.handleFailure(step, error);
		}
	}

	private skip({ items, isLook }: Step, halted: Failure): void {
		// The outcome of its items is that of the step that sent them.
		if (isLook) return;
		for (const item of items) {
			const { again } = this;
			const fate = this.refused.has(item)
				? { outcome: 'unknown' as const, effect: { words: NOT_AGAIN, again } }
				: { outcome: 'not sent' as const, effect: { ...itemNotSent, again } };
			this.outcomes.fail(item, halted, fate);
		}
	}

	private succeed(
		{ items, isIdle, isLook }: Step,
		found: ReadonlyArray<readonly INodeExecutionData[]>,
	): void {
		items.forEach((item, n) => this.outcomes.succeed(item, found[n] ?? []));
		if (!isIdle && !isLook) this.done.push(...items);
		this.job.progress.done(this.done.length, 'items', this.checked.length);
	}

	/** Puts the parts of a rejected step next, without what it saved nevertheless. */
	private split({ items, parts }: Step, failure: Failure): void {
		const { notSaved } = this.keep(lookedUp(items, failure));
		const unknown = notSaved
			.filter(({ isAbsent }) => !isAbsent)
			.flatMap(({ subjects }) => subjects);
		for (const item of unknown) if (!this.refused.has(item)) this.refused.set(item, unknown);
		this.steps.splice(this.next, 0, ...(parts?.(failure) ?? []));
	}

	/** Takes over what a look found. What is absent was not saved by an earlier request either. */
	private keep(looked: LookedUp): LookedUp {
		for (const [item, rows] of looked.saved)
			this.outcomes.succeed(item, outputsOf(this.job, item, rows));
		this.done.push(...looked.saved.keys());
		const absent = looked.notSaved.filter(({ isAbsent }) => isAbsent);
		for (const item of absent.flatMap(({ subjects }) => subjects)) this.refused.delete(item);
		return looked;
	}

	private async handleFailure(step: Step, caught: unknown): Promise<void> {
		const { job, outcomes } = this;
		const { items } = step;
		const one = this.checked.find(({ item }) => item === items[0]);
		const error = await withCaptions(job, one, caught);
		const failure = error instanceof Failure ? error : undefined;
		const looked = this.keep(lookedUp(items, failure));
		if (failure && isFinal(failure)) this.halted = failure;
		const progress = await this.progressAt(step, looked);
		const isRead = job.entry.operation.method === 'GET';
		const effect = isRead ? undefined : effectOf(progress, this.again);
		if (this.halted) outcomes.stopped(effect);
		const left = items.filter((item) => !looked.saved.has(item));
		for (const item of firstOf(failure?.subject, left))
			outcomes.fail(item, ofItem(error, item), {
				outcome: step.isLook ? 'unknown' : this.outcomeOf(item, error, looked),
				effect,
			});
	}

	private outcomeOf(item: Subject, error: unknown, { notSaved }: LookedUp): ItemOutcome {
		const failed = notSaved.find(({ subjects }) => subjects.includes(item));
		if (failed?.failure) {
			const outcome = outcomeOfFailed(failed, failed.failure);
			// The first, rejected request may have saved it.
			return this.refused.has(item) ? 'unknown' : outcome;
		}
		if (this.job.entry.operation.method === 'GET') return 'failed';
		return error instanceof InputError ? 'not sent' : 'unknown';
	}

	/** Returns how far the run came. If it continues, each output says what happened to its item. */
	private async progressAt(
		{ items, isLook }: Step,
		{ saved, notSaved }: LookedUp,
	): Promise<RunSoFar> {
		const { steps, done, refused, underWay } = this;
		const [first] = items;
		const failed = isLook ? [] : notSaved;
		const isDeletion = this.job.entry.operation.method === 'DELETE';
		const isOnly = steps.every((step) => step.items.every((item) => item === first));
		if (this.job.context.continueOnFail() && !this.halted) {
			return {
				done: [...saved.keys()],
				failed,
				unsent: [],
				refused: refused.get(first ?? '') ?? [],
				isOnly,
				isDeletion,
			};
		}
		const beside = await underWay.ended();
		const behind = steps.slice(this.next).filter((step) => !underWay.has(step));
		// A check may show that an item is not as it was sent.
		const certain = isLook ? done.filter((item) => !items.includes(item)) : done;
		return {
			done: [...certain, ...beside.done],
			failed: [...failed, ...beside.failed],
			unsent: unsentOf(behind, [...done, ...items, ...refused.keys()]),
			refused: [...refused.keys()],
			isOnly,
			isDeletion,
		};
	}
}

/** A later step may be about an item that an earlier step has sent. */
function unsentOf(behind: readonly Step[], sent: readonly Subject[]): Subject[] {
	const known = new Set(sent);
	return [...new Set(behind.flatMap(({ items }) => items))].filter((item) => !known.has(item));
}

const NOT_AGAIN =
	'Unknown: it was rejected together with other items, and may have been saved. Check before you run it again.';

/** Returns the error of an item that failed because of another one, and names that one. */
function ofItem(error: unknown, item: Subject): unknown {
	if (!(error instanceof Failure) || error.subject === undefined) return error;
	const { subject: blamed, message } = error;
	return item === blamed || message.includes(`(${itemsInWords([item])})`)
		? error
		: withFacts(error, { message: `Rejected together with ${itemsInWords([blamed])}: ${message}` });
}

/** Items in order, but the failing one first: n8n shows the error of one item only. */
const firstOf = (blamed: Subject | undefined, items: readonly Subject[]): readonly Subject[] =>
	blamed === undefined || !items.includes(blamed)
		? items
		: [blamed, ...items.filter((item) => item !== blamed)];
