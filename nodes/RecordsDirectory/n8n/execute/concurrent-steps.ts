import type { Subject } from '../../core/request/subject';
import type { Failed, RunSoFar } from '../../core/bulk/effect';
import type { JsonObject } from '../../core/json';
import { Failure, wasNotSent, type LookedUpEntry } from '../../core/request/failure';
import type { Step } from './job';

type Outputs = Awaited<ReturnType<Step['work']>>;

/**
 * The running steps. They start in order, several in parallel if all of them allow it, and none once one has
 * failed.
 */
export class RunningSteps {
	private readonly begun = new Map<Step, Promise<Outputs>>();
	private readonly failed = new Set<Step>();
	private readonly calledOff = { aborted: false };

	has(step: Step): boolean {
		return this.begun.has(step);
	}

	/** Returns the outputs of a step and starts the next ones that may run in parallel with it. */
	async outputsOf(step: Step, behind: readonly Step[]): Promise<Outputs> {
		const outputs = this.begun.get(step) ?? this.begin(step);
		this.beginBeside(step, behind);
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
	async ended(): Promise<Pick<RunSoFar, 'done' | 'failed'>> {
		const done: Subject[] = [];
		const failed: Failed[] = [];
		this.calledOff.aborted = true;
		for (const [step, outputs] of this.begun) {
			try {
				await outputs;
				if (!step.isIdle) done.push(...step.items);
			} catch (error) {
				if (error instanceof Failure && wasNotSent(error)) this.begun.delete(step);
				else {
					const looked = lookedUp(step.items, error);
					done.push(...looked.saved.keys());
					failed.push(...looked.failed);
				}
			}
		}
		return { done, failed };
	}

	private beginBeside({ atOnce: most = 1 }: Step, behind: readonly Step[]): void {
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
export interface LookedUp {
	/** Subjects that were saved although the request failed, with their output rows. */
	readonly saved: ReadonlyMap<Subject, readonly JsonObject[]>;
	/** Those that were not saved. */
	readonly failed: readonly Failed[];
}

export function lookedUp(subjects: readonly Subject[], error: unknown): LookedUp {
	const failure = error instanceof Failure ? error : undefined;
	const looked = subjects.map((subject, n) => ({
		subject,
		...(failure?.looks[n] ?? { fate: 'unknown' as const, rows: [] }),
	}));
	const having = (fate: LookedUpEntry['fate']) => looked.filter((one) => one.fate === fate);
	const absent = having('absent').map(({ subject }) => subject);
	const unknown = having('unknown').map(({ subject }) => subject);
	return {
		saved: new Map(having('saved').map(({ subject, rows = [] }) => [subject, rows])),
		failed: [
			...(unknown.length > 0 ? [{ subjects: unknown, failure, outOf: subjects.length }] : []),
			...(absent.length > 0 ? [{ subjects: absent, failure, isAbsent: true }] : []),
		],
	};
}
