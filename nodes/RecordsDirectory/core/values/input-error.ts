import { grouped } from '../grouped';
import { listed, listInWords, shortened } from '../text';
import { MISTAKES } from './mistake-words';

const WORDS = {
	...MISTAKES.credential,
	...MISTAKES.values,
	...MISTAKES.json,
	...MISTAKES.fields,
	...MISTAKES.lists,
	...MISTAKES.matching,
	...MISTAKES.directory,
	...MISTAKES.trigger,
};
type MistakeCode = keyof typeof WORDS;

/** `field` and `most` in `<field> takes <most>`. */
type FactName<Words extends string> = Words extends `${string}<${infer Name}>${infer Rest}`
	? Name | FactName<Rest>
	: never;

type Facts<Code extends MistakeCode> = [FactName<(typeof WORDS)[Code]>] extends [never]
	? []
	: [facts: Readonly<Record<FactName<(typeof WORDS)[Code]>, string | number>>];

/** Thrown before anything is sent. Long texts are shortened, because a form may give its fields any names. */
export class InputError extends Error {
	readonly advice: string;
	/** What it is about, such as `'Contacts' (field-24), row 2: 'Name' (field-241)`; undefined for the whole message. */
	readonly subject: string | undefined;
	/** The mistakes that it joins; only itself if it is a single one. */
	readonly mistakes: readonly InputError[] = [this];
	/** Undefined if it joins several mistakes. Not `code`: n8n would show that instead of the message. */
	readonly mistakeCode: MistakeCode | undefined;

	constructor(
		message: string,
		advice: string,
		about: Partial<Pick<InputError, 'subject' | 'mistakes' | 'mistakeCode'>> = {},
	) {
		// A stack trace does not help with a mistake in the input, and making one would take most of the time
		// if 100,000 items have a mistake.
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		super(shortened(message));
		Error.stackTraceLimit = stackTraceLimit;
		this.name = 'InputError';
		this.advice = shortened(advice);
		Object.assign(this, about);
	}
}

/** As in `mistake('givenTwice', { field: "'Due' (f-3)" })`. */
export function mistake<Code extends MistakeCode>(code: Code, ...[facts]: Facts<Code>): InputError {
	const filled = (words = '') =>
		words.replace(/<(\w+)>/g, (_, name: string) => String(facts?.[name as keyof typeof facts]));
	const [what = '', advice] = WORDS[code].split(/\n\s*/);
	const [before = '', subject = '', after = ''] = what.split(/[[\]]/);
	return new InputError(filled(`${before}${subject}${after}`), filled(advice), {
		subject: filled(subject) || undefined,
		mistakeCode: code,
	});
}

const MOST_LISTED = 5;

/** The first five, and the number of the others. A single error is unchanged. */
export function joinedErrors(refusals: readonly [InputError, ...InputError[]]): InputError {
	if (refusals.length === 1) return refusals[0];
	const shown = refusals.slice(0, MOST_LISTED);
	const messages = refusals.map(({ message }) => message);
	return new InputError(listInWords(messages, MOST_LISTED, '; '), adviceOn(shown), {
		mistakes: shown.flatMap(({ mistakes }) => mistakes),
	});
}

/** A single problem is unchanged. Anything but an `InputError` is a bug of the program and returned unchanged. */
export function joinedProblem(problems: readonly unknown[]): unknown {
	const [first, ...more] = problems.filter((problem) => problem instanceof InputError);
	const other = problems.find((problem) => !(problem instanceof InputError));
	return other ?? (first && joinedErrors([first, ...more]));
}

/** Each advice once, with its fields: `'Name' and 'Kana': Change the expression so that it returns a single value.` */
export function adviceOn(refusals: readonly InputError[]): string {
	const mistakes = refusals.flatMap((refusal) => refusal.mistakes);
	if (mistakes.length === 1) return mistakes.map(({ advice }) => advice).join();
	return grouped(mistakes, ({ advice }) => advice)
		.map(([advice, same]) => {
			const subjects = same.map(({ message, subject = message }) => subject);
			const named = subjects.filter((subject) => !advice.includes(subject));
			return [listed([...new Set(named)]), advice].filter(Boolean).join(': ');
		})
		.join(' ');
}

export function withPlace(place: string, problem: unknown): unknown {
	if (!(problem instanceof InputError)) return problem;
	const { message, advice, subject, mistakeCode } = problem;
	return new InputError(`${place}: ${message}`, advice, {
		subject: subject === undefined ? place : `${place}: ${subject}`,
		mistakeCode,
	});
}

/** Does all parts, even if some fail, and throws one `InputError` for everything that is wrong. */
export function eachChecked<T>(parts: Iterable<T>, check: (part: T) => void): void {
	const problem = problemIn(parts, check);
	if (problem !== undefined) throw problem;
}

/** For a value that is nested too deeply; any other error is unchanged. */
export const tooDeepAsInputError = (error: unknown): unknown =>
	error instanceof Error && error.name === 'RangeError' && /call stack/.test(error.message)
		? mistake('tooDeep')
		: error;

/** What `eachChecked` would throw; undefined if nothing is wrong. */
export function problemIn<T>(parts: Iterable<T>, check: (part: T) => void): unknown {
	const problems: unknown[] = [];
	for (const part of parts) {
		try {
			check(part);
		} catch (problem) {
			problems.push(tooDeepAsInputError(problem));
		}
	}
	return joinedProblem(problems);
}
