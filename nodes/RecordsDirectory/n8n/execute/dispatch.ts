import {
	describeEffect,
	failedOutcome,
	skipped,
	type Failed,
	type ItemOutcome,
	type RunKind,
	type RunSoFar,
} from '../../core/bulk/effect';
import type { JsonObject } from '../../core/json';
import { Failure, type LookedUpEntry } from '../../core/request/failure';
import { itemsInWords, type Subject } from '../../core/request/subject';
import { InputError } from '../../core/values/input-error';
import type { Checked, Job, Step } from './job';
import { withCaptions } from './record-mapping';
import { runKind } from './strategies';

type Outputs = Awaited<ReturnType<Step['work']>>;

/** Runs the steps in order, until one fails that stops the others. */
export class Dispatch {
	private readonly job: Job;
	private readonly checked: readonly Checked[];
	private readonly steps: readonly Step[];
	private readonly kind: RunKind;
	/** The index of the next step. */
	private next = 0;
	private readonly running = new RunningSteps();
	private readonly done: Subject[] = [];
	/** The failure that every later step would also hit. */
	private halted: Failure | undefined;

	constructor(job: Job, checked: readonly Checked[], steps: readonly Step[]) {
		this.job = job;
		this.checked = checked;
		this.steps = steps;
		this.kind = runKind(job);
	}

	async send(): Promise<void> {
		for (const step of this.steps) {
			this.next++;
			await this.take(step);
		}
	}

	private async take(step: Step): Promise<void> {
		const { atOnce = 1 } = step;
		if (this.halted && !this.running.has(step)) return this.skip(step, this.halted);
		const behind = this.halted ? [] : this.steps.slice(this.next, this.next + atOnce - 1);
		try {
			this.succeed(step, await this.running.finish(step, behind));
		} catch (error) {
			await this.handleFailure(step, error);
		}
	}

	private skip({ items }: Step, halted: Failure): void {
		const fate = { outcome: 'not sent', effect: skipped(this.kind) } as const;
		for (const item of items) this.job.outcomes.fail(item, halted, fate);
	}

	private succeed({ items, isIdle }: Step, found: Outputs): void {
		const { outcomes, progress } = this.job;
		items.forEach((item, n) => outcomes.succeed(item, found[n] ?? []));
		if (!isIdle) this.done.push(...items);
		progress.done(this.done.length, 'items', this.checked.length);
	}

	private async handleFailure(step: Step, caught: unknown): Promise<void> {
		const { job, checked, kind } = this;
		const { context, outcomes } = job;
		const { items } = step;
		const one = checked.find(({ item }) => item === items[0]);
		const error = await withCaptions(job, one, caught);
		const looked = lookedUp(items, error);
		for (const [item, rows] of looked.saved) outcomes.succeed(item, outcomes.toOutputs(item, rows));
		this.done.push(...looked.saved.keys());
		if (error instanceof Failure && error.isFinal) this.halted = error;
		const progress = await this.describeProgress(step, looked);
		// A read that stops the node returns nothing.
		const isLost = kind === 'read' && !(this.halted && context.continueOnFail());
		const effect = isLost ? undefined : describeEffect(progress);
		if (this.halted) outcomes.logStop(effect);
		const left = items.filter((item) => !looked.saved.has(item));
		// The failing item first: n8n shows the error of one item only.
		const isBlamed = (item: Subject) => error instanceof Failure && error.subject === item;
		for (const item of left.toSorted((a, b) => Number(isBlamed(b)) - Number(isBlamed(a))))
			outcomes.fail(item, errorForItem(error, item), {
				outcome: this.findOutcome(item, error, looked),
				effect,
			});
	}

	private findOutcome(item: Subject, error: unknown, { failed }: LookedUp): ItemOutcome {
		const own = failed.find(({ subjects }) => subjects.includes(item));
		if (own?.failure) return failedOutcome(own, own.failure);
		if (this.kind === 'read') return 'failed';
		return error instanceof InputError ? 'not sent' : 'unknown';
	}

