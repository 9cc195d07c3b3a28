import { isAbove, type Id } from '../id';
import { SMALLEST_PAGE } from '../listing/pages';
import { advanceWalk, mustNotBeCut, resumeWalk, startWalk, walkRequest } from '../listing/walk';

/** Plain JSON. A form is read by record ID, which has no ties, over one or more polls. */
export type Sweep = Readonly<ReturnType<typeof startSweep>>;

export const startSweep = (pageSize: number) => ({
	walk: startWalk('recordId', pageSize),
	/** The largest page of this sweep: a smaller one is the end of the list. */
	largestPage: SMALLEST_PAGE,
	records: 0,
});

export const resumeSweep = <Begun extends Sweep>(sweep: Begun, pageSize: number): Begun => ({
	...sweep,
	walk: resumeWalk(sweep.walk, pageSize),
});

/** `rows` are new; `covers` is true for IDs that would be. Throws a `ScanError` for a contradictory list. */
export function advanceSweep<Row extends { readonly recordId: Id }>(
	{ walk: before, largestPage, records }: Sweep,
	listed: readonly Row[],
	asked = walkRequest(before),
) {
	const keys = listed.map(({ recordId }) => recordId);
	const page = { asked, keys };
	const { walk, outcome } = mustNotBeCut(advanceWalk(before, page, largestPage));
	const isLast = outcome === 'end';
	const [above, lowest] = [before.edge ?? Infinity, isLast ? 0 : (walk.edge ?? Infinity)];
	const covers = (id: Id) => isAbove(above, id) && !isAbove(lowest, id);
	const rows = listed.filter(({ recordId }) => covers(recordId));
	const sweep = {
		walk,
		largestPage: Math.max(largestPage, listed.length),
		records: records + rows.length,
	};
	return { sweep, isLast, rows, covers };
}
