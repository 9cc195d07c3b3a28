import { IdSet } from './id-set';
import { isAbove, type Id } from '../../id';
import { pageCovering, rowsBefore, SMALLEST_PAGE, type RequestedPage } from '../../listing/pages';
import { notSorted } from '../../listing/walk';
import type { RecordRow } from '../poll-contract';
import type { Sweep } from '../sweep';

export type ListedRow = Pick<RecordRow, 'recordId' | 'isDeleted'>;

/** Plain JSON; each text is a packed set of IDs. */
export interface DeletionState {
	/** Records that the list is believed to contain. */
	readonly listed: string;
	/** Those of them that are listed as deleted. */
	readonly dead?: string | undefined;
	/** Records that a single read finds although the list does not contain them. */
	readonly hidden?: string | undefined;
	/** Records whose disappearance from the list is still to be confirmed. */
	readonly pending?: string | undefined;
	/** Records that the last poll found: a service may still show an older state, in its list and singly. */
	readonly added?: string | undefined;
	/** Pending records whose single read failed, in the order in which they are read again. */
	readonly unread?: readonly Id[] | undefined;
	/** Whether the pending ones are known not to be part of a mass disappearance. */
	readonly isWeighed?: boolean | undefined;
	/** Emitted deletions, and how often each record was deleted again after it had come back. */
	readonly emitted?: string | undefined;
	readonly emittedAgain?: Readonly<Record<string, number>> | undefined;
	/** The largest page so far: what the service certainly returns. */
	readonly largestPage: number;
	/** The position that pages must begin before, at a site whose lists cannot be paged further. */
	readonly deepest?: number | undefined;
	/** Whether deleted records leave the list, if known. */
	readonly leave?: true | undefined;
	readonly sweep?: DeletionSweep | undefined;
	/** Whether a poll since the last patrol had too few requests to find out if something is gone. */
	readonly isStalled?: boolean | undefined;
	readonly sincePatrol: number;
	/** The unlisted record that was checked last. */
	readonly hiddenAt?: Id | undefined;
}

export interface DeletionSweep extends Sweep {
	/** `urgent` replaces a gap finder that had too few requests; `patrol` reads one page from time to time. */
	readonly kind: 'baseline' | 'urgent' | 'patrol';
}

/** A limit on positions is a multiple of it. */
const LOWEST_UNIT = 100;

