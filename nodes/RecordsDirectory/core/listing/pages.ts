/**
 * No service is known to return smaller pages if there are more rows, and the pages of a list of any length can
 * overlap. Pages of 10 rows cannot: none begins before row 2,520 and ends behind it. This many of the highest IDs
 * also show whether they are sorted by number: as text, 99 and 989 follow 990.
 */
export const SMALLEST_PAGE = 20;

const LIMITS_TRIED = 17;

/** `page` counts from 1. */
export interface RequestedPage {
	readonly page: number;
	readonly limit: number;
}

export const rowsBefore = ({ page, limit }: RequestedPage): number => (page - 1) * limit;

/** Begins at or before `at` and reaches furthest. Page q with limit l begins at (q - 1) * l, so few come close. */
export function pageCovering(at: number, size: number): RequestedPage {
	const nearest = Math.floor(at / size);
	return Array.from({ length: LIMITS_TRIED }, (_, i) => [size - i, Math.floor(at / (nearest + i))])
		.flat()
		.filter((limit) => limit > 0 && limit <= size)
		.map((limit) => ({ page: Math.floor(at / limit) + 1, limit }))
		.reduce((best, one) => (one.page * one.limit > best.page * best.limit ? one : best), {
			page: 1,
			limit: size,
		});
}

/** Usual sizes such as 100 and 500 are multiples of this number. */
const USUAL = 50;
/** Programmers also like powers of two; lists of fewer rows are usually whole. */
const LOWEST_POWER = 64;
/** Pages of fewer rows than the smallest are cut at this number, if at all. */
const SMALLEST_CUT = 10;

/**
 * If a site may have cut a page, the next one must decide. It has not if a page had more rows before (`most`), unless this is a
 * usual size: the limit of 1,000 rows may change (Limits).
 */
export const mayBeCut = (rows: number, most: number): boolean =>
	isUsualCut(rows) || (rows >= most && (rows >= SMALLEST_PAGE || rows === SMALLEST_CUT));

export const isUsualCut = (rows: number): boolean =>
	rows > 0 && (rows % USUAL === 0 || isPower(rows));

/** Whether sites like to cut pages at a number: once a list has grown to it, nothing is known about the next row. */
export const isRound = (rows: number): boolean =>
	rows % SMALLEST_CUT === 0 || rows % 25 === 0 || isPower(rows);

/** A power of two has a single bit. */
const isPower = (rows: number): boolean => rows >= LOWEST_POWER && (rows & (rows - 1)) === 0;
