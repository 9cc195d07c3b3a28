import { shiftTime } from './clock';
import { fromFirstPage, judged, paged, probed, sweep } from './crowded';
import { mustBeRow } from './record-list';
import type { PageReply, RecordRow } from './record-list';
import { freshOf, isSweep } from './scan-rows';
import {
	canCount,
	mayReadAgain,
	pageRequest,
	pageTaken,
	probeRequest,
	startTally,
	sweptOn,
} from './tally';
import type { Tally } from './tally';
import { ScanError, startWalk, walkOn, walkRequest } from '../walk';
import type { Key, PageRequest, Walk } from '../walk';

export type { PageReply, RecordRow } from './record-list';

/** The reading of all rows down to a bound, over one or more polls; plain JSON. */
export interface Scan {
	/** The time that counts: creations never move in a list by `createdAt`. */
	readonly by: 'updatedAt' | 'createdAt';
	readonly isBaseline: boolean;
	/** Oldest time that is wanted. */
	readonly bound: string;
	/** Newest time known when the first page was read; null before that. */
	readonly top: string | null;
	/** Rows older than this cannot change any more without becoming newer. */
	readonly calm: string;
	/** The server's time of the first page, in milliseconds. */
	readonly startedAt?: number;
	/** The server's time when the newest time known before was first read. */
	readonly newestReadAt?: number;
	readonly walk: Walk;
	/** Set in a walk by record id: the time down to which the walk by time has read. */
	readonly timeEdge?: string;
	/** Most rows that one page of this scan held: a page with fewer is the end of the list. */
	readonly largestPage: number;
	readonly requests: number;
	readonly tally?: Tally;
	/** Newest time of the first of the scans in a row whose rows were not proven to be all. */
	readonly unproven?: string;
}

export interface ScanLimits {
	readonly overlapSeconds: number;
	readonly pageSize: number;
}

/** The records of which the trigger remembers a version in the window. */
export type KnownRecords = Pick<ReadonlyMap<number, unknown>, 'has' | 'size'>;

/** What a reply did to a scan. `open`: most likely read to the end, and to be proven later. */
export interface ScanStep {
	readonly scan: Scan;
	/** The rows of the reply that are wanted and were not certainly read before. */
	readonly fresh: readonly RecordRow[];
	readonly end?: 'complete' | 'open';
}

/** No service is known to give fewer rows a page when there are more. */
const SMALLEST_PAGE = 20;

/** More than twenty million rows: no form, but a service that makes up pages. */
const MOST_REQUESTS = 20_000;

/** Date headers have whole seconds, and the machines of a site differ a little. */
const SETTLE_SLACK_SECONDS = 30;

type Start = Pick<Scan, 'by' | 'isBaseline' | 'bound' | 'newestReadAt' | 'unproven'>;

/** Promises: a scan for rows at or after `bound` whose first page is no larger than `firstLimit`. */
export function startScan(from: Start & { readonly newest: string }, firstLimit: number): Scan {
	const { newest, ...start } = from;
	// `calm` holds the newest time known so far until the first page is there.
	return {
		...start,
		top: null,
		calm: newest,
		walk: startWalk(from.by, firstLimit),
		largestPage: SMALLEST_PAGE,
		requests: 0,
	};
}

/** Promises: the request that the scan wants answered next. */
export function scanRequest(scan: Scan): PageRequest {
	return probeRequest(scan) ?? pageRequest(scan) ?? walkRequest(scan.walk);
}

/**
 * Promises: the scan after a reply. Throws ScanError for a list that contradicts itself.
 *
 * - One page that reaches below the bound is a snapshot: nothing can have moved.
 * - Over several pages each must begin strictly newer than the end of the page before.
 * - A second with more rows than half a page cannot be passed so: then pages are read as they come,
 *   until as many rows are found as were counted (`tally.ts`). Where that does not work out, the form
 *   is walked by record id, which has no ties, to that number or to its end. What is edited meanwhile
 *   carries a time that the next scan reads.
 */
export function scanOn(
	before: Scan,
	reply: PageReply,
	limits: ScanLimits,
	known: KnownRecords,
): ScanStep {
	reply.rows.forEach(mustBeRow);
	const requests = before.requests + 1;
	const largestPage = Math.max(before.largestPage, reply.rows.length);
	if (requests > MOST_REQUESTS)
		throw new ScanError('endless', 'The record list of the service does not come to an end');
	const started = before.top === null ? withTop(before, reply, limits) : before;
	const scan = { ...started, requests, largestPage };
	if (before.tally?.probe !== undefined) return probed(scan, reply.rows, limits, known);
	if (before.tally?.pages) return paged(before, scan, reply.rows, limits, known);
	return pageOn(before, scan, reply.rows, limits, known);
}

