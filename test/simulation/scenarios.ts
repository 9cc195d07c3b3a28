import fc from 'fast-check';
import * as changes from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import * as deletions from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import * as fields from '../../nodes/RecordsDirectory/core/trigger/field-history';
import * as notices from '../../nodes/RecordsDirectory/core/trigger/notices';
import * as deletionsPlans from './deletions-plans';
import { DeletionLife } from './deletions-run';
import { ending, faultsOf, faultsOfChanges } from './faults';
import * as fieldsPlans from './fields-plans';
import { FieldsLife } from './fields-run';
import type { LifeOutcome, LifePlan } from './life';
import * as noticesPlans from './notices-plans';
import { NoticeLife } from './notices-run';
import { PROMISES } from './promises';
import { Run } from './run';
import * as startPlans from './start-plans';
import { StartLife } from './start-run';

interface Wanted {
	readonly runs: number;
	readonly seed: number;
	/** Stop at the first life that breaks a promise, instead of looking for a smaller one. */
	readonly endOnFailure?: boolean;
	count?(outcome: LifeOutcome): void;
}

/** Lives of one kind of trigger. */
export interface Kind {
	/** The module of core that they run. */
	readonly entry: string;
	/** Its scenarios, by name. Some lives of one, and the story of the smallest one found that breaks a promise. */
	readonly scenarios: ReadonlyMap<string, (wanted: Wanted, core?: unknown) => string | undefined>;
}

interface Lived<Outcome> {
	live(): Outcome;
}

function kind<Plan extends LifePlan, Core, Outcome extends LifeOutcome>(
	prefix: string,
	entry: string,
	{
		plans,
		shipped,
		life,
		faults,
	}: {
		readonly plans: Readonly<Record<string, fc.Arbitrary<Plan>>>;
		readonly shipped: Core;
		life(plan: Plan, core: Core): Lived<Outcome>;
		faults(outcome: Outcome, plan: LifePlan): readonly string[];
	},
): Kind {
	const scenario = (lives: fc.Arbitrary<Plan>) => (wanted: Wanted, given?: unknown) => {
		const { runs, seed, endOnFailure = false, count = () => {} } = wanted;
		const core = (given ?? shipped) as Core;
		let isShrinking = false;
		const property = fc.property(lives, (plan) => {
			const isFirst = !isShrinking;
			// Unless it comes to its end in order.
			isShrinking = true;
			const outcome = life(plan, core).live();
			const isFine = faults(outcome, plan).length === 0;
			isShrinking = !isFirst || !isFine;
			if (isFirst) count(outcome);
			return isFine;
		});
		const { counterexample } = fc.check(property, { numRuns: runs, seed, endOnFailure });
		if (!counterexample) return undefined;
		const [plan] = counterexample;
		const words = ending(() => faults(life(plan, core).live(), plan));
		return `${words}\n\n${JSON.stringify(plan)}`;
	};
	const named = Object.entries(plans).map(
		([name, lives]) => [`${prefix}${name}`, scenario(lives)] as const,
	);
	return { entry, scenarios: new Map(named) };
}

/** All that is lived, as shipped. */
export const KINDS = {
	changes: kind('', 'trigger/changes/changes', {
		plans: PROMISES,
		shipped: changes,
		life: (plan, core) => new Run(plan, core),
		faults: faultsOfChanges,
	}),
	deletions: kind('17: deletions, ', 'trigger/deletions/deletions', {
		plans: { 'every hardship at once': deletionsPlans.everything, ...deletionsPlans.scenarios },
		shipped: deletions,
		life: (plan, core) => new DeletionLife(plan, core),
		faults: faultsOf,
	}),
	fields: kind('18: watched fields, ', 'trigger/field-history', {
		plans: fieldsPlans.scenarios,
		shipped: fields,
		life: (plan, core) => new FieldsLife(plan, core),
		faults: faultsOf,
	}),
	starts: kind('19: ', 'trigger/changes/changes', {
		plans: startPlans.scenarios,
		shipped: changes,
		life: (plan, core) => new StartLife(plan, core),
		faults: faultsOfChanges,
	}),
	notices: kind('notices: ', 'trigger/notices', {
		plans: noticesPlans.scenarios,
		shipped: notices,
		life: (plan, core) => new NoticeLife(plan, core),
		faults: faultsOf,
	}),
} satisfies Record<string, Kind>;
