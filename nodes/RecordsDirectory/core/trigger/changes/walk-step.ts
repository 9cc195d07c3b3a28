import { fromFirstPage, endIfAllFound, walkById } from './count-step';
import type { RecordRow } from '../listed-record';
import type { Scan, ScanContext, ScanStep } from './scan-state';
import { unreadRows, isWalkById, timeEdgeOf } from './scan-rows';
import { canCount, countPage, startTally, countPageById } from './tally';
import { startWalk, advanceWalk, walkRequest, type SortValue } from '../../listing/walk';

/** Takes a page of a walk: by time, or by record ID if pages cannot pass a time. */
export function takeWalkPage(
	scan: Scan,
	rows: readonly RecordRow[],
	context: ScanContext,
): ScanStep {
	const { known, pageSize } = context;
	const asked = walkRequest(scan.walk);
	const keys: readonly SortValue[] = rows.map((row) => row[scan.walk.order]);
	const { walk, isJoined, outcome } = advanceWalk(scan.walk, { asked, keys }, scan.largestPage);
	const last = rows.at(-1);
	const isBelow = last !== undefined && !isWalkById(scan) && last[scan.by] < scan.windowStart;
	// Rows of a page without overlap are as real as any; the page only proves nothing.
	const fresh = unreadRows(scan, rows);
	const moved = { ...scan, walk };
	if (isJoined && (outcome === 'end' || isBelow)) return { scan: moved, fresh, end: 'complete' };
	const isFirst = scan.requests === 1;
	if (isFirst && rows.length >= asked.limit && asked.limit < pageSize) {
		if (canCount(scan) && known.size >= pageSize && last && known.has(last.recordId)) {
			// Nothing is new below this page. If nothing is gone either, no row need be read again.
			const news = fresh.filter(({ recordId }) => !known.has(recordId));
			const probe = known.size + news.length;
			return { scan: { ...moved, tally: { ...startTally(), probe } }, fresh };
		}
		// The small first page was not enough: start again with a full one. Rows newer than this page come
		// after the scan.
		return { scan: { ...scan, walk: startWalk(scan.by, pageSize) }, fresh: [], isCut: true };
	}
	if (isWalkById(scan)) {
		const tally = countPageById(scan, isJoined ? rows : undefined, known);
		return endIfAllFound({ ...moved, tally }, fresh, context);
	}
	if (outcome !== 'stuck') return { scan: { ...moved, tally: startTally() }, fresh };
	if (!canCount(scan)) return { scan: walkById(moved, context), fresh };
	const stuck = { ...moved, timeEdge: timeEdgeOf(moved) };
	// The rows above, on other pages, are read again: their IDs show which have been counted.
	if (asked.page > 1) return { scan: fromFirstPage(stuck), fresh };
	const tally = countPage({ ...scan, tally: startTally(scan.tally?.count) }, rows, known);
	return endIfAllFound({ ...stuck, tally }, fresh, context);
}
