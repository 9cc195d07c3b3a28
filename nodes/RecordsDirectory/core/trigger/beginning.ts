import type { Id } from '../id';
import type { ChangeState } from './changes/changes';
import { openSeen } from './changes/seen';
import type { RecordRow } from './listed-record';

/** Which records existed when the trigger began. Any other record was created later, however late it is found. */
export interface Beginning {
	/** Records created before this time existed. */
	readonly since: string;
	/** Newer records that existed, too, until their values are known. */
	readonly records: readonly Id[];
}

/** Returns the beginning from the baseline of these changes; undefined until a poll has completed it. */
export function beginningOf(changes: ChangeState): Beginning | undefined {
	if (changes.scan?.isBaseline) return undefined;
	return { since: changes.windowStart, records: [...openSeen(changes.seen).keys()] };
}

/** Whether a record existed then. */
export function wasThere({ since, records }: Beginning): (row: RecordRow) => boolean {
	const young = new Set(records);
	return ({ recordId, createdAt }) => createdAt < since || young.has(recordId);
}

/** Returns the beginning without records that are now known otherwise. */
export const withoutKnown = (
	{ since, records }: Beginning,
	isKnown: (id: Id) => boolean,
): Beginning => ({
	since,
	records: records.filter((id) => !isKnown(id)),
});
