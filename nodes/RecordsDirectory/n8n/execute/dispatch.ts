import { describeEffect, outcomesAfter, skipped, type Failed } from '../../core/bulk/effect';
import { Failure } from '../../core/request/failure';
import { itemsInWords, type Subject } from '../../core/text';
import type { Checked, Job, Step } from './job';
import { withCaptions } from './record-mapping';

/** After this many, the key has no right to any record, or a firewall must not be provoked. */
const ENOUGH_DENIALS = 3;

type Ended = { readonly outputs: Awaited<ReturnType<Step['work']>> } | { readonly error: unknown };

/**
 * Runs the steps in order, until one fails that stops the others. They start in order, several in parallel if all of
 * them allow it, and none beside one that has failed.
 */
export async function dispatch(
	job: Job,
	checked: readonly Checked[],
	steps: readonly Step[],
): Promise<void> {
	const { context, outcomes } = job;
	/** The steps that have started, until their turn comes. */
	const running = new Map<Step, Promise<Ended>>();
	const failing = new Set<Step>();
	let calledOff = { aborted: false };
	const done: Subject[] = [];
	const total = steps.reduce((sum, { items }) => sum + items.length, 0);
	const forms = new Map<Subject, unknown>(checked.map(({ item, values }) => [item, values.form]));
	const toForm = ({ items: [first = ''] }: Step) => forms.get(first);
	/** The failures that later steps would also hit, by form: a key may be valid for one form only. */
	const halts = new Map<unknown, Failure>();
	const isHalted = (step: Step) => halts.has(toForm(step));
	/** The failures of requests that the key had no right to since the last success. Items may share one. */
	const denials = new Set<unknown>();
	const isLast = (failure: Failure, caught: unknown): boolean =>
		failure.isFinal || (failure.kind === 'right' && denials.add(caught).size >= ENOUGH_DENIALS);

	const begin = (step: Step): Promise<Ended> => {
		const ending = step.work(calledOff).then(
			(outputs) => ({ outputs }),
			(error: unknown) => {
				failing.add(step);
				return { error };
			},
		);
		running.set(step, ending);
		return ending;
	};

	/** Begins steps from an index on, as many as may run in parallel with this one. */
	const beginParallel = ({ atOnce: most = 1 }: Step, next: number): void => {
		for (const step of steps.slice(next, next + most - 1)) {
			most = Math.min(most, step.atOnce ?? 1);
			if (running.has(step) || isHalted(step)) continue;
			if (running.size >= most || failing.size > 0) return;
			void begin(step);
		}
	};

	/**
	 * Waits for all running steps and returns how far the run came. Steps that wait for their turn are cancelled and
	 * count as not started.
	 */
	const stop = async (next: number, failedHere: readonly Failed[]) => {
		const sent = [...done];
		const failed = [...failedHere];
		calledOff.aborted = true;
		calledOff = { aborted: false };
		for (const [other, ending] of running) {
			const ended = await ending;
			if ('outputs' in ended) sent.push(...other.items);
			else if (ended.error instanceof Failure && ended.error.wasNotSent) running.delete(other);
			else {
				const after = outcomesAfter(ended.error, other.items, outcomes.kind);
				sent.push(...after.saved.keys());
				failed.push(...after.failed);
			}
		}
		const unsent = steps
			.slice(next)
			.filter((other) => !running.has(other) && (isHalted(other) || !context.continueOnFail()));
		return { done: sent, failed, unsent: unsent.flatMap(({ items }) => items) };
	};

	const handleFailure = async (step: Step, next: number, caught: unknown): Promise<void> => {
		const { items } = step;
		const one = checked.find(({ item }) => item === items[0]);
		const error = await withCaptions(job, one, caught);
		const { saved, failed } = outcomesAfter(error, items, outcomes.kind);
		for (const [item, rows] of saved) {
			const outputs = rows.map((json) => ({ json }));
			outcomes.succeed(item, outputs, 'saved');
		}
		done.push(...saved.keys());
		const isHalt = error instanceof Failure && isLast(error, caught);
		if (isHalt)
			for (const form of [toForm(step), ...(error.stopsAll ? forms.values() : [])])
				halts.set(form, error);
		const run =
			isHalt || !context.continueOnFail()
				? await stop(next, failed)
				: { done: [...saved.keys()], failed, unsent: [] };
		const isOnly = steps.every((other) => other.items.every((item) => item === items[0]));
		// A read that stops the node returns nothing.
		const isLost = outcomes.kind === 'read' && !(isHalt && context.continueOnFail());
		const effect = isLost ? undefined : describeEffect({ ...run, isOnly, kind: outcomes.kind });
		if (isHalt && steps.slice(next).every(isHalted)) outcomes.logStop(effect);
		const ended = failed.flatMap(({ subjects, outcome }) =>
			subjects.map((item) => ({ item, outcome })),
		);
		// The failing item first: n8n shows the error of one item only.
		const isBlamed = (item: Subject) => Number(error instanceof Failure && error.subject === item);
		for (const { item, outcome } of ended.sort((a, b) => isBlamed(b.item) - isBlamed(a.item)))
			outcomes.fail(item, errorForItem(error, item), { outcome, effect });
	};

	for (const [n, step] of steps.entries()) {
		const started = running.get(step);
		const halt = halts.get(toForm(step));
		if (halt && !started) {
			const fate = { outcome: 'not sent', effect: skipped(outcomes.kind) } as const;
			for (const item of step.items) outcomes.fail(item, halt, fate);
			continue;
		}
		const ending = started ?? begin(step);
		beginParallel(step, n + 1);
		const ended = await ending;
		running.delete(step);
		failing.delete(step);
		if ('error' in ended) {
			await handleFailure(step, n + 1, ended.error);
			continue;
		}
		for (const [at, item] of step.items.entries())
			outcomes.succeed(item, ended.outputs[at] ?? [], 'saved');
		denials.clear();
		done.push(...step.items);
		outcomes.progress.done(done.length, 'items', total);
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
