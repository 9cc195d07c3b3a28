import { resources } from '../../../api';
import {
	alreadyThere,
	belowRemoved,
	circularParents,
	dangling,
	kindsReferredTo,
	mergedProblems,
	orphaned,
	ownParents,
	repeatedCodes,
	similarCodes,
	tooManyRemovals,
	unreachable,
	withoutRequired,
	type Problems,
	type Referred,
} from '../../../core/directory/checks';
import {
	planSummary,
	removedBy,
	syncedRow,
	upsertedRow,
	withProblem,
	type Action,
} from '../../../core/directory/output';
import {
	entryCode,
	planChanges,
	valuesToSendBack,
	type Plan,
	type PlannedEntry,
	type WantedEntry,
} from '../../../core/directory/plan';
import {
	findExclusions,
	syncSettings,
	type SyncSettings,
} from '../../../core/directory/sync-settings';
import { lowestFirst, sortIntoWaves } from '../../../core/directory/waves';
import type { JsonObject } from '../../../core/json';
import { ignoring } from '../../../core/request/failure';
import { toBody, toRequest, unaddressable, writableFields } from '../../../core/request/request';
import { itemsInWords } from '../../../core/request/subject';
import { mistake, type InputError } from '../../../core/values/input-error';
import { allEntries } from '../../transport/list-reader';
import type { Checked, Job, Step } from '../job';
import { importSteps, passOn, singleStep, type SubjectRow } from './import';
import { rewrittenValues } from './single';

/** Returns what the input items ask for. */
const wantedEntries = ({ entry }: Job, checked: readonly Checked[]): WantedEntry[] =>
	checked.map(({ item, values }) => {
		const body = toBody(entry.operation, values);
		return { item, code: entryCode(body), body };
	});

