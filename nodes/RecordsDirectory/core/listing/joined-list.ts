import { Failure } from '../request/failure';
import {
	isUsualCut,
	mayBeCut,
	pageCovering,
	rowsBefore,
	SMALLEST_PAGE,
	type RequestedPage,
} from './pages';

interface ListSettings<R> {
	readonly size: number;
	readonly wanted: number;
	/** Identifies a row while others come and go. */
	readonly idOf: (row: R) => unknown;
	/** The first rows, if they were read before. */
	readonly rows?: readonly R[];
}

/** How often to read a list again whose rows moved from page to page. */
const MOST_AGAIN = 3;

/** Each page begins at or above the last row read: if a row is deleted meanwhile, that row moves out of the page. */
export class JoinedList<R> {
	rows: R[] = [];
	private readonly known = new Set<unknown>();
	private again = 0;
	private readonly settings: ListSettings<R>;
	/** Rows per page, at most: the requested number, what the service seems to return, or enough to show whether rows follow. */
	size: number;
	private longest: number;

	constructor(settings: ListSettings<R>) {
		this.settings = settings;
		this.size = this.longest = settings.size;
		this.add(settings.rows ?? []);
	}

	/** Throws a `Failure` if the pages are too small to overlap. */
	next(): RequestedPage {
		const read = this.rows.length;
		const asked = pageCovering(Math.max(0, read - 1), this.size);
		if (asked.page * asked.limit <= read)
			throw new Failure({
				kind: 'service',
				message: `The service returns pages of ${asked.limit} rows, too few to read the list safely`,
			});
		return asked;
	}

	/** `most`: the largest known page. `again`: rows have moved, the list begins again; too often is a `Failure`. */
	take(asked: RequestedPage, found: readonly R[], most: number): 'next' | 'end' | 'again' {
		const { wanted, idOf } = this.settings;
		const { limit } = asked;
		const start = rowsBefore(asked);
		const isWhole = found.length < limit && start + found.length === this.rows.length;
		// In any order: ties, such as equal names, may be listed in another one each time.
		if (isWhole && found.every((row) => this.known.has(idOf(row)))) return 'end';
		const before = this.rows.slice(start);
		const fresh = found.slice(before.length);
		if (!isStart(before, found, idOf) || fresh.some((row) => this.known.has(idOf(row)))) {
			if (this.again++ === MOST_AGAIN) throw new Failure({ kind: 'service', message: MOVED });
			this.rows = [];
			this.known.clear();
			this.size = this.longest = this.settings.size;
			return 'again';
		}
		this.add(fresh);
		if (fresh.length === 0 || this.rows.length >= wanted) return 'end';
		if (found.length < limit && !mayBeCut(found.length, most)) return 'end';
		if (found.length < limit && limit > SMALLEST_PAGE) this.longest = found.length;
		// A page that probably shows only the end must not reach further than a site allows.
		const isEnd = found.length < limit && !isUsualCut(found.length);
		this.size = isEnd ? Math.min(SMALLEST_PAGE, this.longest) : this.longest;
		return 'next';
	}

	private add(rows: readonly R[]): void {
		for (const row of rows) {
			this.rows.push(row);
			const id = this.settings.idOf(row);
			// A row without an ID cannot be recognized.
			if (id !== undefined) this.known.add(id);
		}
	}
}

const MOVED =
	'The list changed too much while it was being read, or has another order each time, so rows may be missing';

/** The rows may have been edited. Rows without an ID are compared by content. */
export const isStart = <R>(
	rows: readonly R[],
	found: readonly R[],
	idOf: (row: R) => unknown,
): boolean =>
	rows.every((row, n) => {
		const other = found[n];
		if (other === undefined) return false;
		const id = idOf(row);
		return id === undefined ? JSON.stringify(row) === JSON.stringify(other) : id === idOf(other);
	});

/** For a site that may ignore `page` and return the first one again. */
export const firstPage = <R>(limit: number, rows: readonly R[], idOf: (row: R) => unknown) => ({
	limit,
	rows,
	/** Whether the rows of another page are the first ones again, cut at its limit or not. */
	isAgain(asked: RequestedPage, found: readonly R[]): boolean {
		const shared = rows.slice(0, asked.limit);
		return asked.page > 1 && shared.length > 0 && isStart(shared, found, idOf);
	},
	/** Whether there may be rows after it at a site that ignores `page`. */
	mayContinue: () => rows.length === limit || isUsualCut(rows.length),
	/** Returns the rows that the site would return for a page if it did not ignore `page`. */
	within: (asked: RequestedPage) => rows.slice(rowsBefore(asked), asked.page * asked.limit),
});
