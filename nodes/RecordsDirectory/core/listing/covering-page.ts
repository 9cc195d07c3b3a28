/** No service is known to return smaller pages if there are more rows. */
export const SMALLEST_PAGE = 20;

/** Limits tried to find the page that reaches furthest. */
const LIMITS_TRIED = 16;

/**
 * Finds a page of at most `size` rows that begins at or before index `at` and reaches as far as possible. Page
 * q with limit l begins at (q - 1) * l, so only some limits begin close to `at`.
 */
export function pageCovering(at: number, size: number): { page: number; limit: number } {
	let best = { page: 1, limit: size };
	const nearest = Math.floor(at / size);
	for (let i = 0; i <= LIMITS_TRIED; i++)
		for (const limit of [size - i, Math.min(size, Math.floor(at / (nearest + i)))]) {
			if (!(limit > 0)) continue;
			const page = Math.floor(at / limit) + 1;
			if (page * limit > best.page * best.limit) best = { page, limit };
		}
	return best;
}
