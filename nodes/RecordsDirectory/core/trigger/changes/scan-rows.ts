import { idsAbove, type Id } from '../../id';
import type { RecordRow } from '../listed-record';
import type { Scan } from './scan-state';

/** Whether the scan walks by record ID. */
export const isWalkById = (scan: Scan): boolean => scan.walk.order === 'recordId';

/** Returns the time down to which the scan has read by time; undefined before its first page. */
export function timeEdgeOf(scan: Scan): string | undefined {
	const { timeEdge, walk } = scan;
	return timeEdge ?? (isWalkById(scan) || walk.edge === null ? undefined : String(walk.edge));
}

/** Whether a walk by record ID has read down to an ID. */
export function isReadById(scan: Scan, recordId: Id): boolean {
	const { edge } = scan.walk;
	return isWalkById(scan) && edge !== null && idsAbove(recordId, edge) >= 0;
}

/** Returns the rows of a reply that are in the window and were not certainly read before. */
export const unreadRows = (scan: Scan, rows: readonly RecordRow[]): readonly RecordRow[] =>
	rows.filter((row) => isWanted(scan, row) && !isReadBefore(scan, row));

function isWanted(scan: Scan, row: RecordRow): boolean {
	const time = row[scan.by];
	// Rows newer than the first row of a baseline are later changes: the next scan reports them.
	const { possibleUntil, newestAtStart } = scan;
	const isLater = scan.isBaseline && time > (newestAtStart ?? '');
	const isImpossible = possibleUntil !== undefined && time > possibleUntil;
	return time >= scan.windowStart && (!isLater || isImpossible);
}

/** Rows above the edge have been read, and one older than `settledBefore` cannot have moved there later. */
function isReadBefore(scan: Scan, row: RecordRow): boolean {
	const time = row[scan.by];
	const { edge } = scan.walk;
	if (time >= scan.settledBefore) return false;
	if (!isWalkById(scan)) return edge !== null && time > edge;
	return time > (scan.timeEdge ?? '') || isReadById(scan, row.recordId);
}
