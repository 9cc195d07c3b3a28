/** Sites cut pages at multiples of this number. */
const ROUND = 10;
/** Usual sizes such as 100 and 500 are multiples of this number. */
const USUAL = 50;
/** Programmers also like powers of two; lists of fewer rows are usually whole. */
const LOWEST_POWER = 64;

/**
 * Whether the site may have cut a page with fewer rows than requested, so that the next page must decide.
 * `most` is the largest known page size. The limit of 1,000 rows may change (Limits), so an older observation
 * does not rule out a usual size.
 */
export const mayBeCut = (rows: number, most: number): boolean =>
	isUsualCut(rows) || (rows > 0 && rows % ROUND === 0 && rows >= most);

/** Whether sites usually cut pages at this number of rows. */
export const isUsualCut = (rows: number): boolean =>
	rows > 0 && (rows % USUAL === 0 || isPower(rows));

/** Whether a number is a power of two: it has a single bit. */
const isPower = (rows: number): boolean => rows >= LOWEST_POWER && (rows & (rows - 1)) === 0;
