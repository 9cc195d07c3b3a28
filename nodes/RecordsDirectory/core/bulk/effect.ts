import { itemsInWords, type Subject } from '../request/subject';
import { isFinal, type Failure } from '../request/failure';

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

/** How far the writes of an execution came when one of them failed. */
export interface Progress {
	readonly done: readonly Subject[];
	/** One, or several that were under way at once. */
	readonly failed: readonly Failed[];
	readonly unsent: readonly Subject[];
	/** Those that were in a request that was refused, before it was sent in parts. */
	readonly refused: readonly Subject[];
	/** Whether nothing else was to be written. */
	readonly isOnly: boolean;
}

/** What became of the items, where it is not plain from the failure itself. */
export function effectOf(progress: Progress, again: Effect['again']): Effect | undefined {
	const words = effectInWords(progress, again);
	return words === '' ? undefined : { words, again: progress.isOnly ? 'unsaid' : again };
}

/**
 * What did and did not take effect, in sentences that claim no more than is known: a refused
 * request did nothing, unless it was an import, whose half-way effects the document leaves open.
 */
export function effectInWords(
	{ done, failed, unsent, refused, isOnly }: Progress,
	again: Effect['again'] = 'remaining',
): string {
	if (isOnly && !failed.some(({ failure }) => failure?.ambiguous)) return '';
	const [first] = failed;
	return [
		...(done.length > 0 ? [`${capital(itemsInWords(done))} took effect.`] : []),
		...failed.flatMap(({ subjects, failure, isAbsent, outOf = subjects.length }) => {
			if (!failure) return [];
			const isUnknown = isDoubtful(outOf, failure);
			const became = isAbsent ? absent(subjects) : fate(subjects, isUnknown, again);
			return [...reason(subjects, failure, first?.failure), became];
		}),
		...(refused.length > 0 ? [inParts(refused)] : []),
		...(unsent.length > 0 ? [`${capital(are(unsent))} not sent.`] : []),
	].join(' ');
}

/** n8n shows the words of the first failure; those of another are told here. */
function reason(subjects: readonly Subject[], { message }: Failure, first: Failure | undefined) {
	if (message === first?.message) return [];
	return [`${capital(itemsInWords(subjects))} failed, too: ${message}.`];
}

const absent = (subjects: readonly Subject[]) =>
	`${capital(itemsInWords(subjects))} did not take effect, as a look at the service has shown.`;

function fate(subjects: readonly Subject[], isUnknown: boolean, again: Effect['again']): string {
	const items = itemsInWords(subjects);
	const isImport = subjects.length > 1;
	if (!isUnknown) return `${capital(items)} did not take effect.`;
	// What looks first at what the service has may be run again as it is.
	if (again === 'all')
		return isImport ? `Some of ${items} may be saved.` : `${capital(items)} may be saved.`;
	return isImport
		? `Of ${items}, the service does not say which it kept; look before you repeat them.`
		: `${capital(items)} may have taken effect all the same; look before you repeat it.`;
}

/** What the service kept of a request that it refused is not known, whatever becomes of its parts. */
const inParts = (refused: readonly Subject[]) =>
	`${capital(are(refused))} refused together first; the service does not say what it kept, so look before you repeat any.`;

const are = (subjects: readonly Subject[]) =>
	`${itemsInWords(subjects)} ${subjects.length === 1 ? 'was' : 'were'}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
