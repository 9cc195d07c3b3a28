import {
	belowRemoved,
	tooManyRemovals,
	orphaned,
	repeatedCodes,
	mergedProblems,
	type Problems,
} from '../../../core/directory/checks';
import {
	type Action,
	findExclusions,
	planSummary,
	removedBy,
	syncedRow,
	type SyncSettings,
	syncSettings,
	withProblem,
} from '../../../core/directory/sync-settings';
import {
	entryCode,
	valuesToSendBack,
	type Plan,
	type PlannedEntry,
	type WantedEntry,
} from '../../../core/directory/plan';
import { lowestFirst } from '../../../core/directory/waves';
import type { JsonObject } from '../../../core/json';
import { ignoring } from '../../../core/request/failure';
import { writableFields, toRequest, unaddressable } from '../../../core/request/request';
import { itemsInWords } from '../../../core/request/subject';
import { type InputError, mistake } from '../../../core/values/input-error';
import type { Job, Checked, Step } from '../job';
import {
	entrySteps,
	planDirectory,
	planSteps,
	rejectInvalid,
	wantedEntries,
} from './directory-plan';
import { idleStep, singleStep, type SubjectRow } from './import';
import { rewrittenValues } from './single';

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
	if (settings.isDry && plan.planned.length + uncoded.length === total)
		return [dryStep(job, plan, uncoded, problems, removals)];
	const usable = rejectInvalid(job, plan.planned, problems);
	// An unusable item would make its entry look missing.
	if (usable.length < total)
		throw mistake('listIncomplete', { count: total - usable.length, total });
	if (removals.wrong) throw removals.wrong;
	const steps = planSteps(job, plan, (one) => plannedRow(false, one));
	return [
		idleStep(job, removals.staying),
		...removalsAfter(steps, removalSteps(job, settings.removal, removals.leaving)),
	];
}

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

/** The plan as output: each problem at its item, and a summary as a hint. */
function dryStep(
	job: Job,
	plan: Plan,
	uncoded: readonly WantedEntry[],
	problems: Problems,
	{ leaving, staying, wrong }: Removals,
): Step {
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
	return idleStep(job, all);
}

function problemsInWords(problems: Problems): string[] {
	const [first] = problems;
	if (!first) return [];
	const [item, { message }] = first;
	const more = `'problem' says what is wrong with ${itemsInWords([...problems.keys()])}, such as `;
	return [`${problems.size > 1 ? more : ''}${message} (item ${item})`];
}

/** Makes the steps that retire entries (100 per request) or delete them (1 per request), in order. */
function removalSteps(
	job: Job,
	removal: SyncSettings['removal'],
	leaving: readonly MissingEntry[],
): Step[] {
	const { operation, resource } = job.entry;
	if (removal === 'retire') {
		const fields = writableFields(operation);
		const toRetired = ({ entry, subject, row }: MissingEntry) => ({
			subject,
			row,
			body: { ...valuesToSendBack(fields, entry), ...retiredValues(job) },
			isNew: false,
		});
		return entrySteps(job, leaving.map(toRetired));
	}
	const { delete: deletion } = resource.operations;
	if (!deletion) return [];
	return leaving.map((one) =>
		singleStep(job, one, () =>
			// An entry that is gone meanwhile is as the sync wants it.
			job.client.send(toRequest(deletion, { code: one.subject })).catch(ignoring(404)),
		),
	);
}

/** Lets nothing be removed if an earlier step failed. */
function removalsAfter(before: readonly Step[], removals: readonly Step[]): Step[] {
	let isBroken = false;
	const guard = (step: Step): Step => ({
		...step,
		work: () =>
			step.work().catch((error: unknown) => {
				isBroken = true;
				throw error;
			}),
	});
	const afterAll = (step: Step): Step => ({
		...step,
		work: () => (isBroken ? Promise.reject(mistake('notRemoved')) : step.work()),
	});
	return [...before.map(guard), ...removals.map(afterAll)];
}