/** Made from a state, which it never changes. */
export class KnownRecords {
	listed: IdSet;
	alive: IdSet;
	pending: IdSet;
	largestPage: number;
	deepest: number;
	leave: true | undefined;
	/** Alive before this poll and before the last one. Only these can have disappeared. */
	private readonly before: IdSet;
	private readonly longBefore: IdSet;
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
		this.before = this.alive;
		this.longBefore = this.alive.minus(IdSet.unpack(state?.added));
		this.failed = state?.unread ?? [];
		this.found = new Set(state?.isWeighed ? [] : this.unconfirmed);
		this.emitted = IdSet.unpack(state?.emitted);
		this.emittedAgain = state?.emittedAgain ?? {};
		this.largestPage = state?.largestPage ?? SMALLEST_PAGE;
		this.deepest = state?.deepest ?? Infinity;
		this.leave = state?.leave;
	}

	get hidden(): IdSet {
		return this.alive.minus(this.listed).minus(this.pending);
	}

	/** Records to read singly from time to time: nothing else shows whether they were deleted. */
	get unlisted(): IdSet {
		return this.hidden.plus(this.unread);
	}

	/** Pending records that are still to be read for the first time. */
	get unconfirmed(): IdSet {
		return this.pending.minus(this.failed).minus(this.pending.minus(this.longBefore));
	}

	/** The next one to read again comes first. */
	get unread(): readonly Id[] {
		return this.failed.filter((id) => this.pending.has(id));
	}

	/** The number of deleted records known to stay in the list. */
	get deadSize(): number {
		return this.listed.minus(this.alive).size;
	}

	/** Concludes nothing about IDs between the rows. */
	see(rows: readonly ListedRow[]): void {
		const live = rows.filter(({ isDeleted }) => !isDeleted).map(({ recordId }) => recordId);
		const dead = rows.filter(({ isDeleted }) => isDeleted).map(({ recordId }) => recordId);
		this.listed = this.listed.plus(live).plus(dead);
		this.alive = this.alive.plus(live);
		this.pending = this.pending.minus(live);
		for (const id of live) this.found.delete(id);
		this.suspect(dead.filter((id) => this.alive.has(id)));
	}

	/**
	 * Returns the first and the last ID that the page covers: the list contains no other records in between,
	 * nor up to `above`, nor below the rows at the end. One reply shows a single moment; for records
	 * between two replies, a third one that spans them gives the proof. Throws a `ScanError` unless each row
	 * has a smaller ID than the previous one.
	 */
	takePage(
		rows: readonly ListedRow[],
		above: Id,
		isEnd: boolean,
	): { readonly first: Id; readonly last: Id } {
		if (rows.some(({ recordId }, n) => n > 0 && !isAbove(rows[n - 1]?.recordId, recordId)))
			throw notSorted('recordId');
		const first = rows[0]?.recordId ?? 0;
		const last = isEnd ? 0 : (rows.at(-1)?.recordId ?? above);
		const covered = [...this.listed.between(last, above)];
		this.listed = this.listed.minus(covered);
		this.suspect(covered.filter((id) => this.alive.has(id)));
		this.see(rows);
		return { first, last };
	}

	/** At most `size` rows that the site accepts, as the page begins higher; the same page if none reaches index `to`. */
	reachable<Asked extends RequestedPage>(
		asked: Asked,
		size: number,
		to = rowsBefore(asked),
	): Asked {
		if (rowsBefore(asked) < this.deepest) return asked;
		const other = pageCovering(this.deepest - 1, size);
		return other.page * other.limit > to ? { ...asked, ...other } : asked;
	}

	/** The page is rejected or empty, perhaps as it is too deep. Returns whether another one reaches as far. */
	reject(asked: RequestedPage, size: number, to?: number): boolean {
		const { deepest } = this;
		const at = Math.min(rowsBefore(asked), deepest - 1);
		// Sites limit positions to a round number.
		const unit = Math.max(LOWEST_UNIT, 10 ** (String(at).length - 1));
		this.deepest = Math.floor(at / unit) * unit;
		if (this.deepest > 0 && this.reachable(asked, size, to) !== asked) return true;
		this.deepest = deepest;
		return false;
	}

	/** The record exists although the list says otherwise. */
	keepAlive(id: Id): void {
		this.pending = this.pending.minus([id]);
	}

	/** Returns whether the record could be read so far. */
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

	/** Returns how many deletions of the record were emitted before. */
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

	pack(): Omit<DeletionState, 'sincePatrol'> {
		const { unread, emittedAgain } = this;
		return {
			listed: this.listed.pack(),
			dead: this.listed.minus(this.alive).pack() || undefined,
			hidden: this.hidden.pack() || undefined,
			pending: this.pending.pack() || undefined,
			added: (this.before.size > 0 && this.alive.minus(this.before).pack()) || undefined,
			unread: unread.length > 0 ? unread : undefined,
			emitted: this.emitted.pack() || undefined,
			emittedAgain: Object.keys(emittedAgain).length > 0 ? emittedAgain : undefined,
			largestPage: this.largestPage,
			deepest: this.deepest < Infinity ? this.deepest : undefined,
			leave: this.leave,
		};
	}

	private suspect(ids: readonly Id[]): void {
		// The number of those that are already pending was checked, or they are already found.
		for (const id of ids) if (!this.pending.has(id)) this.found.add(id);
		this.pending = this.pending.plus(ids);
	}
}
