import { inDigits, itemsInWords, type Subject } from '../request/subject';
import { isFinal, wasNotSent, type Failure } from '../request/failure';

/** What became of an item or a removal; `unknown` is what may have been saved. */
export type ItemOutcome = 'saved' | 'failed' | 'unknown' | 'not sent';

/** What failed together. */
export interface Failed {
	readonly subjects: readonly Subject[];
	/** Absent where it was none of the service. */
	readonly failure: Failure | undefined;
	/** A look at the service has shown that it has none of them. */
	readonly isAbsent?: boolean;
	/** How many were in their request, where a look has shown what became of the others. */
	readonly outOf?: number;
}

/** Whether it is unknown what a failed request for so many entries has saved; a request that nothing can follow stays so. */
export const isOpen = (count: number, failure: Failure): boolean =>
	!isFinal(failure) && isDoubtful(count, failure);

const isDoubtful = (count: number, { ambiguous, kind }: Failure): boolean =>
	ambiguous || (count > 1 && kind === 'refused');

/** What became of the items of a run, and what to give the node when it runs again. */
export interface Effect {
	readonly words: string;
	/**
	 * Only what is left; everything, where the node looks first at what the service has; or unsaid, as where nothing
	 * has begun.
	 */
	readonly again: 'remaining' | 'all' | 'unsaid';
}

/** Of a run that ends before anything is sent. */
export const nothingSent: Effect = { words: 'Nothing was sent.', again: 'unsaid' };
/** Of an item that ends before anything is sent for it, where others may be sent. */
export const itemNotSent: Effect = { words: 'It was not sent.', again: 'unsaid' };

/** How many items have which outcome: `3 saved, 1 failed, 2 not sent`; `done` is the word for those that succeeded. */
export function outcomesInWords(outcomes: readonly ItemOutcome[], done: string): string {
	const counts = new Map<ItemOutcome, number>(ORDER.map((outcome) => [outcome, 0]));
	for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	return [...counts]
		.filter(([, count]) => count > 0)
		.map(([outcome, count]) => `${inDigits(count)} ${outcome === 'saved' ? done : outcome}`)
		.join(', ');
}

const ORDER: readonly ItemOutcome[] = ['saved', 'failed', 'unknown', 'not sent'];

/** How far the writes of an execution came when one of them failed. */
export interface Progress {
	readonly done: readonly Subject[];
	/** One, or several that were sent in parallel. */
	readonly failed: readonly Failed[];
	readonly unsent: readonly Subject[];
	/** Those that were in a request that was rejected, before it was sent in parts. */
	readonly refused: readonly Subject[];
	/** Whether nothing else was to be written. */
	readonly isOnly: boolean;
	/** Whether the service was to delete something; then it was deleted instead of saved. */
	readonly isDeletion: boolean;
}

/** What became of the items, where it is not plain from the failure itself. */
export function effectOf(progress: Progress, again: Effect['again']): Effect | undefined {
	const words = effectInWords(progress, again);
	return words === '' ? undefined : { words, again: progress.isOnly ? 'unsaid' : again };
}

/**
 * What became of those that failed together: a rejected request saved nothing, unless it was an import, whose half-way
 * effects the document leaves open.
 */
export function outcomeOfFailed(
	{ subjects, isAbsent = false, outOf = subjects.length }: Failed,
	failure: Failure,
): ItemOutcome {
	if (isAbsent) return 'failed';
	if (isDoubtful(outOf, failure)) return 'unknown';
	return wasNotSent(failure) ? 'not sent' : 'failed';
}

/** The outcomes of the items, in sentences that claim no more than is known. */
export function effectInWords(progress: Progress, again: Effect['again'] = 'remaining'): string {
	const { done, failed, unsent, refused, isOnly, isDeletion } = progress;
	if (isOnly && !failed.some(({ failure }) => failure?.ambiguous)) return '';
	const [first] = failed;
	const ofService = failed.flatMap((one) => {
		const { failure } = one;
		return failure ? [{ ...one, failure, outcome: outcomeOfFailed(one, failure) }] : [];
	});
	const isCertain = (subject: Subject) => !refused.includes(subject);
	const held = ofService
		.filter(({ outcome }) => outcome === 'not sent')
		.flatMap(({ subjects }) => subjects)
		.filter(isCertain);
	return [
		...listing(isDeletion ? 'Deleted' : 'Saved', done),
		...ofService.flatMap(({ subjects, failure, isAbsent, outcome }) => [
			...reason(subjects, failure, first?.failure),
			...(outcome === 'unknown' ? [unknown(subjects, progress, again)] : []),
			...(outcome === 'failed'
				? listing('Failed', subjects.filter(isCertain), isAbsent ? ABSENT : '')
				: []),
		]),
		...(refused.length > 0 ? [inParts(refused)] : []),
		...listing('Not sent', [...held, ...unsent]),
	].join(' ');
}

const listing = (outcome: string, subjects: readonly Subject[], why = ''): string[] =>
	subjects.length > 0 ? [`${outcome}: ${itemsInWords(subjects)}${why}.`] : [];

const ABSENT = ', which the service does not have';

/** n8n shows the words of the first failure; those of another are shown here. */
function reason(subjects: readonly Subject[], { message }: Failure, first: Failure | undefined) {
	if (message === first?.message) return [];
	return [`${capital(itemsInWords(subjects))}: ${message}.`];
}

function unknown(
	subjects: readonly Subject[],
	{ isDeletion }: Progress,
	again: Effect['again'],
): string {
	const became = `Unknown: ${itemsInWords(subjects)} may have been ${isDeletion ? 'deleted' : 'saved'}.`;
	// What looks first at what the service has may be run again as it is.
	return again === 'all' ? became : `${became} ${checkFirst(subjects)}`;
}

const checkFirst = ({ length }: readonly Subject[]) =>
	`Check before you run ${length === 1 ? 'it' : 'them'} again.`;

/** What the service kept of a request that it rejected is not known, whatever becomes of its parts. */
const inParts = (refused: readonly Subject[]) =>
	`${capital(itemsInWords(refused))} were first rejected together. The service does not say what it kept of them. ${checkFirst(refused)}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
