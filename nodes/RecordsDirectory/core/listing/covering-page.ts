/**
 * No service is known to return smaller pages if there are more rows, and the pages of a list of any length can
 * overlap. Pages of 10 rows cannot: none begins before row 2,520 and ends behind it.
 */
export const SMALLEST_PAGE = 20;

/** Limits tried to find the page that reaches furthest. */
const LIMITS_TRIED = 17;

/**
 * Finds a page of at most `size` rows that begins at or before index `at` and reaches as far as possible. Page
 * q with limit l begins at (q - 1) * l, so only some limits begin close to `at`.
 */
export function pageCovering(at: number, size: number): { page: number; limit: number } {
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
