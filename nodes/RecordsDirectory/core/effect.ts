import { itemsInWords } from './batches';
import type { Failure } from './failure';

/** How far the writes of an execution came when one of them failed; numbers of input items. */
export interface Progress {
	readonly done: readonly number[];
	readonly failed: readonly number[];
	readonly total: number;
}

/**
 * What did and did not take effect, in a sentence that claims no more than is known: a refused
 * request did nothing, unless it was an import, whose half-way effects the document leaves open.
 */
export function effectInWords(
	{ done, failed, total }: Progress,
	failure: Failure,
	isImport: boolean,
): string {
	if (total === 1) {
		return failure.ambiguous
			? 'The request may have taken effect all the same; look before you repeat it.'
			: '';
	}
	const before =
		done.length === 0 ? 'Nothing was written before' : `${capital(itemsInWords(done))} took effect`;
	const refusedWhole = failure.kind !== 'refused' && !failure.ambiguous;
	const here =
		isImport && !refusedWhole
			? 'the service does not say which of them it kept'
			: failure.ambiguous
				? 'it may have taken effect all the same'
				: 'did not take effect';
	const unsent = total - done.length - failed.length;
	const after = unsent > 0 ? ` ${unsent} more were not sent.` : '';
	return `${before}; ${itemsInWords(failed)} failed: ${here}.${after}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
