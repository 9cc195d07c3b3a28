import fc from 'fast-check';
import type { LifeOutcome } from './life';

/** Lives of one kind, and how they are lived, judged and told. */
export interface Kind<Plan, Outcome extends LifeOutcome> {
	live(plan: Plan): Outcome;
	faults(outcome: Outcome, plan: Plan): readonly string[];
	tell(plan: Plan): string;
}

interface Wanted {
	readonly runs: number;
	readonly seed: number;
}

/** Some lives, each given to `count`; the story of the smallest one found that breaks a promise. */
export type Scenario = (
	wanted: Wanted,
	count: (outcome: LifeOutcome) => void,
) => string | undefined;

export function scenario<Plan, Outcome extends LifeOutcome>(
	lives: fc.Arbitrary<Plan>,
	kind: Kind<Plan, Outcome>,
): Scenario {
	return ({ runs, seed }, count) => {
		let isBroken = false;
		const property = fc.property(lives, (plan) => {
			const isShrinking = isBroken;
			// Unless it comes to its end in order.
			isBroken = true;
			const outcome = kind.live(plan);
			const isFine = kind.faults(outcome, plan).length === 0;
			isBroken = isShrinking || !isFine;
			if (!isShrinking) count(outcome);
			return isFine;
		});
		const { failed, counterexample } = fc.check(property, { numRuns: runs, seed });
		if (!failed || !counterexample) return undefined;
		const [plan] = counterexample;
		return `${kind.tell(plan)}\n\n${JSON.stringify(plan)}`;
	};
}
