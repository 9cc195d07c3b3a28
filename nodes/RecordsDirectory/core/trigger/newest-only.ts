import type { RecordRow } from './listed-record';

interface OfRow {
	readonly row: RecordRow;
}

interface CatchUp {
	/** The time that counts. */
	readonly by: 'createdAt' | 'updatedAt';
	/** The newest time when the catching up began: what is newer is no part of it. */
	readonly until: string;
	/** How many changes of the time before are still wanted. */
	readonly left: number;
}

/** Of changes, oldest first, the newest that are wanted, and all that came after the catching up had begun. */
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
