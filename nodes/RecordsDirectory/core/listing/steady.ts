/**
 * How a walk by time continues among many equal times. Most services keep the order of such rows between
 * requests: if a page shows the last rows of the previous page in the same order, none is missing in between.
 * If a service does not keep the order, the page shows other rows, and the walk continues from a newer time.
 */
export interface Steady {
	/** The last rows read, which share one time; empty if the next page can be joined by its times. */
	readonly tail: readonly string[];
	/** Index of the row before the first one with that time; -1 for none. */
	readonly firm: number;
}

export const NOT_TIED: Steady = { tail: [], firm: -1 };

/** Rows that two pages share if their times do not show how they overlap. */
export const SHARED_ROWS = 12;
/** This many rows in the same order are no coincidence, even if equal rows are shuffled. */
const ENOUGH = 8;

/** Whether two parts of a list, each row given by time and ID, share rows in the same positions. */
export function sharePlaces(one: readonly string[], other: readonly string[]): boolean {
	const inOther = other.indexOf(one[0] ?? '');
	const [from, to] =
		inOther >= 0
			? [one, other.slice(inOther)]
			: [one.slice(Math.max(0, one.indexOf(other[0] ?? ''))), other];
	const length = Math.min(from.length, to.length);
	return length >= ENOUGH && from.slice(0, length).every((mark, n) => mark === to[n]);
}

/** The relevant part of a page's rows. */
interface SteadyPage {
	readonly keys: readonly unknown[];
	readonly marks?: readonly string[];
}

/**
 * Returns what is known after a page that begins at index `offset`; an unread page has nothing to share.
 * `newer` is the index in it of the last row with a newer time than its last one, -1 for none.
 */
export function steadyOn(
	steady: Steady,
	{
		page,
		newer,
		offset,
	}: { readonly page?: SteadyPage | undefined; readonly newer: number; readonly offset: number },
): Steady {
	const { keys = [], marks = [] } = page ?? {};
	const isTied = keys.length - newer > SHARED_ROWS;
	if (!isTied) return NOT_TIED;
	// For a page with a single time, an earlier page shows where that time began.
	const firm = newer >= 0 ? offset + newer : steady.firm;
	return { tail: marks.slice(-SHARED_ROWS), firm };
}
