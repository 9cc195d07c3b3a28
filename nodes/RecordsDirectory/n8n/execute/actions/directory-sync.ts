import {
	belowRemoved,
	tooManyRemovals,
	orphaned,
	repeatedCodes,
	mergedProblems,
	type Problems,
} from '../../../core/directory/checks';
import { lowestFirst } from '../../../core/directory/waves';
import {
	entryCode,
	type Plan,
	type PlannedEntry,
	type WantedEntry,
} from '../../../core/directory/plan';
import {
	removedBy,
	planSummary,
	syncedRow,
	withProblem,
	type Action,
} from '../../../core/directory/output';
import { itemsInWords } from '../../../core/request/subject';
import {
	syncSettings,
	type SyncSettings,
	findExclusions,
} from '../../../core/directory/sync-settings';
import type { Entry } from '../../../api';
import type { JsonObject } from '../../../core/json';
import { unaddressable } from '../../../core/request/request';
import { InputError } from '../../../core/values/input-error';
import type { Values } from '../../../core/values/validate';
import { directoryPlan, planSteps, wantedEntries, usableOf } from './directory-plan';
import { removalsAfter, removalSteps, retirementOf, type Leaving } from './directory-removal';
import { hint } from '../hints';
import type { Checked, Fail, Job, Step } from '../job';
import { idleStep } from './steps';

/** Treats the input items as the whole list: sends what differs, then removes what is missing. */
export async function entrySyncSteps(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Step[]> {
	const given = syncSettings(
		job.entry.operation,
		checked.map(({ values }) => values),
	);
	const all = wantedEntries(job, checked);
	const entered = new Map(
		checked.flatMap(({ item, problem }) => (problem ? [[item, problem] as const] : [])),
	);
	// Without a code nobody knows which entry an item is about.
	const coded = all.filter(({ code }) => code !== '');
	const early = mergedProblems(entered, repeatedCodes(coded));
	const { plan, problems: found } = await directoryPlan(
		job,
		given.isDry ? coded : usableOf(coded, early, fail),
		entered,
	);
	const settings = { ...given, excluded: excludedIn(job, given, plan) };
	const going = plan.missing.filter((row) => isGoing(settings, row));
	const problems = mergedProblems(early, found, orphaned(plan, going));
	const total = job.context.getInputData().length;
	const uncoded = all.filter(({ code }) => code === '');
	const isWhole = plan.planned.length + uncoded.length === total;
	if (isWhole && settings.isDry) return [dryStep(job, settings, { ...plan, uncoded, problems })];
	const usable = usableOf(plan.planned, problems, fail);
	if (usable.length === total) return syncSteps(job, settings, plan);
	// An unusable item would make its entry look missing.
	throw notWhole(total - usable.length, total);
}

/** Whether the items are only shown in a plan, which shows each problem beside its item. */
export const isPlanOnly = ({ operation }: Entry, { dryRun }: Values): boolean =>
	operation.runs.kind === 'syncEntries' && dryRun === true;

const notWhole = (bad: number, total: number) =>
	new InputError(
		`${bad} of the ${total} items cannot be used`,
		'A sync needs the whole list. Correct the items that have an error of their own.',
	);

/** A sync, and the codes of the entries that it must not remove. */
interface Removing extends SyncSettings {
	readonly excluded: ReadonlySet<string>;
}

/** Hints at codes that exclude nothing. */
function excludedIn(job: Job, { removal, neverRemove }: SyncSettings, plan: Plan) {
	if (removal === 'missing' || neverRemove === undefined) return new Set<string>();
	const known = new Set([...plan.planned.map(({ code }) => code), ...plan.missing.map(entryCode)]);
	const { codes, unknown } = findExclusions(neverRemove, known);
	if (unknown !== undefined) hint(job.context, unknown, 'warning');
	return codes;
}

const isGoing = ({ removal, excluded }: Removing, row: JsonObject) =>
	removal !== 'missing' && !excluded.has(entryCode(row));

interface Removals {
	readonly leaving: readonly Leaving[];
	readonly staying: readonly Leaving[];
	/** Why so many entries may not be removed. */
	readonly wrong: InputError | undefined;
}

function removalsOf(job: Job, settings: Removing, plan: Plan): Removals {
	const { isDry, removal, mostRemovals } = settings;
	const [going, kept] = [true, false].map((goes) =>
		plan.missing.filter((row) => isGoing(settings, row) === goes),
	) as [JsonObject[], JsonObject[]];
	const missing = (action: Action, rows: readonly JsonObject[]) =>
		rows.map((row) => ({
			subject: entryCode(row),
			row: syncedRow({ isDry, action }, row),
			entry: row,
		}));
	// A deletion needs the code in its address.
	const undeletable = (row: JsonObject) =>
		removal === 'delete' ? unaddressable('Code', entryCode(row)) : undefined;
	const [lost] = going.flatMap((row) => undeletable(row) ?? []);
	const strandedBy = belowRemoved(going);
	const [stranded] = kept.flatMap((row) => strandedBy(row) ?? []);
	return {
		leaving: missing(removal, lowestFirst(plan, going)).map((one) => ({
			...one,
			row: withProblem(one.row, undeletable(one.entry)),
		})),
		staying: missing(removal === 'missing' ? 'missing' : 'excluded', kept).map((one) => ({
			...one,
			row: withProblem(one.row, strandedBy(one.entry)),
		})),
		wrong:
			tooManyRemovals(removedBy(plan, going, retirementOf(job)), mostRemovals) ?? stranded ?? lost,
	};
}

const rowOf = (isDry: boolean, { action, body, changes }: PlannedEntry) =>
	syncedRow({ isDry, action }, body, changes);

function syncSteps(job: Job, settings: Removing, plan: Plan): Step[] {
	const { leaving, staying, wrong } = removalsOf(job, settings, plan);
	if (wrong) throw wrong;
	const steps = planSteps(job, plan, (one) => rowOf(false, one));
	return [
		idleStep(job, staying),
		...removalsAfter(steps, removalSteps(job, settings.removal, leaving)),
	];
}

/** The plan as output: each problem at its item, and a summary as a hint. */
function dryStep(
	job: Job,
	settings: Removing,
	plan: Plan & { readonly uncoded: readonly WantedEntry[]; readonly problems: Problems },
): Step {
	const { problems } = plan;
	const { leaving, staying, wrong } = removalsOf(job, settings, plan);
	const planned = plan.planned.map((one) => ({
		subject: one.item,
		row: withProblem(rowOf(true, one), problems.get(one.item)),
	}));
	const uncoded = plan.uncoded.map(({ item, body }) => ({
		subject: item,
		row: withProblem(syncedRow({ isDry: true, action: 'unknown' }, body), problems.get(item)),
	}));
	const all = [...planned, ...uncoded, ...leaving, ...staying];
	const summary = `The plan: ${planSummary(all.map(({ row }) => row.action as Action))}.`;
	const reasons = [...(wrong ? [wrong.message] : []), ...problemsInWords(problems)];
	const isRejected = reasons.length > 0;
	const rejected = ` Without 'Dry Run' nothing would be sent: ${reasons.join('; ')}`;
	hint(job.context, summary + (isRejected ? rejected : ''), isRejected ? 'warning' : undefined);
	return idleStep(job, all);
}

function problemsInWords(problems: Problems): string[] {
	const [first] = problems;
	if (!first) return [];
	const [item, { message }] = first;
	const more = `'problem' says what is wrong with ${itemsInWords([...problems.keys()])}, such as `;
	return [`${problems.size > 1 ? more : ''}${message} (item ${item})`];
}
