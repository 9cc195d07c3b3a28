import type { INodeExecutionData } from 'n8n-workflow';
import {
	effectOf,
	outcomeOfFailed,
	skipped,
	type ItemOutcome,
	type RunSoFar,
} from '../../core/bulk/effect';
import type { RunKind } from '../../core/bulk/advice';
import { withFacts, Failure, isFinal } from '../../core/request/failure';
import { itemsInWords, type Subject } from '../../core/request/subject';
import { InputError } from '../../core/values/input-error';
import { outputsOf } from './actions/steps';
import { lookedUp, RunningSteps, type LookedUp } from './concurrent-steps';
import type { Checked, Job, Step } from './job';
import type { Outcomes } from './outcomes';
import { withCaptions } from './record-mapping';

/** What a run sends. */
interface Sending {
	/** The items of the run. */
	readonly checked: readonly Checked[];
	readonly steps: readonly Step[];
	readonly kind: RunKind;
}

/** Runs the steps in order, until one fails that stops the others. */
export class Dispatch {
	private readonly job: Job;
	private readonly outcomes: Outcomes;
	private readonly sending: Sending;
	private readonly steps: readonly Step[];
	/** The index of the next step. */
	private next = 0;
	private readonly underWay = new RunningSteps();
	private readonly done: Subject[] = [];
	/** The failure that every later step would also hit. */
	private halted: Failure | undefined;

	constructor(job: Job, sending: Sending, outcomes: Outcomes) {
		this.job = job;
		this.outcomes = outcomes;
		this.sending = sending;
		this.steps = sending.steps;
	}

	async send(): Promise<void> {
		for (const step of this.steps) {
			this.next++;
			await this.take(step);
		}
	}

	private async take(step: Step): Promise<void> {
		const { atOnce = 1 } = step;
		if (this.halted && !this.underWay.has(step)) return this.skip(step, this.halted);
		const beside = this.halted ? [] : this.steps.slice(this.next, this.next + atOnce - 1);
		try {
			this.succeed(step, await this.underWay.outputsOf(step, beside));
		} catch (error) {
			await this.handleFailure(step, error);
		}
	}

	private skip({ items }: Step, halted: Failure): void {
		const effect = skipped(this.sending.kind);
		for (const item of items) this.outcomes.fail(item, halted, { outcome: 'not sent', effect });
	}

	private succeed(
		{ items, isIdle }: Step,
		found: ReadonlyArray<readonly INodeExecutionData[]>,
	): void {
		items.forEach((item, n) => this.outcomes.succeed(item, found[n] ?? []));
		if (!isIdle) this.done.push(...items);
		this.job.progress.done(this.done.length, 'items', this.sending.checked.length);
	}

	private async handleFailure(step: Step, caught: unknown): Promise<void> {
		const { job, outcomes, sending } = this;
		const { items } = step;
		const one = sending.checked.find(({ item }) => item === items[0]);
		const error = await withCaptions(job, one, caught);
		const looked = lookedUp(items, error);
		for (const [item, rows] of looked.saved) outcomes.succeed(item, outputsOf(job, item, rows));
		this.done.push(...looked.saved.keys());
		if (error instanceof Failure && isFinal(error)) this.halted = error;
		const progress = await this.progressAt(step, looked);
		// A read that stops the node returns nothing.
		const isLost = sending.kind === 'read' && !(this.halted && job.context.continueOnFail());
		const effect = isLost ? undefined : effectOf(progress);
		if (this.halted) outcomes.logStop(effect);
		const left = items.filter((item) => !looked.saved.has(item));
		for (const item of firstOf(error, left))
			outcomes.fail(item, ofItem(error, item), {
				outcome: this.outcomeOf(item, error, looked),
				effect,
			});
	}

	private outcomeOf(item: Subject, error: unknown, { failed }: LookedUp): ItemOutcome {
		const own = failed.find(({ subjects }) => subjects.includes(item));
		if (own?.failure) return outcomeOfFailed(own, own.failure);
		if (this.job.entry.operation.method === 'GET') return 'failed';
		return error instanceof InputError ? 'not sent' : 'unknown';
	}

	/** Returns how far the run came. If it continues, each output says what happened to its item. */
	private async progressAt({ items }: Step, looked: LookedUp): Promise<RunSoFar> {
		const { steps, done, underWay } = this;
		const [first] = items;
		const { failed } = looked;
		const { kind } = this.sending;
		const isOnly = steps.every((step) => step.items.every((item) => item === first));
		if (this.job.context.continueOnFail() && !this.halted) {
			return {
				done: [...looked.saved.keys()],
				failed,
				unsent: [],
				isOnly,
				kind,
			};
		}
		const beside = await underWay.ended();
		const behind = steps.slice(this.next).filter((step) => !underWay.has(step));
		// A later step may be about an item that an earlier step has sent.
		const sent = new Set([...done, ...items]);
		return {
			done: [...done, ...beside.done],
			failed: [...failed, ...beside.failed],
			unsent: [...new Set(behind.flatMap((step) => step.items))].filter((item) => !sent.has(item)),
			isOnly,
			kind,
		};
	}
}

/** Returns the error of an item that failed because of another one, and names that one. */
function ofItem(error: unknown, item: Subject): unknown {
	if (!(error instanceof Failure) || error.subject === undefined) return error;
	const { subject: blamed, message } = error;
	return item === blamed || message.includes(`(${itemsInWords([item])})`)
		? error
		: withFacts(error, { message: `Rejected together with ${itemsInWords([blamed])}: ${message}` });
}

/** Items in order, but the failing one first: n8n shows the error of one item only. */
const firstOf = (error: unknown, items: readonly Subject[]): readonly Subject[] => {
	const isBlamed = (item: Subject) => error instanceof Failure && error.subject === item;
	return [...items.filter(isBlamed), ...items.filter((item) => !isBlamed(item))];
};
