import type { GapFinder } from './gap-finder';
import type { KnownRecords } from './known-records';
import type { DeletionPageRequest, DeletionState } from './types';
import type { Id } from '../../id';

/**
 * From time to time a poll checks what the gap finder does not cover: one more page of a slow walk down the
 * list, and one record that is not listed although a single read found it, or failed.
 */
export class Patrol {
	readonly isDue: boolean;
	hasReadPage = false;
	private hasRechecked = false;
	private readonly since: number;
	/** The unlisted record that is still to be read in this turn. */
	recheck: Id | undefined;
	private hiddenAt: Id;

	constructor(state: DeletionState | undefined, { unlisted }: KnownRecords, every: number) {
		this.since = (state?.sincePatrol ?? 0) + 1;
		this.isDue = this.since >= every;
		this.hiddenAt = state?.hiddenAt ?? 0;
		// In turn, by rising ID, and then from the start again.
		const [first] = unlisted;
		const [next = first] = unlisted.between(this.hiddenAt, Infinity);
		this.recheck = this.isDue ? next : undefined;
	}

	/** Notes that a record was read singly. */
	wasRead(recordId: Id): void {
		if (recordId !== this.recheck) return;
		this.recheck = undefined;
		this.hasRechecked = true;
		this.hiddenAt = recordId;
	}

	/** Returns its part of the state. The turn is over if part of it was done, or if nothing was left to do. */
	pack(isDone: boolean): Pick<DeletionState, 'sincePatrol' | 'hiddenAt'> {
		const isOver = this.isDue && (this.hasReadPage || this.hasRechecked || isDone);
		const { hiddenAt } = this;
		return {
			sincePatrol: isOver ? 0 : this.since,
			...(hiddenAt !== 0 ? { hiddenAt } : {}),
		};
	}
}

/** Rows to read of those listed as deleted, beyond the known number. */
const SPARE = 10;

/** Whether one page is enough for all records listed as deleted, including some new ones. */
export const canProbe = (known: KnownRecords, finder: GapFinder): boolean =>
	known.deadSize + SPARE <= finder.pageSize;

/**
 * Returns the request for records listed as deleted, which come first if sorted by `isDeleted` ("Output-field
 * limiting", 5: system fields can be sorted on). Undefined if deleted records are known to leave the list, or
 * if every row has been read anyway.
 */
export function probeRequest(
	known: KnownRecords,
	finder: GapFinder,
): DeletionPageRequest | undefined {
	const isOfUse = known.deadSize > 0 || !known.leave;
	if (!isOfUse || finder.hasReadKnown || !canProbe(known, finder)) return undefined;
	return { kind: 'page', order: 'isDeleted:desc', page: 1, limit: known.deadSize + SPARE };
}
