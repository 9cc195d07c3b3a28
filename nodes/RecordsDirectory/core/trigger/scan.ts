import { shiftTime } from './clock';
import { mustBeRow } from './record-list';
import type { PageReply, RecordRow } from './record-list';
import {
	canCount,
	countIn,
	mayReadAgain,
	mayStayOpen,
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
 * - A second with more rows than a page cannot be passed so: then the form is walked by record id,
 *   which has no ties, until as many rows are found as were counted (`tally.ts`), or to its end.
 *   What is edited meanwhile carries a time that the next scan reads.
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
			const probe = size + unknownIn(fresh, known).length;
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
	// What came after the rows were counted was not among them.
	const isGrown = unknownIn(fresh, known).some((row) => row[scan.by] >= scan.calm);
	const tallied = { ...moved, tally: startTally(isGrown ? undefined : scan.tally?.count) };
	if (outcome !== 'stuck') return { scan: tallied, fresh };
	if (!canCount(scan)) return { scan: sweep(tallied, limits), fresh };
	const stuck = { ...tallied, timeEdge: walk.edge as string };
	// What stands above on other pages is read once more: ids tell what has been counted.
	if (asked.page > 1) return { scan: fromFirstPage(stuck), fresh };
	return judged({ ...stuck, tally: pageTaken(stuck.tally, rows, scan, known) }, fresh, limits);
}

const fromFirstPage = (scan: Scan): Scan => ({
	...scan,
	tally: { ...startTally(scan.tally?.count), pages: { next: 1, read: [] } },
});

/** A page of those that are read as they come. Where ties stand still, they hold all that was counted. */
function paged(
	before: Scan,
	scan: Scan,
	rows: readonly RecordRow[],
	limits: ScanLimits,
	known: KnownRecords,
): ScanStep {
	const end = countIn(scan, scanRequest(before), rows);
	const taken = pageTaken(scan.tally!, rows, scan, known);
	const tally = { ...taken, count: taken.count ?? end };
	const fresh = freshOf(scan, rows);
	const step = judged({ ...scan, tally }, fresh, limits);
	const last = rows.at(-1);
	const isOver = end !== undefined || last === undefined || last[scan.by] < scan.bound;
	if (!isOver || step.end || step.scan.tally?.pages?.next === 1) return step;
	// Some were shuffled away, or have moved; ids do neither.
	return { scan: sweep({ ...scan, tally: startTally(tally.count) }, limits), fresh };
}

/** The reply to a look at the end of the window. */
function probed(
	scan: Scan,
	rows: readonly RecordRow[],
	limits: ScanLimits,
	known: KnownRecords,
): ScanStep {
	const count = countIn(scan, scanRequest(scan), rows);
	const fresh = freshOf(scan, rows);
	if (isSweep(scan)) {
		const { found, sure } = scan.tally!;
		return judged({ ...scan, tally: { count: count ?? null, found, sure } }, fresh, limits);
	}
	if (count === known.size && mayStayOpen(scan, scan.walk.edge as string, limits.overlapSeconds))
		return { scan, fresh, end: 'open' };
	return {
		scan: { ...scan, walk: startWalk(scan.by, limits.pageSize), tally: startTally(count) },
		fresh,
	};
}

/** Whether as many rows were found as were counted. */
function judged(scan: Scan, fresh: readonly RecordRow[], limits: ScanLimits): ScanStep {
	const tally = scan.tally!;
	const { count, found, sure } = tally;
	if (count === undefined || count === null || found < count) return { scan, fresh };
	if (sure !== null && sure >= count) return { scan, fresh, end: 'complete' };
	if (mayStayOpen(scan, scan.timeEdge!, limits.overlapSeconds)) return { scan, fresh, end: 'open' };
	// Counted only afterwards: now that the number is known, a second reading can prove it.
	if (sure === null && tally.pages) return { scan: fromFirstPage(scan), fresh };
	if (sure === null) return { scan: sweep({ ...scan, tally: startTally(count) }, limits), fresh };
	return { scan: { ...scan, tally: { ...tally, count: null } }, fresh };
}

const unknownIn = (rows: readonly RecordRow[], known: KnownRecords): readonly RecordRow[] =>
	rows.filter(({ recordId }) => !known.has(recordId));

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

const isSweep = (scan: Scan): boolean => scan.walk.order === 'recordId';

const freshOf = (scan: Scan, rows: readonly RecordRow[]): readonly RecordRow[] =>
	rows.filter((row) => isWanted(scan, row) && !isReadBefore(scan, row));

function isWanted(scan: Scan, row: RecordRow): boolean {
	const time = row[scan.by];
	// What is newer than a baseline's first row has happened since: the next scan reports it.
	return time >= scan.bound && !(scan.isBaseline && time > (scan.top ?? ''));
}

/** Rows above the edge are read, and one older than `calm` cannot have got there later. */
function isReadBefore(scan: Scan, row: RecordRow): boolean {
	const time = row[scan.by];
	const { edge } = scan.walk;
	if (time >= scan.calm) return false;
	if (!isSweep(scan)) return edge !== null && time > edge;
	return time > (scan.timeEdge ?? '') || (edge !== null && row.recordId >= (edge as number));
}

/** A walk by record id from the head of the list. */
function sweep(scan: Scan, { pageSize }: ScanLimits): Scan {
	const timeEdge = scan.timeEdge ?? (scan.walk.edge as string);
	return { ...scan, walk: startWalk('recordId', pageSize), timeEdge };
}
