import { withThousands, itemsInWords, type Subject } from '../request/subject';
import type { Failure } from '../request/failure';

/** What a run does with its items; `comparison` first compares all of them with the service. */
export type RunKind = 'read' | 'creation' | 'change' | 'deletion' | 'comparison';

interface AdviceOnRun {
	/** The outcome word of items that succeeded. */
	readonly done: 'returned' | 'saved' | 'deleted';
	/** Whether to check unknown items before they are run again. */
	readonly checksUnknown: boolean;
	/** What to do with items that failed or were not sent. */
	readonly rest: string;
}

const ONLY_THE_REST = 'Run the node again with only the items that failed or were not sent.';
// A sync with a part of the list would retire or delete everybody else.
const ALL = 'Run all items again: the node compares them with the service first.';

/** The only advice on running items again: one per kind of run. */
const ADVICE_ON_RUN: { readonly [K in RunKind]: AdviceOnRun } = {
	read: { done: 'returned', checksUnknown: false, rest: ONLY_THE_REST },
	creation: { done: 'saved', checksUnknown: true, rest: ONLY_THE_REST },
	change: { done: 'saved', checksUnknown: true, rest: ONLY_THE_REST },
	deletion: { done: 'deleted', checksUnknown: true, rest: ONLY_THE_REST },
	comparison: { done: 'saved', checksUnknown: false, rest: ALL },
};

/** The outcome of an item or a removal; `unknown` items may have been saved. */
export type ItemOutcome = 'saved' | 'failed' | 'unknown' | 'not sent';

/** Subjects that failed together. */
export interface Failed {
	readonly subjects: readonly Subject[];
	/** Undefined if the service was not the reason. */
	readonly failure: Failure | undefined;
	/** Whether a look-up has shown that the service has none of them. */
	readonly isAbsent?: boolean;
	/** The number of subjects in their request, if a look-up has shown the outcome of the others. */
	readonly outOf?: number;
}

/**
 * Whether it is unknown what a failed request for `count` entries has saved. A failure that cannot be followed
 * up stays unknown.
 */
export const isOutcomeOpen = (count: number, failure: Failure): boolean =>
	!failure.isFinal && isDoubtful(count, failure);

const isDoubtful = (count: number, { ambiguous, kind }: Failure): boolean =>
	ambiguous || (count > 1 && kind === 'refused');

/** The outcomes of a run's items, and what to run again. */
export interface Effect {
	/** The outcomes, and what to do with unknown items. */
	readonly words: string;
	/** What to do with the other items; empty if nothing is to be said, such as before anything is sent. */
	readonly again: string;
	/** Whether the words or the advice say what to run again. */
	readonly isAdvised: boolean;
}

/** For a run that ends before anything is sent. */
export const nothingSent: Effect = { words: 'Nothing was sent.', again: '', isAdvised: false };
/** For an item that ends before it is sent, while others may be sent. */
export const itemNotSent: Effect = { words: 'It was not sent.', again: '', isAdvised: false };
/** For an item that is not sent because an earlier one failed. */
export const skipped = (kind: RunKind): Effect => ({
	...itemNotSent,
	again: ADVICE_ON_RUN[kind].rest,
	isAdvised: true,
});

/** Counts the outcomes in words: `3 saved, 1 failed, 2 not sent`. */
export const outcomesInWords = (outcomes: readonly ItemOutcome[], kind: RunKind): string =>
	(['saved', 'failed', 'unknown', 'not sent'] as const)
		.map((outcome) => ({ outcome, count: outcomes.filter((one) => one === outcome).length }))
		.filter(({ count }) => count > 0)
		.map(({ outcome, count }) => {
			const word = outcome === 'saved' ? ADVICE_ON_RUN[kind].done : outcome;
			return `${withThousands(count)} ${word}`;
		})
		.join(', ');

/** How far the writes of a run came when one of them failed. */
export interface RunSoFar {
	readonly done: readonly Subject[];
	/** One failure, or several that were sent in parallel. */
	readonly failed: readonly Failed[];
	readonly unsent: readonly Subject[];
	/** Whether nothing else was to be written. */
	readonly isOnly: boolean;
	readonly kind: RunKind;
}

/** Returns the outcomes of the items, claiming no more than is known; undefined if the failure itself makes them plain. */
export function describeEffect(progress: RunSoFar): Effect | undefined {
	const { done, failed, unsent, isOnly, kind } = progress;
	if (isOnly && !failed.some(({ failure }) => failure?.ambiguous)) return undefined;
	const [first] = failed;
	const ofService = failed.flatMap((one) => {
		const { failure } = one;
		return failure ? [{ ...one, failure, outcome: failedOutcome(one, failure) }] : [];
	});
	const withheld = ofService
		.filter(({ outcome }) => outcome === 'not sent')
		.flatMap(({ subjects }) => subjects);
	const words = [
		...listing(capital(ADVICE_ON_RUN[kind].done), done),
		...ofService.flatMap(({ subjects, failure, isAbsent, outcome }) => [
			...reason(subjects, failure, first?.failure),
			...(outcome === 'unknown' ? [unknown(subjects, kind)] : []),
			...(outcome === 'failed' ? listing('Failed', subjects, isAbsent ? ABSENT : '') : []),
		]),
		...listing('Not sent', [...withheld, ...unsent]),
	].join(' ');
	if (words === '') return undefined;
	const outcomes = ofService.map(({ outcome }) => outcome);
	const isRest = unsent.length > 0 || outcomes.some((outcome) => outcome !== 'unknown');
	// A run that compares first needs all items again, unknown ones as well.
	const again = !isOnly && (isRest || kind === 'comparison') ? ADVICE_ON_RUN[kind].rest : '';
	return { words, again, isAdvised: outcomes.includes('unknown') || again !== '' };
}

/**
 * Returns the outcome of subjects that failed together. A rejected request saved nothing, except an import: the
 * document does not say what it keeps.
 */
export function failedOutcome(
	{ subjects, isAbsent = false, outOf = subjects.length }: Failed,
	failure: Failure,
): ItemOutcome {
	if (isAbsent) return 'failed';
	if (isDoubtful(outOf, failure)) return 'unknown';
	return failure.wasNotSent ? 'not sent' : 'failed';
}

const listing = (outcome: string, subjects: readonly Subject[], why = ''): string[] =>
	subjects.length > 0 ? [`${outcome}: ${itemsInWords(subjects)}${why}.`] : [];

const ABSENT = ', which the service did not have right after';

/** n8n shows the words of the first failure only; the others are added here. */
const reason = (subjects: readonly Subject[], { message }: Failure, first: Failure | undefined) =>
	message === first?.message ? [] : [`${capital(itemsInWords(subjects))}: ${message}.`];

function unknown(subjects: readonly Subject[], kind: RunKind): string {
	const { done, checksUnknown } = ADVICE_ON_RUN[kind];
	const became = `Unknown: ${itemsInWords(subjects)} may have been ${done}.`;
	const items = subjects.length === 1 ? 'it' : 'them';
	return checksUnknown ? `${became} Check before you run ${items} again.` : became;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
