import { shortened } from '../shortened';
import { listed } from './listed';

/**
 * Input that cannot be sent: what is wrong with which parameter, and what to do about it.
 * Thrown before anything is sent. Long words are cut, as a form may call its fields anything.
 */
export class InputError extends Error {
	readonly advice: string;
	/** The mistakes that it joins; itself where it is one. */
	readonly mistakes: readonly InputError[];

	constructor(message: string, advice: string, mistakes?: readonly InputError[]) {
		// It says where the program was, which nobody wants to know of a mistake in the input; and to note
		// that down takes most of the time where 100,000 items have a mistake.
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		super(shortened(message));
		Error.stackTraceLimit = stackTraceLimit;
		this.name = 'InputError';
		this.advice = shortened(advice);
		this.mistakes = mistakes ?? [this];
	}
}

/** Problems that are told one by one. */
export const MOST_TOLD = 5;

/** Several refusals as one, and one as it is: the first five, and how many more there are. */
export function asOne(refusals: readonly [InputError, ...InputError[]]): InputError {
	const [only, ...others] = refusals;
	if (others.length === 0) return only;
	const shown = refusals.slice(0, MOST_TOLD);
	const rest = refusals.length - shown.length;
	const messages = shown.map(({ message }) => message);
	return new InputError(
		[...messages, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; '),
		adviceOn(shown),
		shown.flatMap(({ mistakes }) => mistakes),
	);
}

/**
 * Several problems as one, one as it is, and undefined for none. Anything else than a refusal among them is a mistake in
 * the program and comes as it is.
 */
export function joined(problems: readonly unknown[]): unknown {
	if (problems.length <= 1) return problems[0];
	const [first, ...more] = problems.filter((problem) => problem instanceof InputError);
	const other = problems.find((problem) => !(problem instanceof InputError));
	return other === undefined && first ? asOne([first, ...more]) : other;
}

/**
 * The advice on several mistakes, each once. Beside others an advice has to say what it is about:
 * `'Name' and 'Phonetic Name (Kana)': Point the expression at a single value.`
 */
export function adviceOn(refusals: readonly InputError[]): string {
	const mistakes = refusals.flatMap((refusal) => refusal.mistakes);
	if (mistakes.length === 1) return mistakes.map(({ advice }) => advice).join();
	const subjects = new Map<string, Set<string>>();
	for (const { message, advice } of mistakes) {
		const of = subjects.get(advice) ?? new Set();
		subjects.set(advice, of);
		const { subject, label } = subjectOf(message);
		if (!advice.includes(label)) of.add(subject);
	}
	return [...subjects]
		.map(([advice, of]) => [listed([...of]), advice].filter(Boolean).join(': '))
		.join(' ');
}

/**
 * What a message is about: its words up to the first label in quotes, with the identifier of a field behind it, and of a
 * detail table up to its column: `'Contacts' (field-24), row 2: 'Name' (field-241)`. All words where no label is.
 */
function subjectOf(message: string): { readonly subject: string; readonly label: string } {
	const start = message.indexOf("'");
	const end = labelEnd(message, start);
	if (end < 0) return { subject: message, label: message };
	const [row = ''] = /^, row \d+(: (?='))?/.exec(message.slice(end)) ?? [];
	const columnEnd = row.endsWith(' ') ? labelEnd(message, end + row.length) : -1;
	const subject = message.slice(0, columnEnd < 0 ? end + row.length : columnEnd);
	return { subject, label: message.slice(start, end) };
}

/** The place behind a label that begins at `start`; -1 where none does. An apostrophe inside a label has a letter behind it. */
function labelEnd(message: string, start: number): number {
	const closing = /'(?![\p{L}\p{N}])(?: \([^()]*\))?/gu;
	closing.lastIndex = start + 2;
	return start < 0 || !closing.test(message) ? -1 : closing.lastIndex;
}

/** A problem with where it is. */
export const placed = (place: string, problem: unknown): unknown =>
	problem instanceof InputError
		? new InputError(`${place}: ${problem.message}`, problem.advice)
		: problem;

/** Does all of some work, each part whatever becomes of the others, and throws one `InputError` for all that is wrong. */
export function eachChecked<T>(parts: Iterable<T>, check: (part: T) => void): void {
	const problem = problemIn(parts, check);
	if (problem !== undefined) throw problem;
}

/** A `InputError` for what has more levels than a program can follow; any other error as it is. */
export const inPlainWords = (error: unknown): unknown =>
	error instanceof Error && error.name === 'RangeError' && /call stack/.test(error.message)
		? new InputError(
				'A value has too many levels of lists and objects',
				'Check what the expressions give.',
			)
		: error;

/** What `eachChecked` would throw; undefined where nothing is wrong. */
export function problemIn<T>(parts: Iterable<T>, check: (part: T) => void): unknown {
	const problems: unknown[] = [];
	for (const part of parts) {
		try {
			check(part);
		} catch (problem) {
			problems.push(inPlainWords(problem));
		}
	}
	return joined(problems);
}
