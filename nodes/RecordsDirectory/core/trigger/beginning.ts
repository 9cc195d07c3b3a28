import type { Id } from '../id';
import type { ChangeState } from './changes/state';
import { openSeen } from './changes/seen';
import type { RecordRow } from './listed-record';

/** Which records were there when the trigger began. Any other record was created later, however late it is found. */
export interface Beginning {
	/** Records created before this time were there. */
	readonly since: string;
	/** Younger records that were there, too, as long as nothing else is known of them. */
	readonly records: readonly Id[];
}

/** Returns the beginning that the baseline of these changes is; undefined as long as no poll has completed it. */
export function beginningOf(changes: ChangeState | undefined): Beginning | undefined {
	if (!changes || changes.scan?.isBaseline) return undefined;
	return { since: changes.bound, records: [...openSeen(changes.seen).keys()] };
}

/** Tells whether a record was there. */
export function wasThere({ since, records }: Beginning): (row: RecordRow) => boolean {
	const young = new Set(records);
	return ({ recordId, createdAt }) => createdAt < since || young.has(recordId);
}

/** Returns the beginning without the records that are known in another way. */
export const withoutKnown = (
	{ since, records }: Beginning,
	isKnown: (id: Id) => boolean,
): Beginning => ({
	since,
	records: records.filter((id) => !isKnown(id)),
});
