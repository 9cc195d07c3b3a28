import { shiftTime } from './clock';
import { mustBeRow } from './record-list';
import type { PageReply, RecordRow } from './record-list';
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
	readonly walk: Walk;
	/** Set in a walk by record id: the time down to which the walk by time has read. */
	readonly timeEdge?: string;
	/** Most rows that one page of this scan held: a page with fewer is the end of the list. */
	readonly largestPage: number;
	readonly requests: number;
}

export interface ScanLimits {
	readonly overlapSeconds: number;
	readonly pageSize: number;
}

/** No service is known to give fewer rows a page when there are more. */
const SMALLEST_PAGE = 20;

/** More than twenty million rows: no form, but a service that makes up pages. */
const MOST_REQUESTS = 20_000;

/** Promises: a scan for rows at or after `bound` whose first page is no larger than `firstLimit`. */
export function startScan(
	from: Pick<Scan, 'by' | 'isBaseline' | 'bound'> & { readonly newest: string },
	firstLimit: number,
): Scan {
	const { by, isBaseline, bound, newest } = from;
	// `calm` holds the newest time known so far until the first page is there.
	return {
		by,
		isBaseline,
		bound,
		top: null,
		calm: newest,
		walk: startWalk(by, firstLimit),
		largestPage: SMALLEST_PAGE,
		requests: 0,
	};
}

/** Promises: the request that the scan wants answered next. */
export function scanRequest(scan: Scan): PageRequest {
	return walkRequest(scan.walk);
}

/**
 * Promises: the scan after a reply, the rows of the reply that are wanted and were not certainly
 * read before, and whether all rows are read. Throws ScanError for a list that contradicts itself.
 *
 * - One page that reaches below the bound is a snapshot: nothing can have moved.
 * - Over several pages each must begin strictly newer than the end of the page before.
 * - A second with more rows than a page cannot be passed so: then the whole form is walked by record
 *   id, which has no ties. What is edited meanwhile carries a time that the next scan reads.
 */
export function scanOn(scan: Scan, reply: PageReply, limits: ScanLimits) {
	const { rows } = reply;
	rows.forEach(mustBeRow);
	const asked = scanRequest(scan);
	const started = scan.top === null ? withTop(scan, reply, limits) : scan;
	const requests = scan.requests + 1;
	const largestPage = Math.max(scan.largestPage, rows.length);
	if (requests > MOST_REQUESTS)
		throw new ScanError('endless', 'The record list of the service does not come to an end');
	const keys: readonly Key[] = rows.map((row) => row[scan.walk.order]);
	const step = walkOn(scan.walk, asked, keys, scan.largestPage);
	const moved = { ...started, walk: step.walk, largestPage, requests };
	const last = rows.at(-1);
	const isBelow = last !== undefined && !isSweep(scan) && last[scan.by] < started.bound;
	const isDone = step.isJoined && (step.outcome === 'end' || isBelow);
	const isCut = rows.length >= asked.limit && asked.limit < limits.pageSize;
	if (!isDone && scan.top === null && isCut) {
		// The small first page was not enough: begin again with a full one, as if it had not been.
		const walk = startWalk(scan.by, limits.pageSize);
		return { scan: { ...scan, walk, requests }, fresh: [], isDone: false };
	}
	// Rows of a page that does not join are as real as any; it only proves nothing.
	const fresh = rows.filter((row) => isWanted(started, row) && !isReadBefore(started, row));
	if (isDone || step.outcome !== 'stuck') return { scan: moved, fresh, isDone };
	return { scan: sweep(moved, limits), fresh, isDone };
}

/** Promises: false only when a version of this record and time needs no memory any more. */
export function mayComeAgain(
	scan: Scan,
	recordId: number,
	time: string,
	overlapSeconds: number,
): boolean {
	if (time >= scan.calm) return true;
	const { edge } = scan.walk;
	if (isSweep(scan) && edge !== null && recordId >= (edge as number)) return false;
	const timeEdge = scan.timeEdge ?? (edge as string | null);
	// `time` may be a creation's, newer than the edit's by as much as the clock was set back.
	return timeEdge === null || time <= shiftTime(timeEdge, overlapSeconds);
}

function withTop(scan: Scan, { rows, date }: PageReply, { overlapSeconds }: ScanLimits): Scan {
	const newest = rows[0]?.[scan.by] ?? '';
	const top = newest > scan.calm ? newest : scan.calm;
	// Twice the overlap: a record may have been created within it and edited at an earlier time.
	const bound = scan.isBaseline ? shiftTime(top, -2 * overlapSeconds) : scan.bound;
	const calm = shiftTime(top, -overlapSeconds);
	return { ...scan, top, bound, calm, ...(date === undefined ? {} : { startedAt: date }) };
}

const isSweep = (scan: Scan): boolean => scan.walk.order === 'recordId';

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

function sweep(scan: Scan, { pageSize }: ScanLimits): Scan {
	if (isSweep(scan))
		throw new ScanError('pages', 'The pages of the record list cannot be joined by record id');
	const timeEdge = scan.walk.edge as string;
	return { ...scan, walk: startWalk('recordId', pageSize), timeEdge };
}
