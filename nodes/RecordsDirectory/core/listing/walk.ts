import { idsAbove, type Id } from '../id';
import { isFalling } from './falling';
import { pageCovering } from './covering-page';
import { NOT_TIED, share, steadyOn, type Steady } from './steady';

/**
 * Which page of a descending list to request next, and whether a reply joins what has been read.
 * Pages are numbered, so rows move between two requests: deletions move them up, edits and creations
 * down, and ties may be shuffled. Nothing here relies on positions for truth: a position is only a
 * guess where to look, and a page counts when its own rows prove that nothing was left out.
 */
/** A time as text, or a record ID. */
export type SortValue = Id;
export type SortField = 'updatedAt' | 'createdAt' | 'recordId';

/** One request for the record list ("Records" in the document): `order`, `page` (from 1), `limit`. */
export interface PageRequest {
	readonly order: `${SortField}:desc`;
	readonly page: number;
	readonly limit: number;
}

/** Why a list cannot be read to the end without doubt. */
export type ScanFault = 'order' | 'pages' | 'row' | 'endless';

/** The service's list contradicts its document; the poll must fail, and its state must not move. */
export class ScanError extends Error {
	readonly fault: ScanFault;

	constructor(fault: ScanFault, message: string) {
		super(message);
		this.name = 'ScanError';
		this.fault = fault;
	}
}

/** A walk down one list, as plain JSON. Every row above `edge` has been read. */
export interface Walk {
	readonly order: SortField;
	/** Rows asked for in one page, at most: what was wanted, or what the service seems to give. */
	readonly size: number;
	readonly wantedSize: number;
	/** Index in the list at which, or before which, the next page must begin. */
	readonly at: number;
	/** How far the last refused page made the walk step back. */
	readonly back: number;
	/** Requests for nothing since the walk last got further. */
	readonly stalls: number;
	/** Sort value of the lowest row read; null before the first page. */
	readonly edge: SortValue | null;
	/** Sort value of the last row of the page before, which may lie above the edge. */
	readonly last: SortValue | null;
	/**
	 * Whether pages of record IDs need not overlap where no ID is missing. Where one is missing just between
	 * two pages, or deleted meanwhile, the second is asked for once more.
	 */
	readonly isHopeful?: true;
	/** Set where pages by time may join in the middle of equal times. */
	readonly steady?: Steady | undefined;
	/** Whether it begins in the middle of the list, and what stands above is not its business. */
	readonly isFromMiddle?: true;
}

/** A page that was read: the request for it, and the sort values of its rows as the service gave them. */
export interface WalkedPage {
	readonly asked: PageRequest;
	readonly keys: readonly SortValue[];
	/** What each row is known by, its time and ID; wanted where a walk is steady. */
	readonly marks?: readonly string[];
}

/** What a reply did to a walk. `stuck`: more rows share one sort value than pages can prove. */
export interface WalkStep {
	readonly outcome: 'next' | 'end' | 'stuck';
	/** Whether the page joins what was read before; if not, it says nothing of what lies between. */
	readonly isJoined: boolean;
	readonly walk: Walk;
}

/** Refused pages lead back to page 1 in far fewer; more of them means that pages do not join. */
const MOST_STALLS = 24;
/** What each poll may try anew at least, else one bad minute would fail for ever. */
const FRESH_TRIES = 16;
const FIRST_STEP_BACK = 32;
/** Sites cut pages at multiples of it; small forms have other numbers of rows, mostly. */
const SMALLEST_CUT = 10;
/** Record IDs are counted from here. */
const LOWEST_ID: Id = 1;

const timesAbove = (one: SortValue, other: SortValue): number =>
	one > other ? 1 : one < other ? -1 : 0;

/** How far one sort value lies above another: 0 for equal values, negative below. */
const ABOVE = { updatedAt: timesAbove, createdAt: timesAbove, recordId: idsAbove };

/** Starts a walk from the head of the list, in pages of at most `size` rows. */
export function startWalk(order: SortField, size: number): Walk {
	return { order, size, wantedSize: size, at: 0, back: 0, stalls: 0, edge: null, last: null };
}

/** Starts a walk by record ID that takes as few requests as there are pages, if no ID is missing. */
export const startDenseWalk = (size: number): Walk => ({
	...startWalk('recordId', size),
	isHopeful: true,
});

/** A walk by time that passes equal times by the order of their rows, as long as the service keeps it. */
export const startSteadyWalk = (order: SortField, size: number): Walk => ({
	...startWalk(order, size),
	steady: NOT_TIED,
});

/** The same walk from a place in the middle of the list on. */
export const fromMiddle = (walk: Walk, at: number): Walk => ({ ...walk, at, isFromMiddle: true });

/** Takes up a walk in a later poll. */
export function resumeWalk(walk: Walk): Walk {
	return { ...walk, stalls: Math.min(walk.stalls, MOST_STALLS - FRESH_TRIES) };
}

/** Returns the request that a walk wants answered next. */
export function walkRequest(walk: Walk): PageRequest {
	return { order: `${walk.order}:desc`, ...pageCovering(walk.at, walk.size) };
}

/**
 * Moves a walk on by a page; `proven` is the most rows that a page of this form is known to have
 * held. Throws a `ScanError`, and requests at most two dozen pages in a row without getting further.
 */
