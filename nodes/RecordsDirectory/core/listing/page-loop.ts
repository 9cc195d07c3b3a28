import { Failure } from '../request/failure';
import { PAGE_LIMIT } from '../values/validate';

/** Where a list stands: the page to ask for, and what the page before it began with. */
export interface Position {
	readonly page: number;
	/** Rows of a page. */
	readonly size: number;
	/** Rows still wanted. */
	readonly wanted: number;
	readonly before?: string | undefined;
}

/** The beginning of a list of which at most `wanted` rows are wanted. */
export const firstPage = (wanted: number): Position => ({
	page: 1,
	size: Math.min(wanted, PAGE_LIMIT),
	wanted,
});

export interface Page<R> {
	readonly rows: readonly R[];
	readonly next?: Position;
}

/**
 * The rows wanted of a page, and the position after it: a page that is not full is the last one.
 * A service that answers every page with the same rows ends in a `Failure`, never in a loop.
 */
export function pageAt<R>(position: Position, rows: readonly R[]): Page<R> {
	const { page, size, wanted } = position;
	const start: string | undefined = JSON.stringify(rows[0]);
	if (start !== undefined && start === position.before) {
		throw new Failure({
			kind: 'service',
			message: `The service answered page ${page} with the rows of page ${page - 1}`,
		});
	}
	const left = wanted - rows.length;
	if (rows.length < size || left <= 0) return { rows: rows.slice(0, wanted) };
	return { rows, next: { page: page + 1, size, wanted: left, before: start } };
}
