import { idsAbove, type Id } from '../id';
import { omit } from '../json';
import { shiftTime } from '../values/moment';
import { isUsualCut, mayBeCut, pageCovering, rowsBefore, type RequestedPage } from './pages';

/*
 * Which page of a descending list to request next, and whether a reply overlaps with what has been read. Pages
 * are numbered, so rows move between two requests: deletions move them up, edits and creations down, and ties
 * may be shuffled. So a position is only a guess where to look: a page counts if its own rows prove that
 * nothing was skipped.
 */
/** A time as text, or a record ID. */
type SortValue = Id;
type SortField = 'updatedAt' | 'createdAt' | 'recordId';

/** As in "Records" in the document; `page` counts from 1. */
export interface PageRequest extends RequestedPage {
	readonly order: `${SortField}:desc`;
	/** Whether the list may end above this page, so that a site that rejects it lists nothing there. */
	readonly mayBeRejected?: true;
}

/** Thrown if the service's list contradicts its document: the poll must fail, and its state must not move. */
export class ScanError extends Error {
	override readonly name = 'ScanError';

	/** Whether the list only changed too much while it was being read. */
	readonly isPassing: boolean;

	constructor(message: string, isPassing = false) {
		super(message);
		this.isPassing = isPassing;
	}
}

export const notSorted = (order: SortField): ScanError =>
	new ScanError(
		`The service does not sort the records by ${order}, so they cannot be read in order`,
	);

export const SAME_PAGE =
	'The site returns the same page again for every page number, so rows of the list may be missing';

/** Plain JSON. Every row above `edge` has been read. */
export interface Walk {
	readonly order: SortField;
	/** Rows per page, at most: the requested number, or what the service seems to return. */
	readonly size: number;
	readonly wantedSize: number;
	/** Index in the list at or before which the next page must begin. */
	readonly at: number;
	/** How far the walk stepped back after the last unusable page. */
	readonly back: number;
	readonly stalls: number;
	/** Sort value of the first row of page 1; null before it was read. */
	readonly top: SortValue | null;
	/**
	 * Whether a later page began with that row, or with a higher one (`above`): the list has grown by whole pages, or the site repeats
	 * page 1, or sorts in another way.
	 */
	readonly isInDoubt?: true | 'above';
	/** The last page that joined: its request, and its first and last row. */
	readonly joined?: string;
	/** The page that joined before an empty one, since a row was read for the first time. */
	readonly emptyBelow?: string;
	/** Whether the last page that joined was short, so that the list probably ends with it. The next page must prove that. */
	readonly hasProbablyEnded?: true;
	/** Sort value of the lowest row read; null before the first page. */
	readonly edge: SortValue | null;
	/** Sort value of the last row of the previous page, which may be above the edge. */
	readonly last: SortValue | null;
	/**
	 * Whether pages of record IDs need not overlap as long as no ID is missing. If one is missing exactly
	 * between two pages, or is deleted meanwhile, the second page is requested again.
	 */
	readonly assumesDenseIds?: true;
}

/** `keys` are the sort values of its rows as the service returned them. */
interface WalkedPage {
	readonly asked: PageRequest;
	readonly keys: readonly SortValue[];
}

/** `stuck`: too many rows share one sort value for pages to prove anything. `cut`: nothing more can be read in this order. */
interface WalkStep {
	readonly outcome: 'next' | 'end' | 'stuck' | 'cut';
	/** Why it is cut, unless the site lists nothing below. */
	readonly why?: ScanError;
	/** Whether the page overlaps with what was read before; if not, rows in between may be missing. */
	readonly isJoined: boolean;
	readonly walk: Walk;
}

/** Unusable pages lead back to page 1 in far fewer steps; more mean that the pages contradict each other. */
const MOST_STALLS = 24;
/** The least number of tries of each poll; otherwise one bad minute would make all later polls fail. */
const FRESH_TRIES = 16;
const FIRST_STEP_BACK = 32;
export const LOWEST_ID: Id = 1;

const timesAbove = (one: SortValue, other: SortValue): number =>
	one > other ? 1 : one < other ? -1 : 0;

const ABOVE = { updatedAt: timesAbove, createdAt: timesAbove, recordId: idsAbove };

export const startWalk = (order: SortField, size: number): Walk => ({
	order,
	size,
	wantedSize: size,
	at: 0,
	back: 0,
	stalls: 0,
	top: null,
	edge: null,
	last: null,
});

/** Takes one request per page if no ID is missing. */
export const startDenseWalk = (size: number): Walk => ({
	...startWalk('recordId', size),
	assumesDenseIds: true,
});

