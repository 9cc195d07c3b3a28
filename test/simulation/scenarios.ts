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
	/** Stop at the first life that breaks a promise, instead of looking for a smaller one. */
	readonly endOnFailure?: boolean;
	count?(outcome: Outcome): void;
}

export type Kind = keyof typeof SCENARIOS;
export type ScenarioName = { [Name in Kind]: keyof (typeof SCENARIOS)[Name] }[Kind];

/** What lives, and the module of core that it runs. */
const KINDS: Readonly<Record<Kind, { entry: string; Alive: unknown }>> = {
	changes: { entry: 'trigger/changes/changes', Alive: ChangeLife },
	deletions: { entry: 'trigger/deletions/deletions', Alive: DeletionLife },
	fields: { entry: 'trigger/field-history', Alive: FieldsLife },
	starts: { entry: 'trigger/changes/changes', Alive: ChangeLife },
	notices: { entry: 'trigger/notices', Alive: NoticeLife },
};

interface Scenario {
	readonly name: ScenarioName;
	readonly kind: Kind;
	readonly entry: string;
	/** Lives some lives; returns the story of the smallest one found that breaks a promise. Without a core, the shipped one lives. */
	live(wanted: Wanted, core?: unknown): string | undefined;
}

const MOST_SHOWN = 25;

function live(
	Alive: new (plan: Plan, core?: unknown) => Life<Plan, unknown, unknown, object>,
	plans: fc.Arbitrary<Plan>,
	{ runs, seed, endOnFailure = false, count = () => {} }: Wanted,
	core: unknown,
): string | undefined {
	const outcomeOf = (plan: Plan): Outcome => {
		try {
			return new Alive(plan, core).live();
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
	const { counterexample } = fc.check(property, { numRuns: runs, seed, endOnFailure });
	if (!counterexample) return undefined;
	const [plan] = counterexample;
	return [...outcomeOf(plan).faults.slice(0, MOST_SHOWN), '', JSON.stringify(plan)].join('\n');
}

/** All scenarios. */
export const scenarios: readonly Scenario[] = Object.entries(SCENARIOS).flatMap(([kind, all]) =>
	Object.entries(all).map(([name, plans]) => {
		const { entry, Alive } = KINDS[kind as Kind];
		return {
			name: name as ScenarioName,
			kind: kind as Kind,
			entry,
			live: (wanted: Wanted, core?: unknown) =>
				live(Alive as Parameters<typeof live>[0], plans as fc.Arbitrary<Plan>, wanted, core),
		};
	}),
);
