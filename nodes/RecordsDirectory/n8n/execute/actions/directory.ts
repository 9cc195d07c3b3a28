import { resources } from '../../../api';
import {
	findProblems,
	kindsReferredTo,
	mergedProblems,
	ownParents,
	problemsBeforeReading,
	problemsOfPlan,
	repeatedCodes,
	type Problems,
	type Referred,
} from '../../../core/directory/checks';
import {
	entryCode,
	planChanges,
	sortIntoWaves,
	valuesToSendBack,
	type Plan,
	type PlannedEntry,
	type WantedEntry,
} from '../../../core/directory/plan';
import { planRemovals, syncSettings } from '../../../core/directory/sync';
import { ACTIONS } from '../../../core/bulk/effect';
import type { JsonObject } from '../../../core/json';
import { ignoring } from '../../../core/request/failure';
import { restValues, toRequest } from '../../../core/request/request';
import type { Subject } from '../../../core/text';
import { mistake, type InputError } from '../../../core/values/input-error';
import { partOf } from '../../parameters/item-reader';
import { allEntries } from '../../transport/list-reader';
import type { Checked, Job, Step } from '../job';
import { importSteps, passOn, singleStep } from './import';

const wantedEntries = ({ entry }: Job, checked: readonly Checked[]): WantedEntry[] =>
	checked.map(({ item, values }) => {
		const body = restValues(entry.operation, values);
		return { item, code: entryCode(body), body };
	});

function rejectInvalid<T extends { item: number }>(
	job: Job,
	all: readonly T[],
	problems: Problems,
) {
	for (const [item, problem] of problems) job.outcomes.reject(item, problem);
	return all.filter(({ item }) => !problems.has(item));
}

/** Nothing is sent if one item would be overwritten by, or contradicts, another one. Does not read the directory. */
export function sendableEntries(job: Job, checked: readonly Checked[]): readonly Checked[] {
	const { operation, resource } = job.entry;
	if (!('code' in resource.entity)) return rejectInvalid(job, checked, repeatedIds(job, checked));
	const isUpdate = operation.runs.kind === 'update';
	const problems = isUpdate
		? ownParents(checked)
		: problemsBeforeReading(wantedEntries(job, checked));
	return rejectInvalid(job, checked, problems);
}

/** Throws an `InputError` if an expression finds no ID in any item. */
function repeatedIds({ context, given }: Job, checked: readonly Checked[]): Problems {
	const isMissing = (options: unknown) => partOf(options, 'recordId') === undefined;
	const isNowhere = (_: unknown, item: number) => isMissing(given('options', item, {}));
	if (!isMissing(given.written('options')) && context.getInputData().every(isNowhere))
		throw mistake('emptyOption', { field: "'Record ID'" });
	const named = checked.filter(({ values }) => values.recordId !== undefined);
	const ids = named.map(({ item, values }) => ({ ...values, item, code: String(values.recordId) }));
	return repeatedCodes(ids, 'Record ID');
}

/** Reads the list once, and sends only what is new or different. */
export async function entryUpsertSteps(job: Job, checked: readonly Checked[]): Promise<Step[]> {
	const all = wantedEntries(job, checked);
	const wanted = rejectInvalid(job, all, repeatedCodes(all));
	const { plan, problems } = await planDirectory(job, wanted);
	const planned = rejectInvalid(job, plan.planned, problems);
	return planSteps(job, { ...plan, planned }, upsertedRow);
}

/** Treats the items as the whole list: sends what differs, then removes what is missing. */
export async function entrySyncSteps(job: Job, checked: readonly Checked[]): Promise<Step[]> {
	const given = checked.map(({ values }) => values);
	const settings = syncSettings(job.entry.operation, given);
	const all = wantedEntries(job, checked);
	const entered = findProblems(checked, ({ problem }) => problem);
	// Without a code nobody knows which entry an item is about.
	const coded = all.filter(({ code }) => code !== '');
	const uncoded = all.filter(({ code }) => code === '');
	const early = mergedProblems(entered, repeatedCodes(coded));
	const wanted = settings.isDry ? coded : rejectInvalid(job, all, early);
	const { plan, problems: found } = await planDirectory(job, wanted, entered);
	const removals = planRemovals(settings, plan, retiredValues(job));
	const problems = mergedProblems(early, found, removals.orphaned);
	const { leaving, staying, wrong } = removals;
	const total = job.context.getInputData().length;
	if (settings.isDry && plan.planned.length + uncoded.length === total) {
		const unknown = uncoded.map((one) => ({ ...one, action: 'unknown' as const }));
		const items = [...plan.planned, ...unknown];
		const marked = items.map((one) => ({ ...one, problem: problems.get(one.item) }));
		job.outcomes.plan = { problems, wrong, stopsAll: true };
		for (const one of [...marked, ...leaving, ...staying] as readonly SyncedEntry[])
			job.outcomes.succeed(one.item ?? entryCode(one.body), [{ json: syncedRow(one) }]);
		return [];
	}
	const usable = rejectInvalid(job, plan.planned, problems);
	// An unusable item would make its entry look missing.
	if (usable.length < total)
		throw mistake('listIncomplete', { count: total - usable.length, total });
	if (wrong) throw wrong;
	const steps = planSteps(job, plan, syncedRow);
	passOn(job, staying.map(toRemoval(job)));
	return [...steps, ...removalSteps(job, leaving, plan)];
}

