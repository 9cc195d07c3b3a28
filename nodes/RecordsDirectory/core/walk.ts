/**
 * Which page of a descending list to ask for next, and whether a reply joins what has been read.
 * Pages are numbered, so rows move between two requests: deletions move them up, edits and creations
 * down, and ties may be shuffled. Nothing here relies on positions for truth: a position is only a
 * guess where to look, and a page counts when its own rows prove that nothing was left out.
 */
export type Key = string | number;
export type Order = 'updatedAt' | 'createdAt' | 'recordId';

/** One request for the record list ("Records" in the document): `order`, `page` (from 1), `limit`. */
export interface PageRequest {
	readonly order: `${Order}:desc`;
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
	readonly order: Order;
	/** Rows asked for in one page, at most. */
	readonly size: number;
	/** Index in the list at which, or before which, the next page must begin. */
	readonly at: number;
	/** How far the last refused page made the walk step back. */
	readonly back: number;
	/** Requests in a row that brought the walk no further. */
	readonly stalls: number;
	/** Sort value of the lowest row read; null before the first page. */
	readonly edge: Key | null;
}

/** What a reply did to a walk. `stuck`: more rows share one sort value than pages can prove. */
export interface WalkStep {
	readonly outcome: 'next' | 'end' | 'stuck' | 'refused';
	readonly walk: Walk;
}

/** Refused pages halve their way back to page 1 in far fewer; more means that pages do not join. */
const MOST_STALLS = 40;
const FIRST_STEP_BACK = 32;
/** Page numbers tried beside the nearest one when looking for the page that reaches furthest. */
const PAGES_TRIED = 16;

/** Promises: a walk from the head of the list, in pages of at most `size` rows. */
export function startWalk(order: Order, size: number): Walk {
	return { order, size, at: 0, back: 0, stalls: 0, edge: null };
}

/**
 * Promises: of all pages with at most `size` rows that begin at or before index `at`, one that
 * reaches furthest. Page q with limit l begins at (q - 1) * l, hence the search over both.
 */
export function pageAt(at: number, size: number): { page: number; limit: number } {
	let best = { page: 1, limit: size };
	const nearest = Math.floor(at / size);
	for (let before = Math.max(1, nearest); before <= nearest + PAGES_TRIED; before++) {
		const limit = Math.min(size, Math.floor(at / before));
		if (limit > 0 && (before + 1) * limit > best.page * best.limit)
			best = { page: before + 1, limit };
	}
	return best;
}

/** Promises: the request that a walk wants answered next. */
export function walkRequest(walk: Walk): PageRequest {
	return { order: `${walk.order}:desc`, ...pageAt(walk.at, walk.size) };
}

/**
 * Promises: the walk after a reply, given the sort values of its rows in reply order and the most
 * rows any page of this form is known to have held (`proven`); throws ScanError, and asks for no
 * more than some forty pages in a row without getting further.
 */
export function walkOn(
	walk: Walk,
	asked: PageRequest,
	keys: readonly Key[],
	proven: number,
): WalkStep {
	if (keys.some((key, i) => i > 0 && key > keys[i - 1]!))
		throw new ScanError('order', `The service did not sort the records by ${walk.order}`);
	const last = keys.at(-1);
	if (!joins(walk, asked, keys[0])) return refused(walk);
	if (last === undefined) return { outcome: 'end', walk };
	const further = walk.edge === null || last < walk.edge;
	const edge = further ? last : walk.edge!;
	const stalls = further || last > edge ? 0 : stalled(walk);
	const isShort = keys.length < asked.limit;
	// A short page is the end of the list only if the service is known to give more in one page.
	const size = isShort && keys.length >= proven ? keys.length : walk.size;
	const offset = (asked.page - 1) * asked.limit;
	const moved: Walk = { ...walk, size, edge, stalls, back: 0 };
	if (isShort && keys.length < proven) return { outcome: 'end', walk: moved };
	const overlap = overlapIndex(walk.order, keys, last > edge);
	const at = offset + overlap;
	const next = pageAt(at, size);
	const reachesOn = next.page * next.limit > offset + keys.length;
	return { outcome: overlap >= 0 && reachesOn ? 'next' : 'stuck', walk: { ...moved, at } };
}

/**
 * Page 1 has nothing above it. Any other page joins when its first row lies in what has been read:
 * then nothing lies between. Times have ties, so there the first row must be strictly newer.
 */
function joins(walk: Walk, asked: PageRequest, first: Key | undefined): boolean {
	if (asked.page === 1 || walk.edge === null) return asked.page === 1;
	if (first === undefined) return false;
	return walk.order === 'recordId' ? first >= walk.edge : first > walk.edge;
}

/** The row that the next page must begin at or before, so that it joins; -1 when there is none. */
function overlapIndex(order: Order, keys: readonly Key[], isAboveEdge: boolean): number {
	const last = keys.length - 1;
	if (order === 'recordId' || isAboveEdge) return last;
	let i = last;
	while (i >= 0 && keys[i] === keys[last]) i--;
	return i;
}

function refused(walk: Walk): WalkStep {
	const back = Math.max(FIRST_STEP_BACK, walk.back * 2);
	const at = Math.max(0, walk.at - back);
	return { outcome: 'refused', walk: { ...walk, at, back, stalls: stalled(walk) } };
}

function stalled(walk: Walk): number {
	if (walk.stalls < MOST_STALLS) return walk.stalls + 1;
	throw new ScanError('pages', 'The pages of the record list do not join: rows may be missing');
}
