import { describeEffect, outcomesAfter, skipped } from '../../core/bulk/effect';
import { Failure } from '../../core/request/failure';
import { itemsInWords, type Subject } from '../../core/text';
import type { Checked, Job, Step } from './job';
import { withCaptions } from './record-mapping';

/** After this many alike in a row, the others would fail as well, and a firewall must not be provoked. */
const ENOUGH = 3;

/** Statuses that are about what was sent, not where. Some services reject it with 200. */
const OF_CONTENT: ReadonlySet<unknown> = new Set([200, 400, 409, 413, 422]);

/** In order, until one fails that stops the rest. */
export async function sendSteps(job: Job, checked: readonly Checked[], initial: readonly Step[]) {
	const { context, outcomes } = job;
	const steps = [...initial];
	const done: Subject[] = [];
	const total = steps.reduce((sum, { items }) => sum + items.length, 0);
	const forms = new Map<unknown, unknown>(checked.map(({ item, values }) => [item, values.form]));
	const toForm = ({ items }: Step) => forms.get(items[0]);
	/** The failures that later steps would also hit, by form: a key may be valid for one form only. */
	const halts = new Map<unknown, Failure>();
	const isHalted = (step: Step) => halts.has(toForm(step));
	/** What failed in a row: requests without the right or a connection, batches with the same words, single entries. */
	const inRow = new Map<string, Set<unknown>>();
	const isOften = (what: string, caught: unknown): boolean => {
		// Items may share a request.
		const alike = (inRow.get(what) ?? new Set()).add(caught);
		inRow.set(what, alike);
		return alike.size >= ENOUGH;
	};
	const isLast = ({ isFinal, kind, message }: Failure, caught: unknown, step: Step): boolean =>
		isFinal ||
		((kind === 'right' || kind === 'network') && isOften(kind, caught)) ||
		(kind === 'refused' && step.isBatch === true && isOften(message.replace(/\d/g, ''), caught));

	/** For what a rejected request has not saved, unless the service rejects one entry after the other. */
	const stepsAgain = (step: Step, error: unknown): readonly Step[] => {
		if (!(error instanceof Failure) || error.kind !== 'refused' || !step.again) return [];
		if (!OF_CONTENT.has(error.status)) return [];
		if (error.blamed.length > 0 || step.items.length === 1) isOften('entry', error);
		return (inRow.get('entry')?.size ?? 0) < ENOUGH ? step.again(error) : [];
	};

	const succeeded = (items: readonly Subject[]) => {
		if (items.length === 0) return;
		inRow.clear();
		done.push(...items);
	};

	const handleFailure = async (step: Step, next: number, caught: unknown): Promise<void> => {
		const { items } = step;
		const one = checked.find(({ item }) => item === items[0]);
		const error = await withCaptions(job, one, caught);
		const { saved, failed: all } = outcomesAfter(error, items, outcomes.kind);
		for (const [item, rows] of saved) {
			const outputs = rows.map((json) => ({ json }));
			outcomes.succeed(item, outputs, 'saved');
		}
		succeeded([...saved.keys()]);
		const isHalt = error instanceof Failure && isLast(error, caught, step);
		if (isHalt)
			for (const form of error.stopsAll ? forms.values() : [toForm(step)]) halts.set(form, error);
		const continues = context.continueOnFail() && !isHalt;
		const again = continues ? stepsAgain(step, error) : [];
		steps.splice(next, 0, ...again);
		const resent = new Set(again.flatMap((one) => one.items));
		const failed = all
			.map((one) => ({ ...one, subjects: one.subjects.filter((item) => !resent.has(item)) }))
			.filter(({ subjects }) => subjects.length > 0);
		const left = steps.slice(next);
		const unsent = left.filter((other) => !context.continueOnFail() || isHalted(other));
		const run = continues
			? { done: [...saved.keys()], failed, unsent: [] }
			: { done, failed, unsent: unsent.flatMap((one) => one.items) };
		const isOnly = steps.every((other) => other.items.every((item) => item === items[0]));
		// A read that stops the node returns nothing.
		const isLost = outcomes.kind === 'read' && !(isHalt && context.continueOnFail());
		const effect = isLost ? undefined : describeEffect({ ...run, isOnly, kind: outcomes.kind });
		if (isHalt && left.every(isHalted)) outcomes.logStop(effect);
		const ended = failed.flatMap(({ subjects, outcome }) =>
			subjects.map((item) => ({ item, outcome })),
		);
		// The failing item first: n8n shows the error of one item only.
		const isBlamed = (item: Subject) =>
			Number(error instanceof Failure && error.blamed.includes(item));
		for (const { item, outcome } of ended.sort((a, b) => isBlamed(b.item) - isBlamed(a.item)))
			outcomes.fail(item, errorForItem(error, item), { outcome, effect });
	};

	for (const [n, planned] of steps.entries()) {
		const halt = halts.get(toForm(planned));
		if (halt) {
			const fate = { outcome: 'not sent', effect: skipped(outcomes.kind) } as const;
			for (const item of planned.items) outcomes.fail(item, halt, fate);
			continue;
		}
		const parts = planned.split?.() ?? [planned];
		const [step = planned] = parts;
		steps.splice(n, 1, ...parts);
		const outputs = await step.work().catch((error: unknown) => handleFailure(step, n + 1, error));
		if (!outputs) continue;
		for (const [at, item] of step.items.entries())
			outcomes.succeed(item, outputs[at] ?? [], 'saved');
		succeeded(step.items);
		outcomes.progress.done(done.length, 'items', total);
	}
}

/** An item that failed because of others gets an error that names these. */
function errorForItem(error: unknown, item: Subject): unknown {
	if (!(error instanceof Failure) || error.blamed.length === 0 || error.blamed.includes(item))
		return error;
	const { blamed, message } = error;
	return error.with({ message: `Rejected together with ${itemsInWords(blamed)}: ${message}` });
}
