/**
 * How a walk by time goes on in the middle of many equal times. Most services keep the order of such rows from request
 * to request: where a page shows the last rows of the page before in that order, none is missing between them. Where
 * a service does not keep it, a page shows other rows, and the walk goes on from a newer time.
 */
export interface Steady {
	/** The last rows read, which share one time; empty where the page before can be joined by its times. */
	readonly tail: readonly string[];
	/** Index of the row before the first one with that time; -1 for none. */
	readonly firm: number;
}

export const NOT_TIED: Steady = { tail: [], firm: -1 };

/** Rows that two pages share, where their times do not tell how they join. */
export const SHARED_ROWS = 12;
/** So many of them in one order are no chance, even where equal rows are shuffled. */
const ENOUGH = 8;

/** Whether two parts of a list, each row by its time and ID, share rows in the same places. */
export function share(one: readonly string[], other: readonly string[]): boolean {
	const inOther = other.indexOf(one[0] ?? '');
	const [from, to] =
		inOther >= 0
			? [one, other.slice(inOther)]
			: [one.slice(Math.max(0, one.indexOf(other[0] ?? ''))), other];
	const length = Math.min(from.length, to.length);
	return length >= ENOUGH && from.slice(0, length).every((mark, n) => mark === to[n]);
}

/** The rows of a page, as far as they matter here. */
interface SteadyPage {
	readonly keys: readonly unknown[];
	readonly marks?: readonly string[];
}

/**
 * What is known behind a page that begins at index `offset`; without a page, which got no further, nothing to be shared.
 * `newer` is the place in it of the last row with a newer time than its last one, -1 for none.
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
	const isTied = keys.length >= SHARED_ROWS && keys.length - newer > SHARED_ROWS;
	if (!isTied) return NOT_TIED;
	// A page of one time alone: where it began is known from a page before.
	const firm = newer >= 0 ? offset + newer : steady.firm;
	return { tail: marks.slice(-SHARED_ROWS), firm };
}
