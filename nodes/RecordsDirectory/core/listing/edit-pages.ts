import { PAGE_LIMIT } from '../limits';
import type { RequestedPage } from './joined-list';

/** Rows of the first page of a check for edits: the list also contains the up to 100 updates of the run's own import. */
export const FIRST_PAGE = 200;

/**
 * Returns the next page after one with this many rows; undefined if there is none. A site may cut pages, at
 * different sizes for different limits.
 */
export function pageAfter({ page, limit }: RequestedPage, rows: number): RequestedPage | undefined {
	if (rows === 0) return undefined;
	if (rows < limit) return page === 1 ? { page: 2, limit: rows } : undefined;
	return limit === FIRST_PAGE && page === 1
		? { page: 1, limit: PAGE_LIMIT }
		: { page: page + 1, limit };
}

/** Returns how many pages of `size` rows it takes to read this many rows. */
export function pagesFor(rows: number, size: number): number {
	const first = Math.min(FIRST_PAGE, size);
	if (rows <= first) return 1;
	return size < FIRST_PAGE ? Math.ceil(rows / size) : 1 + Math.ceil(rows / size);
}
