import { laterOf, shiftTime } from '../text-time';
import { takeCountedPage, takeProbe } from './count-step';
import type { Id } from '../../id';
import { mustBeRow, type PageReply } from '../listed-record';
import { isSwept, timeEdgeOf } from './scan-rows';
import type { SeenVersion } from './seen';
import { takeWalkPage } from './walk-step';
import type { Scan, ScanContext, ScanStep } from './scan-state';
import { mayReadAgain, pageRequest, probeRequest } from './tally';
import { SMALLEST_PAGE } from '../../listing/covering-page';
import { ScanError, startWalk, walkRequest, type PageRequest } from '../../listing/walk';

/** More than twenty million rows: no form, but a service that makes up pages. */
const MOST_REQUESTS = 20_000;

/** Date headers have whole seconds, and the machines of a site differ a little. */
const SETTLE_SLACK_SECONDS = 30;

type Start = Pick<Scan, 'by' | 'isBaseline' | 'isStart' | 'bound' | 'newestReadAt' | 'unproven'>;

/** Starts a scan for rows at or after `bound`, with a first page of at most `firstLimit` rows. */
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

/** Returns the request that the scan wants answered next. */
export function scanRequest(scan: Scan): PageRequest {
	return probeRequest(scan) ?? pageRequest(scan) ?? walkRequest(scan.walk);
}

/**
 * Moves a scan on by a reply. Throws a `ScanError` for a list that contradicts itself.
 *
 * - One page that reaches below the bound is a snapshot: nothing can have moved.
 * - Over several pages each must begin strictly newer than the end of the page before.
 * - A second with more rows than half a page cannot be passed so: then pages are read as they come,
 *   until as many rows are found as were counted (`tally.ts`). Where that does not work out, the form
 *   is walked by record id, which has no ties, to that number or to its end. What is edited meanwhile
 *   carries a time that the next scan reads.
 */
export function advanceScan(before: Scan, reply: PageReply, context: ScanContext): ScanStep {
	reply.rows.forEach(mustBeRow);
	const requests = before.requests + 1;
	if (requests > MOST_REQUESTS)
		throw new ScanError('endless', 'The record list of the service does not come to an end');
	const started = before.top === null ? withTop(before, reply, context) : before;
	const step = stepOf({ ...started, requests }, reply, context);
	const largestPage = Math.max(before.largestPage, reply.rows.length);
	return { ...step, scan: { ...step.scan, largestPage } };
}

/** Takes the rows for what was requested: a look at the end of the window, a page to count, or a page of the walk. */
function stepOf(scan: Scan, { rows }: PageReply, context: ScanContext): ScanStep {
	const { tally } = scan;
	const probe = probeRequest(scan);
	if (tally && probe) return takeProbe({ ...scan, tally }, { asked: probe, rows }, context);
	const page = pageRequest(scan);
	if (tally && page) return takeCountedPage({ ...scan, tally }, { asked: page, rows }, context);
	return takeWalkPage(scan, rows, context);
}

/** Tells which versions may be read again, and so must be kept. */
export function mayComeAgain(scan: Scan, overlapSeconds: number) {
	const timeEdge = timeEdgeOf(scan);
	// The time may be a creation's, newer than the edit's by as much as the clock was set back.
	const edge = timeEdge === undefined ? undefined : shiftTime(timeEdge, overlapSeconds);
	return ({ time }: SeenVersion, recordId: Id): boolean =>
		time >= scan.calm ||
		mayReadAgain(scan) ||
		(!isSwept(scan, recordId) && (edge === undefined || time <= edge));
}

function withTop(scan: Scan, { rows, date }: PageReply, { overlapSeconds }: ScanContext): Scan {
	const top = laterOf(rows[0]?.[scan.by] ?? '', scan.calm);
	// Twice the overlap: a record may have been created within it and edited at an earlier time.
	const bound = scan.isBaseline ? shiftTime(top, -2 * overlapSeconds) : scan.bound;
	const isSettled = top === scan.calm && isOver(scan, overlapSeconds, date);
	const calm = isSettled ? shiftTime(top, 1) : shiftTime(top, -overlapSeconds);
	return { ...scan, top, bound, calm, ...(date === undefined ? {} : { startedAt: date }) };
}

/**
 * The newest time was on the server's clock when it was first read. Once more than the overlap has
 * passed since, no row will get that time or an older one: the window is closed behind it, whatever
 * zone and error the clock has, and quiet polls need not look below it. The server has to count twice
 * the overlap: a clock that was set back before may have been set forward again since. Without its
 * time, it never is.
 */
function isOver({ newestReadAt = Infinity }: Scan, overlapSeconds: number, date = -Infinity) {
	return (date - newestReadAt) / 1000 >= 2 * overlapSeconds + SETTLE_SLACK_SECONDS;
}
