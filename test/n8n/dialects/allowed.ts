import { ON_READING } from './allowed-reading';
import { ON_REFUSAL } from './allowed-refusal';
import { ON_PAGES, ON_SHAPES } from './allowed-shapes';
import { ON_WRITING } from './allowed-writing';
import type { Allowed, Others } from './difference';
import type { Run } from './runs';
import type { Setting } from './settings';
import type { Outcome } from './tried';

/** In this order, where several settings come together. */
export const allowed: readonly Allowed[] = [
	...ON_WRITING,
	...ON_READING,
	...ON_SHAPES,
	...ON_REFUSAL,
	ON_PAGES,
];

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
