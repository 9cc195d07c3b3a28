/** The sizes at which sites cut pages are multiples of it. */
const ROUND = 10;
/** The usual ones, such as 100 and 500, are multiples of it. */
const USUAL = 50;

/**
 * Whether a page with fewer rows than were asked for may have been cut by the site, so that the next page
 * decides. `most` is what a page of this list is known to hold. The limit of 1,000 rows may change (Limits), so
 * what was known a while ago does not speak against a usual size.
 */
export const mayBeCut = (rows: number, most: number): boolean =>
	rows > 0 && (rows % USUAL === 0 || (rows % ROUND === 0 && rows >= most));