/** Promises: false only when a version of this record and time needs no memory any more. */
export function mayComeAgain(
	scan: Scan,
	recordId: number,
	time: string,
	overlapSeconds: number,
): boolean {
	if (time >= scan.calm || mayReadAgain(scan)) return true;
	const { edge } = scan.walk;
	if (isSweep(scan) && edge !== null && recordId >= (edge as number)) return false;
	const timeEdge = scan.timeEdge ?? (edge as string | null);
	// `time` may be a creation's, newer than the edit's by as much as the clock was set back.
	return timeEdge === null || time <= shiftTime(timeEdge, overlapSeconds);
}

function pageOn(
	before: Scan,
	scan: Scan,
	rows: readonly RecordRow[],
	limits: ScanLimits,
	known: KnownRecords,
): ScanStep {
	const asked = walkRequest(scan.walk);
	const keys: readonly Key[] = rows.map((row) => row[scan.walk.order]);
	const { walk, isJoined, outcome } = walkOn(scan.walk, asked, keys, before.largestPage);
	const last = rows.at(-1);
	const isBelow = last !== undefined && !isSweep(scan) && last[scan.by] < scan.bound;
	// Rows of a page that does not join are as real as any; it only proves nothing.
	const fresh = freshOf(scan, rows);
	const moved = { ...scan, walk };
	if (isJoined && (outcome === 'end' || isBelow)) return { scan: moved, fresh, end: 'complete' };
	const isCut = rows.length >= asked.limit && asked.limit < limits.pageSize;
	if (before.top === null && isCut) {
		const { size } = known;
		if (canCount(scan) && size >= limits.pageSize && last && known.has(last.recordId)) {
			// Nothing new below this page. If nothing is gone either, no row need be read again.
			const news = fresh.filter(({ recordId }) => !known.has(recordId));
			const probe = size + news.length;
			return { scan: { ...moved, tally: { ...startTally(), probe } }, fresh };
		}
		// The small first page was not enough: begin again with a full one, as if it had not been.
		const again = startWalk(scan.by, limits.pageSize);
		return { scan: { ...before, walk: again, requests: scan.requests }, fresh: [] };
	}
	if (isSweep(scan)) {
		if (outcome === 'stuck')
			throw new ScanError('pages', 'The pages of the record list cannot be joined by record id');
		const tally = sweptOn(scan, isJoined ? rows : undefined, known);
		return judged({ ...moved, tally }, fresh, limits);
	}
	if (outcome !== 'stuck') return { scan: { ...moved, tally: startTally() }, fresh };
	if (!canCount(scan)) return { scan: sweep(moved, limits), fresh };
	const stuck = { ...moved, timeEdge: walk.edge as string };
	// What stands above on other pages is read once more: ids tell what has been counted.
	if (asked.page > 1) return { scan: fromFirstPage(stuck), fresh };
	const tally = pageTaken(startTally(scan.tally?.count), rows, scan, known);
	return judged({ ...stuck, tally }, fresh, limits);
}

function withTop(scan: Scan, { rows, date }: PageReply, { overlapSeconds }: ScanLimits): Scan {
	const newest = rows[0]?.[scan.by] ?? '';
	const top = newest > scan.calm ? newest : scan.calm;
	// Twice the overlap: a record may have been created within it and edited at an earlier time.
	const bound = scan.isBaseline ? shiftTime(top, -2 * overlapSeconds) : scan.bound;
	const isSettled = top === scan.calm && isOver(scan, date, overlapSeconds);
	const calm = isSettled ? shiftTime(top, 1) : shiftTime(top, -overlapSeconds);
	return { ...scan, top, bound, calm, ...(date === undefined ? {} : { startedAt: date }) };
}

/**
 * The newest time was on the server's clock when it was first read. Once more than the overlap has
 * passed since, no row will get that time or an older one: the window is closed behind it, whatever
 * zone and error the clock has, and quiet polls need not look below it. The server has to count twice
 * the overlap: a clock that was set back before may have been set forward again since.
 */
function isOver({ newestReadAt }: Scan, date: number | undefined, overlapSeconds: number): boolean {
	if (date === undefined || newestReadAt === undefined) return false;
	return (date - newestReadAt) / 1000 >= 2 * overlapSeconds + SETTLE_SLACK_SECONDS;
}
