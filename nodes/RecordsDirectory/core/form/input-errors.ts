import { Refusal } from '../values/input-error';

/** Problems that are told one by one. */
export const MOST_TOLD = 5;

/**
 * Several refusals as one: the first five, and how many more there are. Anything else among the
 * problems is a mistake in the program and comes as it is.
 */
export function joined(problems: readonly unknown[]): unknown {
	const refusals = problems.filter((problem) => problem instanceof Refusal);
	if (refusals.length < problems.length) return problems.find((one) => !(one instanceof Refusal));
	const shown = refusals.slice(0, MOST_TOLD);
	const rest = refusals.length - shown.length;
	const messages = shown.map(({ message }) => message);
	return new Refusal(
		[...messages, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; '),
		[...new Set(shown.map(({ advice }) => advice))].join(' '),
	);
}

/** A problem with where it is. */
export const placed = (place: string, problem: unknown): unknown =>
	problem instanceof Refusal
		? new Refusal(`${place}: ${problem.message}`, problem.advice)
		: problem;
