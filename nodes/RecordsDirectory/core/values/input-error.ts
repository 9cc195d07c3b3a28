/**
 * Input that cannot be sent: what is wrong with which parameter, and what to do about it.
 * Thrown before anything is sent.
 */
export class Refusal extends Error {
	readonly advice: string;

	constructor(message: string, advice: string) {
		// It says where the program was, which nobody wants to know of a mistake in the input; and to note
		// that down takes most of the time where 100,000 items have a mistake.
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		super(message);
		Error.stackTraceLimit = stackTraceLimit;
		this.name = 'Refusal';
		this.advice = advice;
	}
}

/** Problems that are told one by one. */
export const MOST_TOLD = 5;

/**
 * Several refusals as one, and one as it is: the first five, and how many more there are; undefined for none. Anything else among the
 * problems is a mistake in the program and comes as it is.
 */
export function joined(problems: readonly unknown[]): unknown {
	if (problems.length <= 1) return problems[0];
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

/** Does all of some work, each part whatever becomes of the others, and throws one `Refusal` for all that is wrong. */
export function eachChecked<T>(parts: Iterable<T>, check: (part: T) => void): void {
	const problem = problemIn(parts, check);
	if (problem !== undefined) throw problem;
}

/** What `eachChecked` would throw; undefined where nothing is wrong. */
export function problemIn<T>(parts: Iterable<T>, check: (part: T) => void): unknown {
	const problems: unknown[] = [];
	for (const part of parts) {
		try {
			check(part);
		} catch (problem) {
			problems.push(problem);
		}
	}
	return joined(problems);
}