/** In a later poll, whose pages may have fewer rows. */
export const resumeWalk = (walk: Walk, pageSize: number): Walk => ({
	...omit(walk, ['isInDoubt', 'joined']),
	size: Math.min(walk.size, pageSize),
	wantedSize: Math.min(walk.wantedSize, pageSize),
	// An end that the site seems to have set is found in several polls, if each has few requests.
	stalls: walk.emptyBelow ? walk.stalls : Math.min(walk.stalls, MOST_STALLS - FRESH_TRIES),
});

export const walkRequest = (walk: Walk): PageRequest => ({
	order: `${walk.order}:desc`,
	...pageCovering(walk.at, walk.size),
	...(walk.hasProbablyEnded && { mayBeRejected: true }),
});

/** `most` is the largest known page of a list that may end here. Throws a `ScanError` for a list that contradicts its document. */
export function advanceWalk(walk: Walk, read: WalkedPage, most = 0): WalkStep {
	const falling = fallingKeys(walk.order, read.keys);
	if (!falling) return unsorted(walk);
	const page = { ...read, keys: falling };
	const { asked, keys } = page;
	const above = ABOVE[walk.order];
	const last = keys.at(-1);
	if (walk.order === 'recordId' && walk.top !== null && keys[0] !== undefined) {
		const aboveTop = above(keys[0], walk.top);
		if (asked.page > 1 && aboveTop >= 0) return backToTop(walk, aboveTop > 0);
		if (walk.isInDoubt && aboveTop === 0) return endOfRepeated(walk);
	}
	if (walk.order === 'recordId' && last === undefined && asked.page > 1) return empty(walk);
	if (!joins(walk, asked, keys[0])) return refused(walk);
	if (last === undefined) return { outcome: 'end', isJoined: true, walk };
	const further = walk.edge === null || above(last, walk.edge) < 0;
	const edge = further ? last : walk.edge;
	const isAboveEdge = above(last, edge) > 0;
	const isUnderway = isAboveEdge && walk.last !== null && above(last, walk.last) < 0;
	const stalls = further ? 0 : walk.stalls + (isUnderway ? 0 : 1);
	const isShort = keys.length < asked.limit;
	const isOpenEnd = isShort && mayBeCut(keys.length, most);
	const isLowest = walk.assumesDenseIds === true && last === LOWEST_ID;
	// If rows are newer than expected, the list has grown, so its size proves nothing.
	const size = isOpenEnd ? keys.length : isAboveEdge ? walk.wantedSize : walk.size;
	// A second short page shows the service's page size; it is not just a small list.
	const wantedSize = isOpenEnd && walk.last !== null ? size : walk.wantedSize;
	const top = asked.page === 1 ? (keys[0] ?? null) : walk.top;
	const position = { size, wantedSize, top, edge, last, stalls, back: 0 };
	const moved: Walk = {
		...omit(walk, ['isInDoubt', 'hasProbablyEnded', ...(further ? (['emptyBelow'] as const) : [])]),
		...position,
		...(isOpenEnd && !isUsualCut(keys.length) && { hasProbablyEnded: true }),
		joined: [asked.page, asked.limit, keys[0], last].join(),
	};
	if (isLowest || (isShort && !isOpenEnd)) return { outcome: 'end', isJoined: true, walk: moved };
	// If an ID was missing once, it will be again in the same place, and nothing may follow an uncertain end.
	const isDenseSoFar = walk.assumesDenseIds === true && further && walk.back === 0 && !isOpenEnd;
	return onwards(moved, { ...page, isAboveEdge, isDenseSoFar });
}

/**
 * They must fall; undefined if they do not. A site that sorts by moments shows local times that rise by up to an hour where its clock
 * repeated one: these count as the lowest time above them.
 */
function fallingKeys(order: SortField, keys: readonly SortValue[]) {
	let [lowest] = keys;
	const falling: SortValue[] = [];
	for (const key of keys) {
		if (lowest === undefined || ABOVE[order](key, lowest) <= 0) lowest = key;
		else if (order === 'recordId' || !mayBeRepeated(String(key), String(lowest))) return undefined;
		falling.push(lowest);
	}
	return falling;
}

/** When clocks are set back, by an hour at most. */
const SET_BACK = / (?:23|0[0-3]):/;
const mayBeRepeated = (later: string, earlier: string): boolean =>
	SET_BACK.test(later) && SET_BACK.test(earlier) && shiftTime(later, -3_600) <= earlier;