/** `partial` are the problems of items read in part only. */
async function planDirectory(
	job: Job,
	wanted: readonly WantedEntry[],
	partial: Problems = new Map(),
): Promise<{ readonly plan: Plan; readonly problems: Problems }> {
	const { operation, resource, resourceName } = job.entry;
	const listed = wanted.length > 0 ? await allEntries(job.client, resource) : [];
	const plan = planChanges(job.entry, wanted, listed);
	const codes = new Map<Referred, ReadonlySet<string>>();
	for (const to of kindsReferredTo(operation, plan)) {
		const isOwn = to === resourceName;
		const rows = isOwn
			? [...listed, ...wanted.map(({ body }) => body)]
			: await allEntries(job.client, resources[to]);
		codes.set(to, new Set(rows.map(entryCode)));
	}
	return { plan, problems: problemsOfPlan(job.entry, plan, { listed, codes, partial }) };
}

function planSteps(job: Job, plan: Plan, toRow: (one: PlannedEntry) => JsonObject): Step[] {
	const toEntry = (one: PlannedEntry) => ({
		...toSubject(job, one.item, toRow(one)),
		body: one.body,
		isNew: one.action === 'create',
	});
	passOn(job, plan.planned.filter(({ action }) => action === 'unchanged').map(toEntry));
	return sortIntoWaves(plan).flatMap((wave) => importSteps(job, wave.map(toEntry)));
}

const toSubject = ({ entry }: Job, subject: Subject, row: JsonObject) => ({
	subject,
	row,
	path: entry.operation.path,
	rowsFrom: () => [row],
});

/** What the operation Retire sets, if there is one. */
function retiredValues({ entry }: Job) {
	const { retire } = entry.resource.operations;
	return retire?.runs.kind === 'rewrite' ? retire.runs.sets : undefined;
}

const upsertedRow = ({ code, action }: PlannedEntry): JsonObject => ({
	success: true,
	code,
	action: ACTIONS[action],
});

interface SyncedEntry extends Partial<Pick<PlannedEntry, 'item' | 'changes'>> {
	readonly action: keyof typeof ACTIONS;
	readonly body: JsonObject;
	/** Why the run would reject it; only a dry run gets so far. */
	readonly problem?: InputError | undefined;
}

const syncedRow = ({ action, body, changes = {}, problem }: SyncedEntry) => ({
	success: true,
	code: body.code,
	name: body.name,
	action: ACTIONS[action],
	...(Object.keys(changes).length > 0 && { changes }),
	...(problem && { problem: `${problem.message}. ${problem.advice}` }),
});

const toRemoval = (job: Job) => (one: SyncedEntry) =>
	toSubject(job, entryCode(one.body), syncedRow(one));

/** Retires 100 per request, deletes 1 per request, in order. Nothing is removed if an item failed before. */
function removalSteps(job: Job, leaving: readonly SyncedEntry[], { planned }: Plan): Step[] {
	const { operation, resource } = job.entry;
	const { delete: deletion } = resource.operations;
	const toRetire = leaving.filter(({ action }) => action === 'retire');
	const retired = toRetire.map((one) => ({
		...toRemoval(job)(one),
		body: { ...valuesToSendBack(operation, one.body), ...retiredValues(job) },
		isNew: false,
	}));
	const deletions = leaving.flatMap((one) => {
		if (!deletion || one.action !== 'delete') return [];
		const request = toRequest(deletion, { code: entryCode(one.body) });
		// An entry that is gone meanwhile is as the sync wants it.
		return [singleStep(toRemoval(job)(one), () => job.client.send(request).catch(ignoring(404)))];
	});
	const steps = [...importSteps(job, retired), ...deletions];
	return steps.map((step) => ({
		...step,
		async work() {
			if (planned.some(({ item }) => job.outcomes.hasFailed(item))) throw mistake('notRemoved');
			return await step.work();
		},
	}));
}
