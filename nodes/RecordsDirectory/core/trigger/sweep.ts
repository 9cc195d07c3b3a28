import { isAbove, type Id } from '../id';
import { advanceWalk, mustNotBeCut, resumeWalk, startWalk, walkRequest } from '../listing/walk';

/** Plain JSON. A form is read by record ID, which has no ties, over one or more polls. */
export type Sweep = Readonly<ReturnType<typeof startSweep>>;

export const startSweep = (pageSize: number) => ({
	walk: startWalk('recordId', pageSize),
	records: 0,
});

export const resumeSweep = <Begun extends Sweep>(sweep: Begun, pageSize: number): Begun => ({
	...sweep,
	walk: resumeWalk(sweep.walk, pageSize),
});

/** `rows` are new; `covers` is true for IDs that would be. Throws a `ScanError` for a contradictory list. */
export function advanceSweep<Row extends { readonly recordId: Id }>(
	{ walk: before, records }: Sweep,
	listed: readonly Row[],
	asked = walkRequest(before),
) {
	const keys = listed.map(({ recordId }) => recordId);
	const { walk, outcome } = mustNotBeCut(advanceWalk(before, { asked, keys }));
	const isLast = outcome === 'end';
	const [above, lowest] = [before.edge ?? Infinity, isLast ? 0 : (walk.edge ?? Infinity)];
	const covers = (id: Id) => isAbove(above, id) && !isAbove(lowest, id);
	const rows = listed.filter(({ recordId }) => covers(recordId));
	return { sweep: { walk, records: records + rows.length }, isLast, rows, covers };
}
