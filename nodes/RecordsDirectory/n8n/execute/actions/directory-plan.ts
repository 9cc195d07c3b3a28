import { resources } from '../../../api';
import {
	similarCodes,
	circularParents,
	ownParents,
	withoutRequired,
	repeatedCodes,
	mergedProblems,
	unreachable,
	type Problems,
	dangling,
	kindsReferredTo,
	type Referred,
} from '../../../core/directory/checks';
import { sortIntoWaves } from '../../../core/directory/waves';
import {
	entryCode,
	planChanges,
	type Plan,
	type PlannedEntry,
	type WantedEntry,
} from '../../../core/directory/plan';
import { upsertedRow } from '../../../core/directory/output';
import type { JsonObject } from '../../../core/json';
import { toBody } from '../../../core/request/request';
import { allEntries } from '../../transport/list-reader';
import type { Checked, Fail, Job, Step } from '../job';
import { idleStep, importSteps, type Subjected } from './steps';

/** Matches entries by code, reading the list once, and sends only what is new or different. */
export async function entryUpsertSteps(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Step[]> {
	const all = wantedEntries(job, checked);
	const wanted = usableOf(all, repeatedCodes(all), fail);
	const { plan, problems } = await directoryPlan(job, wanted);
	const planned = usableOf(plan.planned, problems, fail);
	return planSteps(job, { ...plan, planned }, upsertedRow);
}

/** Returns what the input items ask for. */
export function wantedEntries({ entry }: Job, checked: readonly Checked[]): WantedEntry[] {
	return checked.map(({ item, values }) => {
		const body = toBody(entry.operation, values);
		return { item, code: entryCode(body), body };
	});
}

/**
 * Returns the items that can be sent without a look at the directory, and fails the others: nothing is sent if
 * one of them would be overwritten by, or contradicts, another one.
 */
export function sendableEntries(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): readonly Checked[] {
	const { operation, resource } = job.entry;
	if (!('code' in resource.entity)) return checked;
	if (operation.runs.kind === 'update') return usableOf(checked, ownParents(checked), fail);
	const wanted = wantedEntries(job, checked);
	const planned = wanted.map((one) => ({ ...one, action: 'create' as const, changes: {} }));
	const plan = { planned, missing: [] };
	const problems = [repeatedCodes(wanted), similarCodes(plan, []), circularParents(plan)];
	return usableOf(checked, mergedProblems(...problems), fail);
}

/**
 * Plans the changes and finds what the service would reject. An item that already has a problem was read in
 * part only, so the plan cannot say what it lacks.
 */
export async function directoryPlan(
	job: Job,
	wanted: readonly WantedEntry[],
	wrong: Problems = new Map(),
): Promise<{ readonly plan: Plan; readonly problems: Problems }> {
	const { operation, resource, resourceName } = job.entry;
	const listed = wanted.length > 0 ? await allEntries(job.client, resource) : [];
	const plan = planChanges(job.entry, wanted, listed);
	const known = new Map<Referred, ReadonlySet<string>>();
	for (const to of kindsReferredTo(operation, plan)) {
		const codes =
			to === resourceName
				? [...listed.map(entryCode), ...wanted.map(({ code }) => code)]
				: (await allEntries(job.client, resources[to])).map(entryCode);
		known.set(to, new Set(codes));
	}
	const problems = mergedProblems(
		withoutRequired(
			resource,
			operation,
			plan.planned.filter(({ item }) => !wrong.has(item)),
		),
		unreachable(plan),
		similarCodes(plan, listed),
		dangling(operation, plan.planned, known),
		circularParents(plan),
	);
	return { plan, problems };
}

/** Returns the entries without a problem and fails the others. */
export function usableOf<T extends { readonly item: number }>(
	all: readonly T[],
	problems: Problems,
	fail: Fail,
): T[] {
	for (const { item } of all) {
		const problem = problems.get(item);
		if (problem) fail(item, problem);
	}
	return all.filter(({ item }) => !problems.has(item));
}

/** Unchanged items come first, because they cannot fail; then the imports. */
export function planSteps(job: Job, plan: Plan, rowOf: (one: PlannedEntry) => JsonObject): Step[] {
	const entryOf = (one: PlannedEntry) => ({
		subject: one.item,
		body: one.body,
		row: rowOf(one),
		isNew: one.action === 'create',
	});
	const unchanged = plan.planned.filter(({ action }) => action === 'unchanged');
	return [
		idleStep(job, unchanged.map(entryOf)),
		...sortIntoWaves(plan).flatMap((wave) => entrySteps(job, wave.map(entryOf))),
	];
}

/** Whole directory entries, as imports send them. */
export const entrySteps = (
	job: Job,
	entries: ReadonlyArray<Subjected & { readonly body: JsonObject; readonly isNew?: boolean }>,
): Step[] =>
	importSteps(job, entries, {
		pathOf: () => job.entry.operation.path,
		subjectOf: ({ subject }) => subject,
		bodyOf: ({ body }) => body,
		rowsOf: ({ row }) => [row],
		isNew: ({ isNew = false }) => isNew,
	});
