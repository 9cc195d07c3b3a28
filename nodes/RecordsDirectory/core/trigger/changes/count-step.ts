import type { RecordRow } from '../listed-record';
import type { CountingScan, ReadPage, Scan, ScanContext, ScanStep } from './scan-state';
import { unreadRows, isWalkById, timeEdgeOf } from './scan-rows';
import { rowsInWindow, mayStayOpen, countPage, startTally } from './tally';
import { startWalk } from '../../listing/walk';

/** Reads all pages from the first on, with a new count of the rows or one that is still valid. */
export const fromFirstPage = (scan: Scan, count?: number): CountingScan => ({
	...scan,
	tally: { ...startTally(count), pages: { next: 1, read: [] } },
});

/** Takes one of the pages read in order. If ties keep their order, the pages contain all counted rows. */
export function takeCountedPage(
	scan: CountingScan,
	page: ReadPage,
	context: ScanContext,
): ScanStep {
	const { rows } = page;
	const end = rowsInWindow(scan, page);
	const taken = countPage(scan, rows, context.known);
	const tally = { ...taken, count: taken.count ?? end };
	const fresh = unreadRows(scan, rows);
	const step = endIfAllFound({ ...scan, tally }, fresh, context);
	const isOver = end !== undefined || rows.length === 0;
	if (!isOver || step.end || step.scan.tally?.pages?.next === 1) return step;
	// Some rows have moved. Record IDs do not move.
	return { scan: walkById({ ...scan, tally: startTally(end) }, context), fresh };
}

/** Takes the reply to a look at the end of the window. */
export function takeWindowEnd(scan: CountingScan, page: ReadPage, context: ScanContext): ScanStep {
	const count = rowsInWindow(scan, page);
	const fresh = unreadRows(scan, page.rows);
	if (isWalkById(scan)) {
		const { found, sure } = scan.tally;
		return endIfAllFound({ ...scan, tally: { count: count ?? null, found, sure } }, fresh, context);
	}
	if (count === context.known.size && mayStayOpen(scan, timeEdgeOf(scan), context.overlapSeconds))
		return { scan, fresh, end: 'open' };
	return {
		scan: { ...scan, walk: startWalk(scan.by, context.pageSize), tally: startTally(count) },
		fresh,
	};
}

/** Ends the scan if as many rows were found as were counted. */
export function endIfAllFound(
	scan: CountingScan,
	fresh: readonly RecordRow[],
	context: ScanContext,
): ScanStep {
	const { tally } = scan;
	const { count, found, sure } = tally;
	if (count === undefined || count === null || found < count) return { scan, fresh };
	if (sure !== null && sure >= count) return { scan, fresh, end: 'complete' };
	if (mayStayOpen(scan, scan.timeEdge, context.overlapSeconds)) return { scan, fresh, end: 'open' };
	// The rows were counted only afterwards: now that the number is known, a second reading can prove it.
	if (sure === null && tally.pages) return { scan: fromFirstPage(scan, count), fresh };
	if (sure === null)
		return { scan: walkById({ ...scan, tally: startTally(count) }, context), fresh };
	return { scan: { ...scan, tally: { ...tally, count: null } }, fresh };
}

/** Starts a walk by record ID from the top of the list. */
export function walkById(scan: Scan, { pageSize }: ScanContext): Scan {
	return { ...scan, walk: startWalk('recordId', pageSize), timeEdge: timeEdgeOf(scan) };
}
