import { laterOf, shiftTime } from '../text-time';
import { takeCountedPage, takeWindowEnd } from './count-step';
import type { Id } from '../../id';
import { mustBeRow, type PageReply, type RecordRow } from '../listed-record';
import { isReadById, timeEdgeOf } from './scan-rows';
import type { SeenVersion } from './seen';
import { takeWalkPage } from './walk-step';
import type { Scan, ScanContext, ScanStep } from './scan-state';
import { mayReadTwice, pageRequest, windowEndRequest } from './tally';
import { SMALLEST_PAGE } from '../../listing/covering-page';
import { ScanError, startWalk, walkRequest, type PageRequest } from '../../listing/walk';

/** More than twenty million rows are no form, but a service that invents pages. */
const MOST_REQUESTS = 20_000;

/** Date headers have whole seconds, and the machines of a site differ slightly. */
const SETTLE_SLACK_SECONDS = 30;

type Start = Pick<
	Scan,
	'by' | 'isBaseline' | 'isStart' | 'windowStart' | 'newestReadAt' | 'possibleUntil' | 'unproven'
>;

/** Starts a scan for rows at or after `windowStart`, with a first page of at most `firstLimit` rows. */
export function startScan(from: Start & { readonly newest: string }, firstLimit: number): Scan {
	const { newest, ...start } = from;
	// Until the first page is there, `settledBefore` is the newest time known so far.
	return {
		...start,
		newestAtStart: null,
		settledBefore: newest,
		walk: startWalk(from.by, firstLimit),
		largestPage: SMALLEST_PAGE,
		requests: 0,
	};
}

/** Returns the next request of the scan. */
export function scanRequest(scan: Scan): PageRequest {
	return windowEndRequest(scan) ?? pageRequest(scan) ?? walkRequest(scan.walk);
}

/**
 * Advances a scan by a reply. Throws a `ScanError` for a list that contradicts itself.
 *
 * - A single page that reaches below the start of the window shows one moment: nothing can have moved.
 * - If there are several pages, each must begin strictly newer than the end of the previous page.
 * - A second with more rows than half a page cannot be passed this way. Then pages are read in order until as
 *   many rows are found as were counted (`tally.ts`). If that fails, the form is walked by record ID, which has
 *   no ties, until the number is reached or the form ends. Later edits have a time that the next scan reads.
 */
export function advanceScan(before: Scan, reply: PageReply, context: ScanContext): ScanStep {
	reply.rows.forEach(mustBeRow);
	const requests = before.requests + 1;
	if (requests > MOST_REQUESTS) throw new ScanError('The record list of the service does not end');
	const started = before.newestAtStart === null ? withTop(before, reply, context) : before;
	const step = stepOf({ ...started, requests }, reply, context);
	const largestPage = Math.max(before.largestPage, reply.rows.length);
	return { ...step, scan: { ...step.scan, largestPage } };
}

/** Takes the reply to a request: a look at the end of the window, a page to count, or a page of the walk. */
function stepOf(scan: Scan, { rows }: PageReply, context: ScanContext): ScanStep {
	const { tally } = scan;
	const probe = windowEndRequest(scan);
	if (tally && probe) return takeWindowEnd({ ...scan, tally }, { asked: probe, rows }, context);
	const page = pageRequest(scan);
	if (tally && page) return takeCountedPage({ ...scan, tally }, { asked: page, rows }, context);
	return takeWalkPage(scan, rows, context);
}

/** Returns a function that says which versions may be read again, and so must be kept. */
export function mustRemember(scan: Scan, overlapSeconds: number) {
	const timeEdge = timeEdgeOf(scan);
	// The time may be that of the creation, which is newer than the edit if the clock was set back.
	const edge = timeEdge === undefined ? undefined : shiftTime(timeEdge, overlapSeconds);
	return ({ time }: SeenVersion, recordId: Id): boolean =>
		time >= scan.settledBefore ||
		mayReadTwice(scan) ||
		(!isReadById(scan, recordId) && (edge === undefined || time <= edge));
}

function withTop(scan: Scan, reply: PageReply, context: ScanContext): Scan {
	const { rows, date } = reply;
	const { overlapSeconds } = context;
	const behind = secondsBehind(scan, overlapSeconds, date);
	const latest = isClockOfRecords(scan, reply, behind) ? reply.latest : undefined;
	const isPossible = (row: RecordRow) =>
		!(latest !== undefined && row[scan.by] > latest) && !wasImpossible(scan, row, context);
	const possibleUntil = rows.every(isPossible) ? undefined : (scan.possibleUntil ?? latest);
	const newestAtStart = laterOf(rows.find(isPossible)?.[scan.by] ?? '', scan.settledBefore);
	// Twice the overlap: a record may be created within it and then edited at an earlier time.
	const start = scan.isBaseline ? shiftTime(newestAtStart, -2 * overlapSeconds) : scan.windowStart;
	const lookBack = shiftTime(newestAtStart, -overlapSeconds - behind);
	const isSettled = newestAtStart === scan.settledBefore && isOver(scan, overlapSeconds, date);
	return {
		...scan,
		newestAtStart,
		possibleUntil,
		windowStart: behind > 0 && lookBack < start ? lookBack : start,
		settledBefore: isSettled ? shiftTime(newestAtStart, 1) : lookBack,
		...(date === undefined ? {} : { startedAt: date }),
	};
}

/**
 * Returns by how much the server's clock is behind a time that it has shown, in seconds; 0 within the overlap, which
 * polls look back anyway.
 */
export function secondsBehind(
	{ newestReadAt = -Infinity }: Pick<Scan, 'newestReadAt'>,
	overlapSeconds: number,
	date = Infinity,
): number {
	const behind = (newestReadAt - date) / 1000;
	return behind > overlapSeconds ? behind : 0;
}

/** Whether the clock tells which times of records cannot be: if all are later, it is not their clock. */
function isClockOfRecords(scan: Scan, { rows, latest }: PageReply, behind: number): boolean {
	const newest = scan.settledBefore;
	if (latest === undefined || behind > 0) return latest !== undefined;
	return newest === '' ? rows.some((row) => row[scan.by] <= latest) : newest <= latest;
}

/** Whether a row was dated in the future when it was read first. Its time may have come since. */
function wasImpossible({ by, possibleUntil }: Scan, row: RecordRow, { timeOf }: ScanContext) {
	if (possibleUntil === undefined || row[by] <= possibleUntil) return false;
	return (timeOf?.(row.recordId) ?? '') >= row[by];
}

/**
 * Whether the window is closed: no row can still get the newest time or an older one. When that time was first
 * read, it was on the server's clock. After more than the overlap no row can get it any more, whatever the
 * clock's zone and error, and polls without changes need not look below it. The server must count twice the
 * overlap, because a clock that was set back may have been set forward again since. Without the server's time,
 * the window stays open.
 */
function isOver({ newestReadAt = Infinity }: Scan, overlapSeconds: number, date = -Infinity) {
	return (date - newestReadAt) / 1000 >= 2 * overlapSeconds + SETTLE_SLACK_SECONDS;
}