export function advanceWalk(walk: Walk, page: WalkedPage, proven: number): WalkStep {
	const { asked, keys } = page;
	const above = ABOVE[walk.order];
	if (!isFalling(keys, (one, other) => above(one, other) > 0))
		throw new ScanError('order', `The service did not sort the records by ${walk.order}`);
	const last = keys.at(-1);
	const isShared = sharesTail(walk, page);
	if (!isShared && !joins(walk, asked, keys[0])) return refused(walk);
	if (last === undefined) return { outcome: 'end', isJoined: true, walk };
	const further = walk.edge === null || isShared || above(last, walk.edge) < 0;
	const edge = further ? last : walk.edge;
	const isAboveEdge = above(last, edge) > 0;
	const isUnderway = isAboveEdge && walk.last !== null && above(last, walk.last) < 0;
	const stalls = further ? 0 : walk.stalls + (isUnderway ? 0 : 1);
	const isShort = keys.length < asked.limit;
	// A short page is the end of the list only if the service is known to give more in one page.
	const isOpenEnd = isShort && (keys.length >= proven || keys.length === SMALLEST_CUT);
	const isLowest = walk.isHopeful === true && last === LOWEST_ID;
	// Rows newer than all that was expected: the list has grown, so its size says nothing any more.
	const size = isOpenEnd ? keys.length : isAboveEdge ? walk.wantedSize : walk.size;
	// Cut short once more: so that is what the service gives, and not the size of a small list.
	const wantedSize = isOpenEnd && walk.last !== null ? size : walk.wantedSize;
	const moved: Walk = { ...walk, size, wantedSize, edge, last, stalls, back: 0 };
	if (isLowest || (isShort && !isOpenEnd)) return { outcome: 'end', isJoined: true, walk: moved };
	// Hope that failed once would fail in the same place again, and nothing may follow an open end.
	const isHopeful = walk.isHopeful === true && further && walk.back === 0 && !isOpenEnd;
	return onwards(moved, { ...page, isAboveEdge, isHopeful, further });
}

interface JoinedPage extends WalkedPage {
	readonly isAboveEdge: boolean;
	readonly isHopeful: boolean;
	/** Whether the walk got further. */
	readonly further: boolean;
}

/** Where to go on after a page that joins. */
function onwards(walk: Walk, page: JoinedPage): WalkStep {
	const { asked, keys, isAboveEdge, isHopeful, further } = page;
	const offset = (asked.page - 1) * asked.limit;
	const firm = overlapIndex(walk.order, keys, isAboveEdge);
	const steady =
		walk.steady && steadyOn(walk.steady, { page: further ? page : undefined, newer: firm, offset });
	const tail = steady?.tail.length ?? 0;
	const overlap = tail > 0 ? keys.length - tail : firm;
	const isDense = isHopeful && idsAbove(keys[0] as Id, keys.at(-1) as Id) === keys.length - 1;
	const at = offset + (isDense ? keys.length : overlap);
	const next = pageCovering(at, walk.size);
	const reachesOn = next.page * next.limit > offset + keys.length;
	const outcome = overlap >= 0 && reachesOn ? 'next' : 'stuck';
	if (outcome === 'stuck' && walk.order === 'recordId')
		throw new ScanError('pages', 'The pages of the record list do not fit together by record ID');
	return atMost({ outcome, isJoined: true, walk: { ...walk, at, ...(steady && { steady }) } });
}

/**
 * Page 1 has nothing above it. Any other page joins when its first row lies in what has been read, or has
 * the very next record ID: then nothing lies between. Times have ties, so there the first row must be
 * strictly newer.
 */
function joins(walk: Walk, asked: PageRequest, first: SortValue | undefined): boolean {
	if (asked.page === 1 || walk.edge === null) return asked.page === 1 || walk.isFromMiddle === true;
	if (first === undefined) return false;
	const above = ABOVE[walk.order](first, walk.edge);
	if (walk.order !== 'recordId') return above > 0;
	return above >= 0 || (walk.isHopeful === true && above === -1);
}

/** The row that the next page must begin at or before, so that it joins; -1 when there is none. */
function overlapIndex(order: SortField, keys: readonly SortValue[], isAboveEdge: boolean): number {
	const last = keys.length - 1;
	if (order === 'recordId' || isAboveEdge) return last;
	let i = last;
	while (i >= 0 && keys[i] === keys[last]) i--;
	return i;
}

const sharesTail = ({ steady }: Walk, { marks = [] }: WalkedPage): boolean =>
	steady !== undefined && share(steady.tail, marks);

function refused(walk: Walk): WalkStep {
	if (walk.steady?.tail.length) return unsteady(walk, walk.steady);
	const back = Math.max(FIRST_STEP_BACK, walk.back * 2);
	const at = Math.max(0, walk.at - back);
	const stalls = walk.stalls + 1;
	return atMost({ outcome: 'next', isJoined: false, walk: { ...walk, at, back, stalls } });
}

/** The service does not keep the order of equal rows, or some have gone: only times tell then. */
function unsteady(walk: Walk, { firm }: Steady): WalkStep {
	const byTime = { ...walk, steady: undefined, stalls: walk.stalls + 1 };
	if (firm < 0) return { outcome: 'stuck', isJoined: false, walk: byTime };
	return atMost({ outcome: 'next', isJoined: false, walk: { ...byTime, at: firm } });
}

/** Times may be walked by record id instead; record ids must join. */
function atMost(step: WalkStep): WalkStep {
	if (step.walk.stalls <= MOST_STALLS) return step;
	if (step.walk.order !== 'recordId') return { ...step, outcome: 'stuck' };
	throw new ScanError(
		'pages',
		'The record list changed too much while it was being read: rows may be missing',
	);
}
