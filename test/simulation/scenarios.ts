import fc from 'fast-check';
import { ChangeLife } from './changes';
import { DeletionLife } from './deletions';
import { FieldsLife } from './fields';
import type { Life, Outcome } from './life';
import { NoticeLife } from './notices';
import type { Plan } from './plan';
import { SCENARIOS } from './plans';
import { NO_LIVES } from './table';

interface Wanted {
	readonly runs: number;
	readonly seed: number;
	count?(outcome: Outcome): void;
}

export type Kind = keyof typeof SCENARIOS;
export type ScenarioName = { [Name in Kind]: keyof (typeof SCENARIOS)[Name] }[Kind];

const LIVES: Readonly<Record<Kind, unknown>> = {
	changes: ChangeLife,
	deletions: DeletionLife,
	fields: FieldsLife,
	starts: ChangeLife,
	notices: NoticeLife,
};

interface Scenario {
	readonly name: ScenarioName;
	/** Lives some lives; returns the story of the smallest one found that breaks a promise. */
	live(wanted: Wanted): string | undefined;
}

const MOST_SHOWN = 25;

function live(
	Alive: new (plan: Plan) => Life<Plan, unknown, unknown, object>,
	plans: fc.Arbitrary<Plan>,
	{ runs, seed, count = () => {} }: Wanted,
): string | undefined {
	const outcomeOf = (plan: Plan): Outcome => {
		try {
			return new Alive(plan).live();
		} catch (error) {
			return { ...NO_LIVES, faults: [`It broke off: ${String(error)}`] };
		}
	};
	let isShrinking = false;
	const property = fc.property(plans, (plan) => {
		const outcome = outcomeOf(plan);
		if (!isShrinking) count(outcome);
		isShrinking ||= outcome.faults.length > 0;
		return outcome.faults.length === 0;
	});
	const { counterexample } = fc.check(property, { numRuns: runs, seed });
	if (!counterexample) return undefined;
	const [plan] = counterexample;
	return [...outcomeOf(plan).faults.slice(0, MOST_SHOWN), '', JSON.stringify(plan)].join('\n');
}

/** All scenarios. */
export const scenarios: readonly Scenario[] = Object.entries(SCENARIOS).flatMap(([kind, all]) =>
	Object.entries(all).map(([name, plans]) => ({
		name: name as ScenarioName,
		live: (wanted: Wanted) =>
			live(LIVES[kind as Kind] as Parameters<typeof live>[0], plans as fc.Arbitrary<Plan>, wanted),
	})),
);
