import type { RecordRow } from '../listed-record';
import type { Scan } from './scan-state';

/** Whether the scan walks by record id. */
export const isSweep = (scan: Scan): boolean => scan.walk.order === 'recordId';

/** The time down to which the scan has read by time; undefined before its first page. */
export function timeEdgeOf({ timeEdge, walk }: Scan): string | undefined {
	return timeEdge ?? (typeof walk.edge === 'string' ? walk.edge : undefined);
}

/** The record id down to which a walk by record id has read; above all of them before its first page. */
export function idEdgeOf({ walk }: Scan): number {
	return typeof walk.edge === 'number' ? walk.edge : Infinity;
}

/** The rows of a reply that are wanted and were not certainly read before. */
export const freshOf = (scan: Scan, rows: readonly RecordRow[]): readonly RecordRow[] =>
	rows.filter((row) => isWanted(scan, row) && !isReadBefore(scan, row));

function isWanted(scan: Scan, row: RecordRow): boolean {
	const time = row[scan.by];
	// What is newer than a baseline's first row has happened since: the next scan reports it.
	return time >= scan.bound && !(scan.isBaseline && time > (scan.top ?? ''));
}

/** Rows above the edge are read, and one older than `calm` cannot have got there later. */
function isReadBefore(scan: Scan, row: RecordRow): boolean {
	const time = row[scan.by];
	const { edge } = scan.walk;
	if (time >= scan.calm) return false;
	if (!isSweep(scan)) return edge !== null && time > edge;
	return time > (scan.timeEdge ?? '') || row.recordId >= idEdgeOf(scan);
}
