import { doubtful, excess } from '../../../core/directory/checks';
import { lowestFirst } from '../../../core/directory/waves';
import { codeOf, type Plan, type Planned } from '../../../core/directory/plan';
import { removedBy, syncedRow, type Action } from '../../../core/directory/output';
import { settingsOf, type Settings } from '../../../core/directory/settings';
import type { Row } from '../../../core/json';
import { Refusal } from '../../../core/values/input-error';
import { directoryPlan, planSteps } from './directory-plan';
import { inTurn, removalSteps, retirementOf } from './directory-removal';
import { hint } from '../hints';
import type { Checked, Fail, Job, Step } from '../job';
import { idleStep } from './steps';

/** The input items as the whole list: what differs is sent, then what is missing goes. */
export async function directorySyncSteps(
	job: Job,
	root: string,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Step[]> {
	const values = checked.map((one) => one.values);
	const settings = settingsOf(job.entry.operation, values);
	const plan = await directoryPlan(job, checked, fail);
	const total = job.context.getInputData().length;
	if (plan.planned.length === total) return syncSteps(job, root, settings, plan);
	// Whoever is not among the items would be taken for missing.
	for (const { item } of plan.planned) fail(item, notWhole(total - plan.planned.length, total));
	return [];
}

const notWhole = (bad: number, total: number) =>
	new Refusal(
		`Nothing was sent, as ${bad} of the ${total} items cannot be used`,
		'A sync needs the whole list. Correct the items that have an error of their own.',
	);

function syncSteps(job: Job, root: string, settings: Settings, plan: Plan): Step[] {
	const { isDry, removal, spared, mostRemovals } = settings;
	const isGoing = (row: Row) => removal !== 'missing' && !spared.has(codeOf(row));
	const going = plan.missing.filter(isGoing);
	const removed = removedBy(plan, going, retirementOf(job));
	const wrong = excess(removed, mostRemovals) ?? doubtful(plan, going);
	if (wrong && !isDry) throw wrong;
	if (wrong) warn(job, wrong);
	const rowOf = ({ action, body, changes }: Planned) => syncedRow(isDry, action, body, changes);
	const missing = (action: Action, rows: readonly Row[]) =>
		rows.map((row) => ({ subject: codeOf(row), row: syncedRow(isDry, action, row), entry: row }));
	const staying = missing(
		'missing',
		plan.missing.filter((row) => !isGoing(row)),
	);
	const leaving = missing(removal, lowestFirst(plan, going));
	// Made in a dry run, too: a circle of organizations is found here.
	const steps = planSteps(job, root, plan, rowOf);
	if (isDry) {
		const planned = plan.planned.map((one) => ({ subject: one.item, row: rowOf(one) }));
		return [idleStep(job, [...planned, ...leaving, ...staying])];
	}
	return [idleStep(job, staying), ...inTurn(steps, removalSteps(job, root, removal, leaving))];
}

const warn = ({ context }: Job, { message }: Refusal) =>
	hint(context, `Without 'Dry Run' nothing would be sent: ${message}`, 'warning');
