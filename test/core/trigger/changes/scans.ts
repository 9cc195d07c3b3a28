import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/listed-record';
import type { Scan } from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan-state';
import { startWalk, type Walk } from '../../../../nodes/RecordsDirectory/core/listing/walk';

/** The service's text for a moment so many seconds after a midnight. */
export const time = (seconds: number): string =>
	new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

export const row = (recordId: number, created: number, updated = created): RecordRow => {
	const [createdAt, updatedAt] = [time(created), time(updated)];
	return { recordId, createdAt, updatedAt, raw: { recordId, createdAt, updatedAt } };
};

/** Rows from one id down to another, all of one second. */
export const tied = (from: number, to: number, seconds: number): RecordRow[] =>
	Array.from({ length: from - to + 1 }, (_, i) => row(from - i, seconds));

export const OVERLAP = 100;
export const LIMITS = { overlapSeconds: OVERLAP, pageSize: 100 };

/** A scan under way: it wants rows from second 500 on, the newest is of 1000, and none is older than calm. */
export const scanOf = (changes: Partial<Scan> = {}): Scan => ({
	by: 'updatedAt',
	isBaseline: false,
	bound: time(500),
	top: time(1_000),
	calm: time(900),
	startedAt: 0,
	walk: startWalk('updatedAt', LIMITS.pageSize),
	largestPage: LIMITS.pageSize,
	requests: 1,
	...changes,
});

/** A walk by record id that has read down to one. */
export const sweptTo = (edge: number): Walk => ({
	...startWalk('recordId', LIMITS.pageSize),
	edge,
	last: edge,
});

/** The scan of a service that sends no `Date` header. */
export function timeless(changes: Partial<Scan> = {}): Scan {
	const { startedAt: _, ...scan } = scanOf(changes);
	return scan;
}

/** A walk by time that has read down to a second. */
export const walkedTo = (seconds: number): Walk => ({
	...startWalk('updatedAt', LIMITS.pageSize),
	edge: time(seconds),
	last: time(seconds),
});

/** The records that are remembered. */
export const knowing = (...ids: readonly number[]) => new Map(ids.map((id) => [id, {}]));
