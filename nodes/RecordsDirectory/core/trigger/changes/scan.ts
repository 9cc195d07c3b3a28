import { laterOf, shiftTime } from '../text-time';
import { paged, probed } from './count-step';
import type { Id } from '../../id';
import { mustBeRow } from '../listed-record';
import type { PageReply } from '../listed-record';
import { isSwept, timeEdgeOf } from './scan-rows';
import { walked } from './walk-step';
import type { KnownRecords, Scan, ScanLimits, ScanStep } from './scan-state';
import { mayReadAgain, pageRequest, probeRequest } from './tally';
import { SMALLEST_PAGE } from '../../listing/covering-page';
import { ScanError, startWalk, walkRequest } from '../../listing/walk';
import type { PageRequest } from '../../listing/walk';

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
	const { tally } = before;
	const probe = probeRequest(before);
	const page = pageRequest(before);
	if (tally && probe) return probed({ ...scan, tally }, probe, reply.rows, limits, known);
	if (tally && page) return paged({ ...scan, tally }, page, reply.rows, limits, known);
	return walked(before, scan, reply.rows, limits, known);
}

/** Promises: false only when a version of this record and time needs no memory any more. */
export function mayComeAgain(
	scan: Scan,
	recordId: Id,
	time: string,
	overlapSeconds: number,
): boolean {
	if (time >= scan.calm || mayReadAgain(scan)) return true;
	if (isSwept(scan, recordId)) return false;
	const timeEdge = timeEdgeOf(scan);
	// `time` may be a creation's, newer than the edit's by as much as the clock was set back.
	return timeEdge === undefined || time <= shiftTime(timeEdge, overlapSeconds);
}

function withTop(scan: Scan, { rows, date }: PageReply, { overlapSeconds }: ScanLimits): Scan {
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
 * the overlap: a clock that was set back before may have been set forward again since. Where it told
 * no time, it never is.
 */
function isOver({ newestReadAt = Infinity }: Scan, overlapSeconds: number, date = -Infinity) {
	return (date - newestReadAt) / 1000 >= 2 * overlapSeconds + SETTLE_SLACK_SECONDS;
}
