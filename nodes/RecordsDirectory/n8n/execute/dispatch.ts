import { describeEffect, outcomesAfter, skipped, type Failed } from '../../core/bulk/effect';
import { Failure } from '../../core/request/failure';
import { itemsInWords, type Subject } from '../../core/text';
import type { Checked, Job, Step } from './job';
import { withCaptions } from './record-mapping';

type Ended = { readonly outputs: Awaited<ReturnType<Step['work']>> } | { readonly error: unknown };

/**
 * Runs the steps in order, until one fails that stops the others. They start in order, several in parallel if all of
 * them allow it, and none beside one that has failed.
 */
export class Dispatch {
	private readonly job: Job;
	private readonly checked: readonly Checked[];
	private readonly steps: readonly Step[];
	/** The steps that have started, until their turn comes. */
	private readonly running = new Map<Step, Promise<Ended>>();
	private readonly failed = new Set<Step>();
	private readonly calledOff = { aborted: false };
	private readonly done: Subject[] = [];
	/** The failure that every later step would also hit. */
	private halted: Failure | undefined;

	constructor(job: Job, checked: readonly Checked[], steps: readonly Step[]) {
		this.job = job;
		this.checked = checked;
		this.steps = steps;
	}

	async send(): Promise<void> {
		for (const [n, step] of this.steps.entries()) await this.take(step, n + 1);
	}

	private async take(step: Step, next: number): Promise<void> {
		const { outcomes } = this.job;
		const { halted } = this;
		const started = this.running.get(step);
		if (halted && !started) {
			const fate = { outcome: 'not sent', effect: skipped(outcomes.kind) } as const;
			for (const item of step.items) outcomes.fail(item, halted, fate);
			return;
		}
		const ending = started ?? this.begin(step);
		if (!halted) this.beginParallel(step, next);
		const ended = await ending;
		this.running.delete(step);
		this.failed.delete(step);
		if ('error' in ended) return await this.handleFailure(step, next, ended.error);
		for (const [n, item] of step.items.entries()) outcomes.succeed(item, ended.outputs[n] ?? []);
		this.done.push(...step.items);
		outcomes.progress.done(this.done.length, 'items', this.checked.length);
	}

	/** Begins steps from an index on, as many as may run in parallel with this one. */
	private beginParallel({ atOnce: most = 1 }: Step, next: number): void {
		for (const step of this.steps.slice(next, next + most - 1)) {
			most = Math.min(most, step.atOnce ?? 1);
			if (this.running.has(step)) continue;
			if (this.running.size >= most || this.failed.size > 0) return;
			void this.begin(step);
		}
	}

	private begin(step: Step): Promise<Ended> {
		const ending = step.work(this.calledOff).then(
			(outputs) => ({ outputs }),
			(error: unknown) => {
				this.failed.add(step);
				return { error };
			},
		);
		this.running.set(step, ending);
		return ending;
	}

	private async handleFailure(step: Step, next: number, caught: unknown): Promise<void> {
		const { context, outcomes } = this.job;
		const { items } = step;
		const one = this.checked.find(({ item }) => item === items[0]);
		const error = await withCaptions(this.job, one, caught);
		const { saved, failed } = outcomesAfter(error, items, outcomes.kind);
		for (const [item, rows] of saved)
			outcomes.succeed(
				item,
				rows.map((json) => ({ json })),
			);
		this.done.push(...saved.keys());
		if (error instanceof Failure && error.isFinal) this.halted = error;
		const isStop = this.halted !== undefined || !context.continueOnFail();
		const run = isStop
			? await this.stop(step, next, failed)
			: { done: [...saved.keys()], failed, unsent: [] };
		const isOnly = this.steps.every((other) => other.items.every((item) => item === items[0]));
		// A read that stops the node returns nothing.
		const isLost = outcomes.kind === 'read' && !(this.halted && context.continueOnFail());
		const effect = isLost ? undefined : describeEffect({ ...run, isOnly, kind: outcomes.kind });
		if (this.halted) outcomes.logStop(effect);
		const ended = failed.flatMap(({ subjects, outcome }) =>
			subjects.map((item) => ({ item, outcome })),
		);
		// The failing item first: n8n shows the error of one item only.
		const isBlamed = (item: Subject) => Number(error instanceof Failure && error.subject === item);
		for (const { item, outcome } of ended.sort((a, b) => isBlamed(b.item) - isBlamed(a.item)))
			outcomes.fail(item, errorForItem(error, item), { outcome, effect });
	}

	/**
	 * Waits for all running steps and returns how far the run came. Steps that wait for their turn are cancelled and
	 * count as not started.
	 */
	private async stop(step: Step, next: number, failedHere: readonly Failed[]) {
		const done = [...this.done];
		const failed = [...failedHere];
		this.calledOff.aborted = true;
		for (const [other, ending] of this.running) {
			const ended = await ending;
			if ('outputs' in ended) done.push(...other.items);
			else if (ended.error instanceof Failure && ended.error.wasNotSent) this.running.delete(other);
			else {
				const after = outcomesAfter(ended.error, other.items, this.job.outcomes.kind);
				done.push(...after.saved.keys());
				failed.push(...after.failed);
			}
		}
		const unsent = this.steps.slice(next).filter((other) => !this.running.has(other));
		// A later step may be about an item that an earlier step has sent.
		const sent = new Set([...done, ...step.items]);
		const left = new Set(unsent.flatMap(({ items }) => items).filter((item) => !sent.has(item)));
		return { done, failed, unsent: [...left] };
	}
}

/** Returns the error of an item that failed because of another one, and names that one. */
function errorForItem(error: unknown, item: Subject): unknown {
	if (!(error instanceof Failure) || error.subject === undefined) return error;
	const { subject: blamed, message } = error;
	return item === blamed || message.includes(`(${itemsInWords([item])})`)
		? error
		: error.with({ message: `Rejected together with ${itemsInWords([blamed])}: ${message}` });
}
