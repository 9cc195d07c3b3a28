import type { RecordRow } from '../listed-record';
import type { CountingScan, ReadPage, Scan, ScanContext, ScanStep } from './scan-state';
import { freshOf, isSweep, timeEdgeOf } from './scan-rows';
import { countIn, mayStayOpen, pageTaken, startTally } from './tally';
import { startWalk } from '../../listing/walk';

/** From the first page on, after the rows were counted or without a count that still holds. */
export const fromFirstPage = (scan: Scan, count?: number): CountingScan => ({
	...scan,
	tally: { ...startTally(count), pages: { next: 1, read: [] } },
});

/** A page of those that are read as they come. Where ties stand still, they hold all that was counted. */
export function paged(scan: CountingScan, page: ReadPage, context: ScanContext): ScanStep {
	const { rows } = page;
	const end = countIn(scan, page);
	const taken = pageTaken(scan, rows, context.known);
	const tally = { ...taken, count: taken.count ?? end };
	const fresh = freshOf(scan, rows);
	const step = foundAsCounted({ ...scan, tally }, fresh, context);
	const isOver = end !== undefined || rows.length === 0;
	if (!isOver || step.end || step.scan.tally?.pages?.next === 1) return step;
	// Some were shuffled away, or have moved; ids do neither.
	return { scan: sweep({ ...scan, tally: startTally(end) }, context), fresh };
}

/** The reply to a look at the end of the window. */
export function probed(scan: CountingScan, page: ReadPage, context: ScanContext): ScanStep {
	const count = countIn(scan, page);
	const fresh = freshOf(scan, page.rows);
	if (isSweep(scan)) {
		const { found, sure } = scan.tally;
		return foundAsCounted(
			{ ...scan, tally: { count: count ?? null, found, sure } },
			fresh,
			context,
		);
	}
	if (count === context.known.size && mayStayOpen(scan, timeEdgeOf(scan), context.overlapSeconds))
		return { scan, fresh, end: 'open' };
	return {
		scan: { ...scan, walk: startWalk(scan.by, context.pageSize), tally: startTally(count) },
		fresh,
	};
}

/** Whether as many rows were found as were counted. */
export function foundAsCounted(
	scan: CountingScan,
	fresh: readonly RecordRow[],
	context: ScanContext,
): ScanStep {
	const { tally } = scan;
	const { count, found, sure } = tally;
	if (count === undefined || count === null || found < count) return { scan, fresh };
	if (sure !== null && sure >= count) return { scan, fresh, end: 'complete' };
	if (mayStayOpen(scan, scan.timeEdge, context.overlapSeconds)) return { scan, fresh, end: 'open' };
	// Counted only afterwards: now that the number is known, a second reading can prove it.
	if (sure === null && tally.pages) return { scan: fromFirstPage(scan, count), fresh };
	if (sure === null) return { scan: sweep({ ...scan, tally: startTally(count) }, context), fresh };
	return { scan: { ...scan, tally: { ...tally, count: null } }, fresh };
}

/** A walk by record id from the head of the list. */
export function sweep(scan: Scan, { pageSize }: ScanContext): Scan {
	return { ...scan, walk: startWalk('recordId', pageSize), timeEdge: timeEdgeOf(scan) };
}
