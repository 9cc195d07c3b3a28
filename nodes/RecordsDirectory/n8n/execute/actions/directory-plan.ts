import { resources } from '../../../api';
import {
	alreadyThere,
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
import { upsertedRow } from '../../../core/directory/sync-settings';
import type { JsonObject } from '../../../core/json';
import { toBody } from '../../../core/request/request';
import { allEntries } from '../../transport/list-reader';
import type { Checked, Job, Step } from '../job';
import { idleStep, importSteps, type SubjectRow } from './import';
import { readEntry } from './look-up';

/** Matches entries by code, reading the list once, and sends only what is new or different. */
export async function entryUpsertSteps(job: Job, checked: readonly Checked[]): Promise<Step[]> {
	const all = wantedEntries(job, checked);
	const wanted = rejectInvalid(job, all, repeatedCodes(all));
	const { plan, problems } = await planDirectory(job, wanted);
	const planned = rejectInvalid(job, plan.planned, problems);
	return planSteps(job, { ...plan, planned }, upsertedRow);
}

/**
 * Returns the items whose entries do not exist yet and rejects the others. Looks their codes up: a single one by one
 * read, several in the list.
 */
export async function rejectExisting(
	job: Job,
	checked: readonly Checked[],
): Promise<readonly Checked[]> {
	const wanted = wantedEntries(job, checked);
	const [first, ...more] = wanted;
	if (!first) return [];
	const present =
		more.length > 0
			? await allEntries(job.client, job.entry.resource)
			: await readEntry(job, first.code);
	return rejectInvalid(job, checked, alreadyThere(wanted, present));
}

/** Returns what the input items ask for. */
export function wantedEntries({ entry }: Job, checked: readonly Checked[]): WantedEntry[] {
	return checked.map(({ item, values }) => {
		const body = toBody(entry.operation, values);
		return { item, code: entryCode(body), body };
	});
}

/**
 * Returns the items that can be sent without a look at the directory, and rejects the others: nothing is sent if
 * one of them would be overwritten by, or contradicts, another one.
 */
export function sendableEntries(job: Job, checked: readonly Checked[]): readonly Checked[] {
	const { operation, resource } = job.entry;
	if (!('code' in resource.entity)) return checked;
	if (operation.runs.kind === 'update') return rejectInvalid(job, checked, ownParents(checked));
	const wanted = wantedEntries(job, checked);
	const planned = wanted.map((one) => ({ ...one, action: 'create' as const, changes: {} }));
	const plan = { planned, missing: [] };
	const problems = [repeatedCodes(wanted), similarCodes(plan, []), circularParents(plan)];
	return rejectInvalid(job, checked, mergedProblems(...problems));
}

/**
 * Plans the changes and finds what the service would reject. An item that already has a problem was read in
 * part only, so the plan cannot say what it lacks.
 */
export async function planDirectory(
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
	const whole = plan.planned.filter(({ item }) => !wrong.has(item));
	const problems = mergedProblems(
		withoutRequired(resource, operation, whole),
		unreachable(plan),
		similarCodes(plan, listed),
		dangling(operation, plan.planned, known),
		circularParents(plan),
	);
	return { plan, problems };
}

/** Returns the entries without a problem and rejects the others. */
export function rejectInvalid<T extends { readonly item: number }>(
	{ outcomes }: Job,
	all: readonly T[],
	problems: Problems,
): T[] {
	for (const { item } of all) {
		const problem = problems.get(item);
		if (problem) outcomes.reject(item, problem);
	}
	return all.filter(({ item }) => !problems.has(item));
}

/** Unchanged items come first, because they cannot fail; then the imports. */
export function planSteps(job: Job, plan: Plan, toRow: (one: PlannedEntry) => JsonObject): Step[] {
	const toEntry = (one: PlannedEntry) => ({
		subject: one.item,
		body: one.body,
		row: toRow(one),
		isNew: one.action === 'create',
	});
	const unchanged = plan.planned.filter(({ action }) => action === 'unchanged');
	return [
		idleStep(job, unchanged.map(toEntry)),
		...sortIntoWaves(plan).flatMap((wave) => entrySteps(job, wave.map(toEntry))),
	];
}

/** Whole directory entries, as imports send them. */
export const entrySteps = (
	job: Job,
	entries: ReadonlyArray<SubjectRow & { readonly body: JsonObject; readonly isNew: boolean }>,
): Step[] =>
	importSteps(
		job,
		entries.map(({ row, ...one }) => ({
			...one,
			path: job.entry.operation.path,
			rowsFrom: () => [row],
		})),
	);
