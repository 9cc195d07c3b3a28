import type { OpenChanges } from './existing';
import type { RecordRow } from './listed-record';

/**
 * Returns whether a record existed when the trigger began. Any other record was created later, however late it is found.
 * `seen` are the records that the baseline has found in its window.
 */
export const wasThere =
	({ windowStart, seen }: Pick<OpenChanges, 'windowStart' | 'seen'>) =>
	({ recordId, createdAt }: RecordRow): boolean =>
		createdAt < windowStart || seen.has(recordId);
