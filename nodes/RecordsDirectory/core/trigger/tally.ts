import { shiftTime } from './clock';
import type { RecordRow } from './record-list';
import type { KnownRecords, Scan } from './scan';
import { pageAt } from '../page-at';
import { ScanError } from '../walk';
import type { PageRequest } from '../walk';

/**
 * Counting saves a walk by record id from going through the whole form. The list by time tells at one
 * moment how many rows are in the window: the index of the first older one. A row read afterwards that
 * was known before, or is too old to have come since, was among them; so many such rows are all of them.
 */
export interface Tally {
	/** Index at which the window is believed to end; the next request looks there. */
	readonly probe?: number;
	/** Rows in the window when they were counted; null when that cannot be known any more. */
	readonly count?: number | null;
	/** Rows in the window that the walk by record id has read. */
	readonly found: number;
	/** Those of them that were there for certain when the rows were counted; null: the walk is older. */
	readonly sure: number | null;
}

/** Rows of a look at the end of the window. */
const PROBE_ROWS = 100;
/** How many overlaps a window may stay open before its rows have to be proven, whatever it costs. */
const MOST_OVERLAPS_OPEN = 3;

export const startTally = (count?: number | null): Tally =>
	count === undefined || count === null ? { found: 0, sure: null } : { count, found: 0, sure: 0 };

/** Promises: the request that shows where the window ends; undefined when that is not the question. */
export function probeRequest({ by, tally, largestPage }: Scan): PageRequest | undefined {
	if (tally?.probe === undefined) return undefined;
	// No more rows than a page has held: a shorter one would be cut, and its position another.
	const size = Math.min(PROBE_ROWS, largestPage);
	return { order: `${by}:desc`, ...pageAt(Math.max(0, tally.probe - size / 2), size) };
}

/** Promises: how many rows are in the window; undefined when the reply does not show its end. */
export function countIn(
	{ by, bound }: Scan,
	{ page, limit }: PageRequest,
	rows: readonly RecordRow[],
): number | undefined {
	if (rows.some((row, i) => i > 0 && row[by] > rows[i - 1]![by]))
		throw new ScanError('order', `The service did not sort the records by ${by}`);
	const offset = (page - 1) * limit;
	const older = rows.findIndex((row) => row[by] < bound);
	if (older > 0 || (older === 0 && offset === 0)) return offset + older;
	const isEnd = older < 0 && rows.length > 0 && rows.length < limit;
	return isEnd ? offset + rows.length : undefined;
}

/**
 * Promises: the tally after a page of a walk by record id; undefined rows are those of a page that
 * does not join, after which nobody knows any more what came when.
 */
export function sweptOn(
	{ by, bound, calm, walk, tally = startTally(), ...scan }: Scan,
	rows: readonly RecordRow[] | undefined,
	known: KnownRecords,
): Tally {
	if (!rows) return { ...tally, count: null };
	const { edge } = walk;
	const unread = rows.filter(({ recordId }) => edge === null || recordId < Number(edge));
	const inside = unread.filter((row) => row[by] >= bound);
	const certain = inside.filter((row) => row[by] < calm || known.has(row.recordId));
	const found = tally.found + inside.length;
	const sure = tally.sure === null ? null : tally.sure + certain.length;
	const isOlder = rows.length > 0 && rows.at(-1)![by] < bound;
	// Records created together have neighbouring ids: this may have been the last of them.
	const isEnd = isOlder && tally.count === undefined && canCount(scan);
	return { ...tally, found, sure, ...(isEnd ? { probe: found } : {}) };
}

/** Counting needs the server's time: without it a window is never known to be over. */
export const canCount = ({
	isBaseline,
	startedAt,
}: Pick<Scan, 'isBaseline' | 'startedAt'>): boolean => !isBaseline && startedAt !== undefined;

/** Whether rows may be read once more by this scan, because counting them can make it begin anew. */
export function mayWalkAgain(scan: Scan): boolean {
	const { tally, timeEdge } = scan;
	const isUncounted = timeEdge !== undefined && tally?.sure === null && tally.count !== null;
	return canCount(scan) && (tally?.probe !== undefined || isUncounted);
}

/**
 * Whether a scan may end without proof, because a later one brings it: the time that could not be
 * passed is so young that its rows are read again anyway, and the window has not been open for long.
 */
export function mayStayOpen(scan: Scan, edge: string, overlapSeconds: number): boolean {
	const { top, unproven = top } = scan;
	const isRecent = (top ?? '') <= shiftTime(unproven ?? '', MOST_OVERLAPS_OPEN * overlapSeconds);
	return canCount(scan) && edge >= scan.calm && isRecent;
}
