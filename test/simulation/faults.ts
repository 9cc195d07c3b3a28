import type { LifeOutcome, LifePlan } from './life';
import type { Outcome } from './run';

interface InWords extends LifeOutcome {
	readonly lost: readonly string[];
	readonly untrue: readonly string[];
}

/** What is wrong with a life, in words; an empty list for a life that keeps every promise. */
export function faultsOf(outcome: InWords, plan: LifePlan): string[] {
	const { lost, repeated, untrue, isEndless, stateChangedByFailure, mostRequests } = outcome;
	return [
		...lost.map((words) => `Lost: ${words}.`),
		...repeated.map((words) => `Repeated: ${words}.`),
		...untrue.map((words) => `Untrue: ${words}.`),
		...(isEndless ? ['The work never came to an end.'] : []),
		...(stateChangedByFailure ? ['A poll that failed changed the state.'] : []),
		...(mostRequests > plan.maxRequests ? [`A poll made ${mostRequests} requests.`] : []),
	];
}

export function faultsOfChanges(outcome: Outcome, plan: LifePlan): string[] {
	const lost = outcome.lost.map(({ id, revision }) => `version ${revision} of record ${id}`);
	const ids = outcome.idClashes.map((id) => `The event id of ${id} is not its own, or changed.`);
	return [...faultsOf({ ...outcome, lost }, plan), ...ids];
}

const MOST_SHOWN = 25;

/** How a life ended, for a reader. */
export function ending(live: () => readonly string[]): string {
	try {
		return live().slice(0, MOST_SHOWN).join('\n');
	} catch (error) {
		return `It broke off: ${String(error)}`;
	}
}
