/** The sizes at which sites cut pages, such as 500, are multiples of it. */
const ROUND = 10;

/**
 * Whether a page with fewer rows than were asked for may have been cut by the site, so that the next page
 * decides. `most` is what a page of this list is known to hold. The limit of 1,000 rows may change (Limits).
 */
export const mayBeCut = (rows: number, most: number): boolean =>
	rows > 0 && rows % ROUND === 0 && rows >= most;
