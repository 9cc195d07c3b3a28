import { itemsInWords, type Subject } from './batches';
import type { Failure } from './failure';

/** What failed together. */
export interface Failed {
	readonly subjects: readonly Subject[];
	/** Absent where it was none of the service. */
	readonly failure: Failure | undefined;
}

/** How far the writes of an execution came when one of them failed. */
export interface Progress {
	readonly done: readonly Subject[];
	/** One, or several that were under way at once. */
	readonly failed: readonly Failed[];
	readonly unsent: number;
	/** Those that were in a request that was refused, before it was sent in parts. */
	readonly refused?: ReadonlySet<Subject>;
}

/**
 * What did and did not take effect, in sentences that claim no more than is known: a refused
 * request did nothing, unless it was an import, whose half-way effects the document leaves open.
 */
export function effectInWords({ done, failed, unsent, refused }: Progress): string {
	const count = failed.reduce((sum, { subjects }) => sum + subjects.length, 0);
	const isDoubtful = failed.some(({ failure }) => failure?.ambiguous);
	if (done.length + count + unsent === 1 && !isDoubtful) return '';
	return [
		...(done.length > 0 ? [`${capital(itemsInWords(done))} took effect.`] : []),
		...failed.flatMap(({ subjects, failure }) => (failure ? [fateInWords(subjects, failure)] : [])),
		...(refused && refused.size > 0 ? [inParts(refused)] : []),
		...(unsent > 0 ? [`${unsent === 1 ? '1 item was' : `${unsent} items were`} not sent.`] : []),
	].join(' ');
}

function fateInWords(subjects: readonly Subject[], failure: Failure): string {
	const items = itemsInWords(subjects);
	const isImport = subjects.length > 1;
	if (isImport && (failure.kind === 'refused' || failure.ambiguous)) {
		return `Of ${items}, the service does not say which it kept; look before you repeat them.`;
	}
	return failure.ambiguous
		? `${capital(items)} may have taken effect all the same; look before you repeat it.`
		: `${capital(items)} did not take effect.`;
}

/** What the service kept of a request that it refused is not known, whatever becomes of its parts. */
const inParts = (refused: ReadonlySet<Subject>) =>
	`A request with ${itemsInWords([...refused])} was refused first; the service does not say what it kept, so look before you repeat any.`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
