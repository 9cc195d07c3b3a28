import type { RequestedPage } from './joined-list';
import { isUsualCut } from './short-page';

/** The first page of a list, and its request. */
export interface FirstPage<R> {
	readonly limit: number;
	readonly rows: readonly R[];
}

/** Whether a site that ignores `page` returned the first page again, cut at `limit` or not. */
export function isFirstAgain<R>(
	first: FirstPage<R>,
	{ page, limit, rows }: FirstPage<R> & RequestedPage,
	isSame: (one: R, other: R) => boolean,
): boolean {
	const shared = first.rows.slice(0, limit);
	return (
		page > 1 &&
		shared.length > 0 &&
		rows.length >= shared.length &&
		shared.every((row, n) => isSame(row, rows[n] as R))
	);
}

/** Whether there may be rows after a first page that the site returns for every page number. */
export const mayContinue = ({ limit, rows }: FirstPage<unknown>): boolean =>
	rows.length === limit || isUsualCut(rows.length);

/** Returns the rows that a site would return if it did not ignore `page`. */
export const pageWithin = <R>(
	{ rows }: FirstPage<R>,
	{ page, limit }: RequestedPage,
): readonly R[] => rows.slice((page - 1) * limit, page * limit);
