import type fc from 'fast-check';
import * as shippedChanges from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import * as shippedDeletions from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import * as shippedFields from '../../nodes/RecordsDirectory/core/trigger/field-history';
import * as shippedNotices from '../../nodes/RecordsDirectory/core/trigger/notice-round';
import * as deletions from './deletions-plans';
import { DeletionLife } from './deletions-run';
import type * as deletionsRun from './deletions-run';
import { ending, faultsOf, faultsOfChanges } from './faults';
import type { LifeOutcome } from './life';
import * as fields from './fields-plans';
import { FieldsLife } from './fields-run';
import type * as fieldsRun from './fields-run';
import * as notices from './notices-plans';
import { NoticeLife } from './notices-run';
import type * as noticesRun from './notices-run';
import { PROMISES } from './promises';
import { Run } from './run';
import type * as run from './run';
import { scenario, type Kind, type Scenario } from './scenario';
import * as start from './start-plans';
import { StartLife } from './start-run';
import type * as startRun from './start-run';

/** The detectors, each as it is shipped or with a mistake. */
export interface Cores {
	readonly changes: run.Core;
	readonly deletions: deletionsRun.Core;
	readonly fields: fieldsRun.Core;
	readonly notices: noticesRun.Core;
}

export const SHIPPED: Cores = {
	changes: shippedChanges,
	deletions: shippedDeletions,
	fields: shippedFields,
	notices: shippedNotices,
};

/** All that the command can run, by name. */
export function scenariosOf(cores: Cores): ReadonlyMap<string, Scenario> {
	const ofDeletions = { 'every hardship at once': deletions.everything, ...deletions.scenarios };
	return new Map([
		...named('', PROMISES, changesWith(cores.changes)),
		...named('17: deletions, ', ofDeletions, deletionsWith(cores.deletions)),
		...named('18: watched fields, ', fields.scenarios, fieldsWith(cores.fields)),
		...named('19: ', start.scenarios, startsWith(cores.changes)),
		...named('notices: ', notices.scenarios, noticesWith(cores.notices)),
	]);
}

function named<Plan, Outcome extends LifeOutcome>(
	prefix: string,
	plans: Readonly<Record<string, fc.Arbitrary<Plan>>>,
	kind: Kind<Plan, Outcome>,
): (readonly [string, Scenario])[] {
	return Object.entries(plans).map(([name, lives]) => [prefix + name, scenario(lives, kind)]);
}

const changesWith = (core: run.Core): Kind<run.Plan, run.Outcome> => ({
	live: (plan) => new Run(plan, core).live(),
	faults: faultsOfChanges,
	tell: (plan) => ending(() => faultsOfChanges(new Run(plan, core).live(), plan)),
});

const deletionsWith = (core: deletionsRun.Core): Kind<deletionsRun.Plan, deletionsRun.Outcome> => {
	const live = (plan: deletionsRun.Plan) => new DeletionLife(plan, core).live();
	return { live, faults: faultsOf, tell: (plan) => ending(() => faultsOf(live(plan), plan)) };
};

const fieldsWith = (core: fieldsRun.Core): Kind<fieldsRun.Plan, fieldsRun.Outcome> => {
	const live = (plan: fieldsRun.Plan) => new FieldsLife(plan, core).live();
	return { live, faults: faultsOf, tell: (plan) => ending(() => faultsOf(live(plan), plan)) };
};

const startsWith = (core: run.Core): Kind<startRun.Plan, run.Outcome> => {
	const live = (plan: startRun.Plan) => new StartLife(plan, core).live();
	const faults = faultsOfChanges;
	return { live, faults, tell: (plan) => ending(() => faults(live(plan), plan)) };
};

const noticesWith = (core: noticesRun.Core): Kind<noticesRun.Plan, noticesRun.Outcome> => {
	const live = (plan: noticesRun.Plan) => new NoticeLife(plan, core).live();
	return { live, faults: faultsOf, tell: (plan) => ending(() => faultsOf(live(plan), plan)) };
};
