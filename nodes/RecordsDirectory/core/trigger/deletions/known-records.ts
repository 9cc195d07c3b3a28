import { IdSet } from './id-set';
import type { DeletionState, ListedRow } from './types';
import { idIn, isAbove, type Id } from '../../id';
import { SMALLEST_PAGE } from '../../listing/pages';
import { ScanError } from '../../listing/walk';
import { isDeleted } from '../../request/reply';

/** What is known about the records during one poll; made from a state, which it never changes. */
export class KnownRecords {
	listed: IdSet;
	alive: IdSet;
	pending: IdSet;
	largestPage: number;
	leave: boolean;
	/** IDs found missing or listed as deleted whose number has not been checked yet. */
	readonly found: Set<Id>;
	private failed: readonly Id[];
	private emitted: IdSet;
	private emittedAgain: Readonly<Record<string, number>>;

	constructor(state: DeletionState | undefined) {
		this.listed = IdSet.unpack(state?.listed);
		this.pending = IdSet.unpack(state?.pending);
		const live = this.listed.minus(IdSet.unpack(state?.dead));
		this.alive = live.plus(IdSet.unpack(state?.hidden)).plus(this.pending);
		this.failed = state?.unread ?? [];
		this.found = new Set(state?.isWeighed ? [] : this.unconfirmed);
		this.emitted = IdSet.unpack(state?.emitted);
		this.emittedAgain = state?.emittedAgain ?? {};
		this.largestPage = state?.largestPage ?? SMALLEST_PAGE;
		this.leave = state?.leave ?? false;
	}

	/** Records that a single read finds although the list does not contain them. */
	get hidden(): IdSet {
		return this.alive.minus(this.listed).minus(this.pending);
	}

	/** Records to read singly from time to time: nothing else shows whether they were deleted. */
	get unlisted(): IdSet {
		return this.hidden.plus(this.unread);
	}

	/** Pending records that are still to be read for the first time. */
	get unconfirmed(): IdSet {
		return this.pending.minus(this.failed);
	}

	/** Pending records whose single read failed; the next one to read again first. */
	get unread(): readonly Id[] {
		return this.failed.filter((id) => this.pending.has(id));
	}

	/** The number of deleted records known to stay in the list. */
	get deadSize(): number {
		return this.listed.minus(this.alive).size;
	}

	/** Takes rows; concludes nothing about IDs between them. */
	see(rows: readonly ListedRow[]): void {
		const live = rows.filter((row) => !isDeleted(row)).map(({ recordId }) => recordId);
		const dead = rows.filter(isDeleted).map(({ recordId }) => recordId);
		this.listed = this.listed.plus(live).plus(dead);
		this.alive = this.alive.plus(live);
		this.pending = this.pending.minus(live);
		for (const id of live) this.found.delete(id);
		this.suspect(dead.filter((id) => this.alive.has(id)));
	}

	/**
	 * Takes the rows of one page, and returns the first and the last ID that it covers: the list contains no other records in
	 * between, nor above the rows at the top, nor below them at the end. One reply shows a single moment; for records between
	 * two replies, a third one that spans them gives the proof.
	 */
	takePage(
		rows: readonly ListedRow[],
		{ isTop, isEnd }: { readonly isTop: boolean; readonly isEnd: boolean },
	): { readonly first: Id; readonly last: Id } {
		mustBeSorted(rows);
		const first = rows[0]?.recordId ?? 0;
		const last = isEnd ? 0 : (rows.at(-1)?.recordId ?? 0);
		const covered = [...this.listed.between(last, isTop ? Infinity : first)];
		this.listed = this.listed.minus(covered);
		this.suspect(covered.filter((id) => this.alive.has(id)));
		this.see(rows);
		return { first, last };
	}

	/** Notes that a record exists although the list says otherwise. */
	keepAlive(id: Id): void {
		this.pending = this.pending.minus([id]);
	}

	/** Keeps a record pending that cannot be read; returns whether it could be read so far. */
	keepUnread(id: Id): boolean {
		const others = this.unread.filter((one) => one !== id);
		const isNew = others.length === this.unread.length;
		this.failed = [...others, id];
		this.pending = this.pending.plus([id]);
		return isNew;
	}

	/** Forgets records that disappeared unseen, as a baseline does. */
	forgetPending(): void {
		this.alive = this.alive.minus(this.pending);
		this.pending = IdSet.NONE;
	}

	/** Counts a deletion of this record, and returns how many were emitted before. */
	countDeletion(id: Id): number {
		if (!this.listed.has(id)) this.leave = true;
		this.alive = this.alive.minus([id]);
		this.pending = this.pending.minus([id]);
		if (!this.emitted.has(id)) {
			this.emitted = this.emitted.plus([id]);
			return 0;
		}
		const again = (this.emittedAgain[String(id)] ?? 0) + 1;
		this.emittedAgain = { ...this.emittedAgain, [String(id)]: again };
		return again;
	}

	/** Returns what is known as part of the state. */
	pack(): Pick<DeletionState, 'listed' | 'largestPage'> & Partial<DeletionState> {
		const texts = {
			dead: this.listed.minus(this.alive).pack(),
			hidden: this.hidden.pack(),
			pending: this.pending.pack(),
			emitted: this.emitted.pack(),
		};
		const { unread } = this;
		return {
			listed: this.listed.pack(),
			...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
			...(unread.length > 0 ? { unread } : {}),
			...(Object.keys(this.emittedAgain).length > 0 ? { emittedAgain: this.emittedAgain } : {}),
			largestPage: this.largestPage,
			...(this.leave ? { leave: true as const } : {}),
		};
	}

	private suspect(ids: readonly Id[]): void {
		// The number of those that are already pending was checked, or they are already found.
		for (const id of ids) if (!this.pending.has(id)) this.found.add(id);
		this.pending = this.pending.plus(ids);
	}
}

/** Throws a `ScanError` unless each row has an ID, smaller than the previous one. */
function mustBeSorted(rows: readonly ListedRow[]): void {
	for (const [n, { recordId }] of rows.entries()) {
		if (idIn(recordId) === undefined)
			throw new ScanError(`The service listed a record without a record ID: ${recordId}`);
		if (n > 0 && !isAbove(rows[n - 1]?.recordId, recordId))
			throw new ScanError('The service did not sort the records by recordId');
	}
}
