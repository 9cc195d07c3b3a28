import { shiftTime } from '../text-time';
import type { RecordRow } from '../listed-record';
import type { CountingScan, KnownVersions, ReadPage, Scan, Tally } from './scan-state';
import { idsAbove } from '../../id';
import { isFalling } from '../../listing/falling';
import { pageCovering } from '../../listing/covering-page';
import { ScanError, type PageRequest } from '../../listing/walk';

/** Rows per look at the end of the window. */
const PROBE_ROWS = 100;
/** How many overlaps a window may stay open before its rows must be proven, at any cost. */
const MOST_OVERLAPS_OPEN = 3;

export const startTally = (count?: number | null): Tally =>
	count === undefined || count === null ? { found: 0, sure: null } : { count, found: 0, sure: 0 };

/** Returns the request that shows where the window ends; undefined if that is known. */
export function windowEndRequest({ by, tally, largestPage }: Scan): PageRequest | undefined {
	if (tally?.probe === undefined) return undefined;
	// No larger than the largest page: the site would cut it, and its position would change.
	const size = Math.min(PROBE_ROWS, largestPage);
	return { order: `${by}:desc`, ...pageCovering(Math.max(0, tally.probe - size / 2), size) };
}

/** Returns the request for the next of the pages read in order. */
export function pageRequest({ by, tally, largestPage, walk }: Scan): PageRequest | undefined {
	if (!tally?.pages) return undefined;
	const limit = Math.min(walk.wantedSize, largestPage);
	return { order: `${by}:desc`, page: tally.pages.next, limit };
}

/** Counts the rows of such a page. Positions prove nothing, so a row counts once, by its ID. */
export function countPage(
	scan: CountingScan,
	rows: readonly RecordRow[],
	known: KnownVersions,
): Tally {
	const { by, windowStart, tally } = scan;
	const { next = 1, read = [] } = tally.pages ?? {};
	const before = new Set(read);
	const inside = rows.filter((row) => row[by] >= windowStart && !before.has(row.recordId));
	return {
		...added(scan, inside, known),
		pages: { next: next + 1, read: [...read, ...inside.map(({ recordId }) => recordId)] },
	};
}

/** Returns the most rows that may be in the window; undefined if the page shows no older row. */
export function rowsInWindow(
	{ by, windowStart }: Scan,
	{ asked, rows }: ReadPage,
): number | undefined {
	if (!isFalling(rows.map((row) => row[by])))
		throw new ScanError(`The service did not sort the records by ${by}`);
	const { page, limit } = asked;
	const offset = (page - 1) * limit;
	const older = rows.findIndex((row) => row[by] < windowStart);
	if (older >= 0) return offset + older;
	const isEnd = rows.length > 0 && rows.length < limit;
	return isEnd ? offset + rows.length : undefined;
}

/**
 * Counts the rows of a page of a walk by record ID. Undefined rows mean a page that does not overlap: after it,
 * nobody knows what came when.
 */
export function countPageById(
	scan: Scan,
	rows: readonly RecordRow[] | undefined,
	known: KnownVersions,
): Tally {
	const { by, windowStart, walk, tally = startTally() } = scan;
	if (!rows) return { ...tally, count: null };
	const { edge } = walk;
	const unread = rows.filter(({ recordId }) => edge === null || idsAbove(recordId, edge) < 0);
	const inside = unread.filter((row) => row[by] >= windowStart);
	const last = rows.at(-1);
	const isOlder = last !== undefined && last[by] < windowStart;
	const grown = added({ ...scan, tally }, inside, known);
	// Records created together have neighbouring IDs: this may have been the last of them.
	const isEnd = isOlder && tally.count === undefined && canCount(scan);
	return isEnd ? { ...grown, probe: grown.found } : grown;
}

/** Counts rows of the window that were not read before. */
function added(
	{ by, settledBefore, tally }: CountingScan,
	inside: readonly RecordRow[],
	known: KnownVersions,
): Tally {
	const certain = inside.filter((row) => row[by] < settledBefore || known.has(row.recordId));
	const found = tally.found + inside.length;
	const sure = tally.sure === null ? null : tally.sure + certain.length;
	return { ...tally, found, sure };
}

/** Counting needs the server's time: without it, a window is never known to be closed. */
export const canCount = ({
	isBaseline,
	startedAt,
}: Pick<Scan, 'isBaseline' | 'startedAt'>): boolean => !isBaseline && startedAt !== undefined;

/** Whether rows may be read again: by this scan if counting makes it start over, or by the next scan. */
export function mayReadTwice(scan: Scan): boolean {
	const { tally, timeEdge } = scan;
	const isCounting = timeEdge !== undefined && tally?.count !== null;
	return canCount(scan) && (tally?.probe !== undefined || isCounting);
}

/**
 * Whether a scan may end without proof because a later one brings it: the time that pages could not pass is so
 * recent that its rows are read again anyway, and the window has not been open for long.
 */
export function mayStayOpen(scan: Scan, edge: string | undefined, overlapSeconds: number): boolean {
	const { newestAtStart, unproven = newestAtStart } = scan;
	const isRecent =
		(newestAtStart ?? '') <= shiftTime(unproven ?? '', MOST_OVERLAPS_OPEN * overlapSeconds);
	return canCount(scan) && edge !== undefined && edge >= scan.settledBefore && isRecent;
}