interface JoinedPage extends WalkedPage {
	readonly isAboveEdge: boolean;
	readonly isDenseSoFar: boolean;
}

function onwards(walk: Walk, page: JoinedPage): WalkStep {
	const { asked, keys, isAboveEdge, isDenseSoFar } = page;
	const offset = rowsBefore(asked);
	const overlap = overlapIndex(walk.order, keys, isAboveEdge);
	const isDense = isDenseSoFar && idsAbove(keys[0] as Id, keys.at(-1) as Id) === keys.length - 1;
	const at = offset + (isDense ? keys.length : overlap);
	const next = pageCovering(at, walk.size);
	const reachesOn = next.page * next.limit > offset + keys.length;
	const outcome = overlap >= 0 && reachesOn ? 'next' : 'stuck';
	if (outcome === 'stuck' && walk.order === 'recordId')
		throw new ScanError('The pages of the record list do not fit together by record ID');
	return atMost({ outcome, isJoined: true, walk: { ...walk, at } });
}

/**
 * Page 1 has nothing above it. Any other page joins if its first row was read before, or has the next record
 * ID: then nothing is in between. Times have ties, so there the first row must be strictly newer.
 */
function joins(walk: Walk, asked: PageRequest, first: SortValue | undefined): boolean {
	if (asked.page === 1 || walk.edge === null) return asked.page === 1;
	if (first === undefined) return false;
	const above = ABOVE[walk.order](first, walk.edge);
	if (walk.order !== 'recordId') return above > 0;
	return above >= 0 || (walk.assumesDenseIds === true && above === -1);
}

/** Page 1, read again, shows whether the list has grown. */
function backToTop(walk: Walk, isAboveEdge: boolean): WalkStep {
	const { wantedSize: size, stalls } = walk;
	const isInDoubt = isAboveEdge ? 'above' : true;
	const top = { ...walk, at: 0, size, stalls: stalls + 1, isInDoubt } as const;
	return atMost({ outcome: 'next', isJoined: false, walk: top });
}

/** Such as by record IDs that are sorted as text. */
const unsorted = (walk: Walk): WalkStep => ({
	outcome: 'cut',
	isJoined: true,
	walk,
	why: notSorted(walk.order),
});

/** The list has not grown. Rows that repeat prove its end, unless page 1 may be all that the site returns of it. */
function endOfRepeated(walk: Walk): WalkStep {
	if (walk.isInDoubt === 'above') return unsorted(walk);
	if (walk.hasProbablyEnded) return { outcome: 'end', isJoined: true, walk };
	throw new ScanError(SAME_PAGE);
}

/** Returns the row at or before which the next page must begin to overlap; -1 if there is none. */
function overlapIndex(order: SortField, keys: readonly SortValue[], isAboveEdge: boolean): number {
	const last = keys.length - 1;
	if (order === 'recordId' || isAboveEdge) return last;
	let i = last;
	while (i >= 0 && keys[i] === keys[last]) i--;
	return i;
}

const NOTHING_BELOW =
	'The service lists only the newest records of the form: pages further down are empty';

/** For a walk that must reach the end of its list. Throws a `ScanError` for a list that is cut. */
export function mustNotBeCut(step: WalkStep): WalkStep {
	if (step.outcome !== 'cut') return step;
	throw step.why ?? new ScanError(NOTHING_BELOW);
}

/** Rows may have moved up. If the page is empty again and the one above unchanged, the site lists nothing there. */
function empty(walk: Walk): WalkStep {
	const { joined, emptyBelow, back } = walk;
	if (walk.hasProbablyEnded) return { outcome: 'end', isJoined: true, walk };
	if (back > 0 || joined === undefined) return refused(walk);
	if (emptyBelow === joined) return { outcome: 'cut', isJoined: true, walk };
	return refused({ ...walk, emptyBelow: joined });
}

function refused(walk: Walk): WalkStep {
	const back = Math.max(FIRST_STEP_BACK, walk.back * 2);
	const at = Math.max(0, walk.at - back);
	const stalls = walk.stalls + 1;
	return atMost({ outcome: 'next', isJoined: false, walk: { ...walk, at, back, stalls } });
}

/** A list by time can be read by record ID instead; by record ID, pages must overlap. */
function atMost(step: WalkStep): WalkStep {
	if (step.walk.stalls <= MOST_STALLS) return step;
	if (step.walk.order !== 'recordId') return { ...step, outcome: 'stuck' };
	if (step.walk.emptyBelow !== undefined) return { ...step, outcome: 'cut' };
	throw new ScanError(
		'The record list changed too much while it was being read: rows may be missing',
		true,
	);
}
