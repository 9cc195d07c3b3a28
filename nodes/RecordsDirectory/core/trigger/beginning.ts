import type { ChangeState } from './changes/changes';
import { openSeen } from './changes/seen';
import type { RecordRow } from './listed-record';

/**
 * Returns whether a record existed when the trigger began. Any other record was created later, however late it is found.
 * `seen` are the records that the baseline has found in its window.
 */
export function wasThere({
	windowStart,
	seen,
}: Pick<ChangeState, 'windowStart' | 'seen'>): (row: RecordRow) => boolean {
	const young = openSeen(seen);
	return ({ recordId, createdAt }) => createdAt < windowStart || young.has(recordId);
}
