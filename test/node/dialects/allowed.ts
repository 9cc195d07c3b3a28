import { ON_READING } from './allowed-reading';
import { ON_REFUSAL } from './allowed-refusal';
import { ON_WRITING } from './allowed-writing';
import type { Run } from './runs';
import type { Setting } from './settings';
import type { Outcome } from './tried';

/** How a run may differ under a setting from what it comes to under the plain dialect, and why. */
export interface Allowed {
	/** Of settings. */
	readonly under: readonly string[];
	readonly why: string;
	readonly of: (run: Run, usual: Outcome) => boolean;
	readonly becomes: (usual: Outcome, others: Others) => Outcome;
	/** What the document leaves open in a result, before it is compared. */
	readonly read?: (outcome: Outcome) => Outcome;
}

/** The usual outcome of another run. */
export type Others = (name: string) => Outcome;

/** In this order, where several settings come together. */
export const allowed: readonly Allowed[] = [...ON_WRITING, ...ON_READING, ...ON_REFUSAL];

/** What a run has to come to, and what of its result is compared. */
export function expectedOf(
	run: Run,
	settings: readonly Setting[],
	others: Others,
): { readonly expected: Outcome; readonly read: (outcome: Outcome) => Outcome } {
	const names = settings.map(({ name }) => name);
	const start = { expected: others(run.name), read: (outcome: Outcome) => outcome };
	return allowed
		.filter(({ under }) => under.some((name) => names.includes(name)))
		.reduce(({ expected, read }, one) => {
			if (!one.of(run, expected)) return { expected, read };
			const next = one.read ?? ((outcome) => outcome);
			return {
				expected: next(one.becomes(expected, others)),
				read: (outcome) => next(read(outcome)),
			};
		}, start);
}
