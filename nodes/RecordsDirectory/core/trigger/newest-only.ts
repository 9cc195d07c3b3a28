import type { RecordRow } from './listed-record';

interface OfRow {
	readonly row: RecordRow;
}

interface CatchUp {
	/** The time that counts. */
	readonly by: 'createdAt' | 'updatedAt';
	/** The newest time when the missed changes were first read: newer changes are not among them. */
	readonly until: string;
	/** How many of the missed changes are still to be emitted. */
	readonly left: number;
}

/**
 * Returns the newest of the missed changes, as many as wanted, and all later changes. All are sorted oldest
 * first.
 */
export function newestOnly<One extends OfRow>(
	changes: readonly One[],
	{ by, until, left }: CatchUp,
): { readonly kept: readonly One[]; readonly left: number } {
	const missed = changes.filter(({ row }) => row[by] <= until);
	const kept = new Set(missed.slice(Math.max(0, missed.length - left)));
	return {
		kept: changes.filter((one) => kept.has(one) || one.row[by] > until),
		left: left - kept.size,
	};
}
