import type { KnownRecords } from './known-records';
import type { ListedRow, Sweep } from './types';
import { SMALLEST_PAGE } from '../../listing/covering-page';
import { resumeWalk, ScanError, startWalk, advanceWalk, walkRequest } from '../../listing/walk';
import { idIn, isAbove, type Id } from '../../id';

/** More than twenty million rows are no form, but a service that invents pages. */
const MOST_REQUESTS = 20_000;

/** Starts a sweep at the top of the list. */
export function startSweep(kind: Sweep['kind'], pageSize: number): Sweep {
	const walk = startWalk('recordId', pageSize);
	return { kind, walk, largestPage: SMALLEST_PAGE, requests: 0 };
}

/** Continues a sweep in a later poll. */
export function resumeSweep(sweep: Sweep, pageSize: number): Sweep {
	return { ...sweep, walk: resumeWalk(sweep.walk, pageSize) };
}

/**
 * Advances a sweep by a reply, and adds what the reply proves to `known`. Throws a `ScanError` for a list that
 * contradicts itself. One reply shows a single moment, so known records between two of its neighbouring rows
 * are missing; for records between two replies, a third one that spans them gives the proof.
 */
export function advanceSweep(
	sweep: Sweep,
	rows: readonly ListedRow[],
	known: KnownRecords,
): { readonly sweep: Sweep; readonly isDone: boolean } {
	const asked = walkRequest(sweep.walk);
	const ids = idsOf(rows);
	const step = advanceWalk(sweep.walk, { asked, keys: ids }, sweep.largestPage);
	const requests = sweep.requests + 1;
	if (requests > MOST_REQUESTS) throw new ScanError('The list of the service does not end');
	const isDone = step.isJoined && step.outcome === 'end';
	const [first = 0] = ids;
	const last = isDone ? 0 : (ids.at(-1) ?? 0);
	known.takePage(rows, { above: last, below: asked.page === 1 ? Infinity : first });
	known.largestPage = Math.max(known.largestPage, rows.length);
	const largestPage = Math.max(sweep.largestPage, rows.length);
	return { sweep: { ...sweep, walk: step.walk, largestPage, requests }, isDone };
}

/** Returns the IDs of rows. Throws a `ScanError` unless each is smaller than the previous one. */
export function idsOf(rows: readonly ListedRow[]): readonly Id[] {
	const ids = rows.map(({ recordId }) => recordId);
	for (const [n, id] of ids.entries()) {
		if (idIn(id) === undefined)
			throw new ScanError(`The service listed a record without a record ID: ${id}`);
		if (n > 0 && !isAbove(ids[n - 1], id))
			throw new ScanError('The service did not sort the records by recordId');
	}
	return ids;
}
