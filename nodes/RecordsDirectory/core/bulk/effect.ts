import { withThousands, itemsInWords, type Subject } from '../request/subject';
import { isFinal, wasNotSent, type Failure } from '../request/failure';

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
	!isFinal(failure) && isDoubtful(count, failure);

const isDoubtful = (count: number, { ambiguous, kind }: Failure): boolean =>
	ambiguous || (count > 1 && kind === 'refused');

/** The outcomes of a run's items, and which items to run again. */
export interface Effect {
	readonly words: string;
	/**
	 * `remaining`: the unsaved items only. `all`: everything, because the node first compares with the service.
	 * `unsaid`: no advice, such as before anything is sent.
	 */
	readonly again: 'remaining' | 'all' | 'unsaid';
}

/** For a run that ends before anything is sent. */
export const nothingSent: Effect = { words: 'Nothing was sent.', again: 'unsaid' };
/** For an item that ends before it is sent, while others may be sent. */
export const itemNotSent: Effect = { words: 'It was not sent.', again: 'unsaid' };

/** Counts the outcomes in words: `3 saved, 1 failed, 2 not sent`; `done` is the word for success. */
export function outcomesInWords(outcomes: readonly ItemOutcome[], done: string): string {
	return ORDER.map(
		(outcome) => [outcome, outcomes.filter((one) => one === outcome).length] as const,
	)
		.filter(([, count]) => count > 0)
		.map(([outcome, count]) => `${withThousands(count)} ${outcome === 'saved' ? done : outcome}`)
		.join(', ');
}

const ORDER: readonly ItemOutcome[] = ['saved', 'failed', 'unknown', 'not sent'];

/** How far the writes of a run came when one of them failed. */
export interface RunSoFar {
	readonly done: readonly Subject[];
	/** One failure, or several that were sent in parallel. */
	readonly failed: readonly Failed[];
	readonly unsent: readonly Subject[];
	/** Whether nothing else was to be written. */
	readonly isOnly: boolean;
	/** Whether the run deletes; then the word is deleted instead of saved. */
	readonly isDeletion: boolean;
}

/** Returns the outcomes of the items, unless the failure itself makes them plain. */
export function effectOf(progress: RunSoFar, again: Effect['again']): Effect | undefined {
	const words = effectInWords(progress, again);
	return words === '' ? undefined : { words, again: progress.isOnly ? 'unsaid' : again };
}

/**
 * Returns the outcome of subjects that failed together. A rejected request saved nothing, except an import: the
 * document does not say what it keeps.
 */
export function outcomeOfFailed(
	{ subjects, isAbsent = false, outOf = subjects.length }: Failed,
	failure: Failure,
): ItemOutcome {
	if (isAbsent) return 'failed';
	if (isDoubtful(outOf, failure)) return 'unknown';
	return wasNotSent(failure) ? 'not sent' : 'failed';
}

/** Puts the outcomes into sentences that claim no more than is known. */
export function effectInWords(progress: RunSoFar, again: Effect['again'] = 'remaining'): string {
	const { done, failed, unsent, isOnly, isDeletion } = progress;
	if (isOnly && !failed.some(({ failure }) => failure?.ambiguous)) return '';
	const [first] = failed;
	const ofService = failed.flatMap((one) => {
		const { failure } = one;
		return failure ? [{ ...one, failure, outcome: outcomeOfFailed(one, failure) }] : [];
	});
	const withheld = ofService
		.filter(({ outcome }) => outcome === 'not sent')
		.flatMap(({ subjects }) => subjects);
	return [
		...listing(isDeletion ? 'Deleted' : 'Saved', done),
		...ofService.flatMap(({ subjects, failure, isAbsent, outcome }) => [
			...reason(subjects, failure, first?.failure),
			...(outcome === 'unknown' ? [unknown(subjects, progress, again)] : []),
			...(outcome === 'failed' ? listing('Failed', subjects, isAbsent ? ABSENT : '') : []),
		]),
		...listing('Not sent', [...withheld, ...unsent]),
	].join(' ');
}

const listing = (outcome: string, subjects: readonly Subject[], why = ''): string[] =>
	subjects.length > 0 ? [`${outcome}: ${itemsInWords(subjects)}${why}.`] : [];

const ABSENT = ', which the service does not have';

/** n8n shows the words of the first failure only; the others are added here. */
const reason = (subjects: readonly Subject[], { message }: Failure, first: Failure | undefined) =>
	message === first?.message ? [] : [`${capital(itemsInWords(subjects))}: ${message}.`];

function unknown(
	subjects: readonly Subject[],
	{ isDeletion }: RunSoFar,
	again: Effect['again'],
): string {
	const became = `Unknown: ${itemsInWords(subjects)} may have been ${isDeletion ? 'deleted' : 'saved'}.`;
	// A run that compares with the service first can simply be repeated.
	return again === 'all' ? became : `${became} ${checkFirst(subjects)}`;
}

const checkFirst = ({ length }: readonly Subject[]) =>
	`Check before you run ${length === 1 ? 'it' : 'them'} again.`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
