import type { Guard } from './guard';
import type { Known } from './known';
import type { PageAsk } from './deletions';

/** Rows beyond the known ones that are read of those listed as deleted. */
const SPARE = 10;

/** Promises: whether one page can hold all that is listed as deleted, and what came to it. */
export const canProbe = (known: Known, guard: Guard): boolean =>
	known.deadSize + SPARE <= guard.pageSize;

/**
 * Promises: the page of what is listed as deleted, which comes first when sorted by `isDeleted`
 * ("Output-field limiting", 5: system fields can be sorted on); undefined where deleted records are
 * known to leave the list, or where every row has been read anyway.
 */
export function probeOf(known: Known, guard: Guard): PageAsk | undefined {
	const isOfUse = known.deadSize > 0 || !known.leave;
	if (!isOfUse || guard.hasReadKnown || !canProbe(known, guard)) return undefined;
	return { kind: 'page', order: 'isDeleted:desc', page: 1, limit: known.deadSize + SPARE };
}
