import { PAGE_LIMIT } from '../../core/limits';
import { SMALLEST_PAGE } from '../../core/listing/pages';
import { Failure } from '../../core/request/failure';

const STEP = 4;
const GROWS_AFTER_MS = 900_000;

export class PageSize {
	private rows = PAGE_LIMIT;
	private changedAt = performance.now();

	/** Larger pages are tried again later: the large records may be gone. */
	get most(): number {
		if (performance.now() - this.changedAt >= GROWS_AFTER_MS) this.set(this.rows * STEP);
		return this.rows;
	}

	/** Returns whether the request asked for too many rows. */
	shrinkAfter(error: unknown, request: unknown): boolean {
		const { limit = 0 } = request as { readonly limit?: number };
		if (!isTooMuch(error) || limit <= SMALLEST_PAGE) return false;
		// A site that is silent for minutes is not asked in each size; another run may have found that before.
		this.set(Math.min(this.rows, error.kind === 'network' ? SMALLEST_PAGE : limit / STEP));
		return true;
	}

	/** As `shrinkAfter`; throws the failure if a smaller page would not help, or if all the time of a request is over. */
	requireSmaller(error: unknown, request: unknown): void {
		const isOver = error instanceof Failure && error.kind === 'slow';
		if (isOver || !this.shrinkAfter(error, request)) throw error;
	}

	private set(rows: number): void {
		this.rows = Math.min(PAGE_LIMIT, Math.max(SMALLEST_PAGE, Math.floor(rows)));
		this.changedAt = performance.now();
	}
}

const isTooMuch = (error: unknown): error is Failure =>
	error instanceof Failure &&
	(['large', 'slow'].includes(error.kind) || error.mayStillRun || isRefusedOrCut(error));

/** Proxies limit the size of replies, too: 413, or a reply that was cut off. */
const isRefusedOrCut = ({ kind, status = 500 }: Failure): boolean =>
	status === 413 || (kind === 'service' && status < 300);
