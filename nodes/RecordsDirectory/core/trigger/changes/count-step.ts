import type { RecordRow } from '../listed-record';
import type { KnownRecords, Scan, ScanLimits, ScanStep, Tally } from './scan-state';
import { freshOf, isSweep, timeEdgeOf } from './scan-rows';
import { countIn, mayStayOpen, pageTaken, startTally } from './tally';
import { startWalk } from '../../listing/walk';
import type { PageRequest } from '../../listing/walk';

/** A scan that counts rows. */
interface CountingScan extends Scan {
	readonly tally: Tally;
}

/** From the first page on, after the rows were counted or without a count that still holds. */
export const fromFirstPage = (scan: Scan, count?: number): CountingScan => ({
	...scan,
	tally: { ...startTally(count), pages: { next: 1, read: [] } },
});

/** A page of those that are read as they come. Where ties stand still, they hold all that was counted. */
export function paged(
	scan: CountingScan,
	asked: PageRequest,
	rows: readonly RecordRow[],
	limits: ScanLimits,
	known: KnownRecords,
): ScanStep {
	const end = countIn(scan, asked, rows);
	const taken = pageTaken(scan.tally, rows, scan, known);
	const tally = { ...taken, count: taken.count ?? end };
	const fresh = freshOf(scan, rows);
	const step = foundAsCounted({ ...scan, tally }, fresh, limits);
	const isOver = end !== undefined || rows.length === 0;
	if (!isOver || step.end || step.scan.tally?.pages?.next === 1) return step;
	// Some were shuffled away, or have moved; ids do neither.
	return { scan: sweep({ ...scan, tally: startTally(end) }, limits), fresh };
}

/** The reply to a look at the end of the window. */
export function probed(
	scan: CountingScan,
	asked: PageRequest,
	rows: readonly RecordRow[],
	limits: ScanLimits,
	known: KnownRecords,
): ScanStep {
	const count = countIn(scan, asked, rows);
	const fresh = freshOf(scan, rows);
	if (isSweep(scan)) {
		const { found, sure } = scan.tally;
		return foundAsCounted({ ...scan, tally: { count: count ?? null, found, sure } }, fresh, limits);
	}
	if (count === known.size && mayStayOpen(scan, timeEdgeOf(scan), limits.overlapSeconds))
		return { scan, fresh, end: 'open' };
	return {
		scan: { ...scan, walk: startWalk(scan.by, limits.pageSize), tally: startTally(count) },
		fresh,
	};
}

/** Whether as many rows were found as were counted. */
export function foundAsCounted(
	scan: CountingScan,
	fresh: readonly RecordRow[],
	limits: ScanLimits,
): ScanStep {
	const { tally } = scan;
	const { count, found, sure } = tally;
	if (count === undefined || count === null || found < count) return { scan, fresh };
	if (sure !== null && sure >= count) return { scan, fresh, end: 'complete' };
	if (mayStayOpen(scan, scan.timeEdge, limits.overlapSeconds)) return { scan, fresh, end: 'open' };
	// Counted only afterwards: now that the number is known, a second reading can prove it.
	if (sure === null && tally.pages) return { scan: fromFirstPage(scan, count), fresh };
	if (sure === null) return { scan: sweep({ ...scan, tally: startTally(count) }, limits), fresh };
	return { scan: { ...scan, tally: { ...tally, count: null } }, fresh };
}

/** A walk by record id from the head of the list. */
export function sweep(scan: Scan, { pageSize }: ScanLimits): Scan {
	return { ...scan, walk: startWalk('recordId', pageSize), timeEdge: timeEdgeOf(scan) };
}