/** Returns the entries without a problem and rejects the others. */
function rejectInvalid<T extends { readonly item: number }>(
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

/** Returns the items whose entries do not exist yet and rejects the others. Looks their codes up in the list. */
export async function rejectExisting(
	job: Job,
	checked: readonly Checked[],
): Promise<readonly Checked[]> {
	if (checked.length === 0) return [];
	const present = await allEntries(job.client, job.entry.resource);
	return rejectInvalid(job, checked, alreadyThere(wantedEntries(job, checked), present));
}

/** Matches entries by code, reading the list once, and sends only what is new or different. */
export async function entryUpsertSteps(job: Job, checked: readonly Checked[]): Promise<Step[]> {
	const all = wantedEntries(job, checked);
	const wanted = rejectInvalid(job, all, repeatedCodes(all));
	const { plan, problems } = await planDirectory(job, wanted);
	const planned = rejectInvalid(job, plan.planned, problems);
	return planSteps(job, { ...plan, planned }, upsertedRow);
}

/** Treats the input items as the whole list: sends what differs, then removes what is missing. */
export async function entrySyncSteps(job: Job, checked: readonly Checked[]): Promise<Step[]> {
	const given = checked.map(({ values }) => values);
	const settings = syncSettings(job.entry.operation, given);
	const all = wantedEntries(job, checked);
	const entered = new Map(
		checked.flatMap(({ item, problem }) => (problem ? [[item, problem] as const] : [])),
	);
	// Without a code nobody knows which entry an item is about.
	const coded = all.filter(({ code }) => code !== '');
	const uncoded = all.filter(({ code }) => code === '');
	const early = mergedProblems(entered, repeatedCodes(coded));
	const wanted = settings.isDry ? coded : rejectInvalid(job, all, early);
	const { plan, problems: found } = await planDirectory(job, wanted, entered);
	const removals = planRemovals(job, settings, plan);
	const leaving = removals.leaving.map(({ entry }) => entry);
	const problems = mergedProblems(early, found, orphaned(plan, leaving));
	const total = job.context.getInputData().length;
	if (settings.isDry && plan.planned.length + uncoded.length === total) {
		showPlan(job, plan, uncoded, problems, removals);
		return [];
	}
	const usable = rejectInvalid(job, plan.planned, problems);
	// An unusable item would make its entry look missing.
	if (usable.length < total)
		throw mistake('listIncomplete', { count: total - usable.length, total });
	if (removals.wrong) throw removals.wrong;
	const steps = planSteps(job, plan, (one) => plannedRow(false, one));
	passOn(job, removals.staying);
	return [...steps, ...removalSteps(job, settings.removal, removals.leaving, plan)];
}

/**
 * Plans the changes and finds what the service would reject. An item that already has a problem was read in
 * part only, so the plan cannot say what it lacks.
 */
async function planDirectory(
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

/** Makes the imports of a plan, and outputs what is unchanged. */
function planSteps(job: Job, plan: Plan, toRow: (one: PlannedEntry) => JsonObject): Step[] {
	const toEntry = (one: PlannedEntry) => ({
		subject: one.item,
		body: one.body,
		row: toRow(one),
		isNew: one.action === 'create',
	});
	passOn(job, plan.planned.filter(({ action }) => action === 'unchanged').map(toEntry));
	return sortIntoWaves(plan).flatMap((wave) => entrySteps(job, wave.map(toEntry)));
}

/** Whole directory entries, as imports send them. */
const entrySteps = (
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

/** An entry of the directory that no item names, and its output. */
interface MissingEntry extends SubjectRow {
	readonly subject: string;
	readonly entry: JsonObject;
}

interface Removals {
	/** The entries to remove, in this order. */
	readonly leaving: readonly MissingEntry[];
	readonly staying: readonly MissingEntry[];
	/** Why so many entries may not be removed. */
	readonly wrong: InputError | undefined;
}

/** Decides which missing entries to remove. Hints at codes that exclude nothing. */
function planRemovals(job: Job, settings: SyncSettings, plan: Plan): Removals {
	const { isDry, removal, mostRemovals } = settings;
	const excluded = excludedCodes(job, settings, plan);
	const isLeaving = (row: JsonObject) => removal !== 'missing' && !excluded.has(entryCode(row));
	const leaving = plan.missing.filter(isLeaving);
	const staying = plan.missing.filter((row) => !isLeaving(row));
	// A deletion needs the code in its address.
	const undeletable = (row: JsonObject) =>
		removal === 'delete' ? unaddressable('Code', entryCode(row)) : undefined;
	const stranded = belowRemoved(leaving);
	const toMissing = (action: Action, findProblem: typeof stranded) => (entry: JsonObject) => ({
		subject: entryCode(entry),
		row: withProblem(syncedRow({ isDry, action }, entry), findProblem(entry)),
		entry,
	});
	const [wrong] = [
		tooManyRemovals(removedBy(plan, leaving, retiredValues(job)), mostRemovals),
		...staying.map(stranded),
		...leaving.map(undeletable),
	].filter((problem) => problem !== undefined);
	return {
		leaving: lowestFirst(plan, leaving).map(toMissing(removal, undeletable)),
		staying: staying.map(toMissing(removal === 'missing' ? 'missing' : 'excluded', stranded)),
		wrong,
	};
}

function excludedCodes(job: Job, { removal, neverRemove }: SyncSettings, plan: Plan) {
	if (removal === 'missing' || neverRemove === undefined) return new Set<string>();
	const known = new Set([...plan.planned.map(({ code }) => code), ...plan.missing.map(entryCode)]);
	const { codes, unknown } = findExclusions(neverRemove, known);
	if (unknown !== undefined) job.outcomes.hint(unknown, 'warning');
	return codes;
}

/** Returns what the operation Retire of the resource sets, if there is one. */
const retiredValues = ({ entry }: Job) => rewrittenValues(entry.resource.operations.retire);

const plannedRow = (isDry: boolean, { action, body, changes }: PlannedEntry) =>
	syncedRow({ isDry, action }, body, changes);

/** Outputs the plan: each problem at its item, and a summary as a hint. */
function showPlan(
	job: Job,
	plan: Plan,
	uncoded: readonly WantedEntry[],
	problems: Problems,
	{ leaving, staying, wrong }: Removals,
): void {
	const toEntry = (item: number, row: JsonObject) => ({
		subject: item,
		row: withProblem(row, problems.get(item)),
	});
	const all = [
		...plan.planned.map((one) => toEntry(one.item, plannedRow(true, one))),
		...uncoded.map(({ item, body }) =>
			toEntry(item, syncedRow({ isDry: true, action: 'unknown' }, body)),
		),
		...leaving,
		...staying,
	];
	const summary = `The plan: ${planSummary(all.map(({ row }) => row.action as Action))}.`;
	const reasons = [...(wrong ? [wrong.message] : []), ...problemsInWords(problems)];
	const isRejected = reasons.length > 0;
	const rejected = ` Without 'Dry Run' nothing would be sent: ${reasons.join('; ')}`;
	job.outcomes.hint(summary + (isRejected ? rejected : ''), isRejected ? 'warning' : undefined);
	passOn(job, all);
}

function problemsInWords(problems: Problems): string[] {
	const [first] = problems;
	if (!first) return [];
	const [item, { message }] = first;
	const more = `'problem' says what is wrong with ${itemsInWords([...problems.keys()])}, such as `;
	return [`${problems.size > 1 ? more : ''}${message} (item ${item})`];
}

/**
 * Makes the steps that retire entries (100 per request) or delete them (1 per request), in order. Nothing is removed if
 * an item failed before.
 */
function removalSteps(
	job: Job,
	removal: SyncSettings['removal'],
	leaving: readonly MissingEntry[],
	{ planned }: Plan,
): Step[] {
	const { operation, resource } = job.entry;
	const fields = writableFields(operation);
	const { delete: deletion } = resource.operations;
	const steps =
		removal === 'retire'
			? entrySteps(
					job,
					leaving.map(({ entry, ...one }) => ({
						...one,
						body: { ...valuesToSendBack(fields, entry), ...retiredValues(job) },
						isNew: false,
					})),
				)
			: leaving.flatMap((one) => {
					if (!deletion) return [];
					const request = toRequest(deletion, { code: one.subject });
					// An entry that is gone meanwhile is as the sync wants it.
					return [singleStep(one, () => job.client.send(request).catch(ignoring(404)))];
				});
	return steps.map((step) => ({
		...step,
		async work(calledOff) {
			if (planned.some(({ item }) => job.outcomes.hasFailed(item))) throw mistake('notRemoved');
			return await step.work(calledOff);
		},
	}));
}
