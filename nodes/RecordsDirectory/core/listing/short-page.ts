/** Sites cut pages at multiples of this number. */
const ROUND = 10;
/** Usual sizes such as 100 and 500 are multiples of this number. */
const USUAL = 50;

/**
 * Whether the site may have cut a page with fewer rows than requested, so that the next page must decide.
 * `most` is the largest known page size. The limit of 1,000 rows may change (Limits), so an older observation
 * does not rule out a usual size.
 */
export const mayBeCut = (rows: number, most: number): boolean =>
	rows > 0 && (rows % USUAL === 0 || (rows % ROUND === 0 && rows >= most));