	/** Returns how far the run came. If it continues, each output says what happened to its item. */
	private async describeProgress({ items }: Step, looked: LookedUp): Promise<RunSoFar> {
		const { steps, done, running, kind } = this;
		const [first] = items;
		const { failed } = looked;
		const isOnly = steps.every((step) => step.items.every((item) => item === first));
		if (this.job.context.continueOnFail() && !this.halted)
			return { done: [...looked.saved.keys()], failed, unsent: [], isOnly, kind };
		const ended = await running.end();
		const behind = steps.slice(this.next).filter((step) => !running.has(step));
		// A later step may be about an item that an earlier step has sent.
		const sent = new Set([...done, ...items]);
		return {
			done: [...done, ...ended.done],
			failed: [...failed, ...ended.failed],
			unsent: [...new Set(behind.flatMap((step) => step.items))].filter((item) => !sent.has(item)),
			isOnly,
			kind,
		};
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

/**
 * The running steps. They start in order, several in parallel if all of them allow it, and none once one has
 * failed.
 */
class RunningSteps {
	private readonly begun = new Map<Step, Promise<Outputs>>();
	private readonly failed = new Set<Step>();
	private readonly calledOff = { aborted: false };

	has(step: Step): boolean {
		return this.begun.has(step);
	}

	/** Returns the outputs of a step and starts the next ones that may run in parallel with it. */
	async finish(step: Step, behind: readonly Step[]): Promise<Outputs> {
		const outputs = this.begun.get(step) ?? this.begin(step);
		this.beginParallel(step, behind);
		try {
			return await outputs;
		} finally {
			this.begun.delete(step);
			this.failed.delete(step);
		}
	}

	/**
	 * Waits for all running steps and returns what they did and what failed. Steps that wait for their turn are
	 * cancelled and count as not started.
	 */
	async end(): Promise<Pick<RunSoFar, 'done' | 'failed'>> {
		const done: Subject[] = [];
		const failed: Failed[] = [];
		this.calledOff.aborted = true;
		for (const [step, outputs] of this.begun) {
			try {
				await outputs;
				if (!step.isIdle) done.push(...step.items);
			} catch (error) {
				if (error instanceof Failure && error.wasNotSent) this.begun.delete(step);
				else {
					const looked = lookedUp(step.items, error);
					done.push(...looked.saved.keys());
					failed.push(...looked.failed);
				}
			}
		}
		return { done, failed };
	}

	private beginParallel({ atOnce: most = 1 }: Step, behind: readonly Step[]): void {
		for (const step of behind) {
			most = Math.min(most, step.atOnce ?? 1);
			if (this.begun.has(step)) continue;
			if (this.begun.size >= most || this.failed.size > 0) return;
			void this.begin(step);
		}
	}

	private begin(step: Step): Promise<Outputs> {
		const outputs = step.work(this.calledOff);
		this.begun.set(step, outputs);
		outputs.catch(() => this.failed.add(step));
		return outputs;
	}
}

/** What is known about the subjects of a failed request. */
interface LookedUp {
	/** Subjects that were saved although the request failed, with their output rows. */
	readonly saved: ReadonlyMap<Subject, readonly JsonObject[]>;
	/** Those that were not saved. */
	readonly failed: readonly Failed[];
}

function lookedUp(all: readonly Subject[], error: unknown): LookedUp {
	const failure = error instanceof Failure ? error : undefined;
	const withFate = (fate: LookedUpEntry['fate']) =>
		all.filter((_, n) => (failure?.looks[n]?.fate ?? 'unknown') === fate);
	const failed = [
		{ subjects: withFate('unknown'), failure, outOf: all.length },
		{ subjects: withFate('absent'), failure, isAbsent: true },
	];
	const rowsAt = (subject: Subject) => failure?.looks[all.indexOf(subject)]?.rows ?? [];
	return {
		saved: new Map(withFate('saved').map((subject) => [subject, rowsAt(subject)])),
		failed: failed.filter(({ subjects }) => subjects.length > 0),
	};
}
