import { IdSet } from './id-set';
import type { DeletionState } from './deletion-state';
import type { IdNumber } from './id-number';
import { SMALLEST_PAGE } from '../../listing/covering-page';

/** One row of the list, with the properties that deletions depend on. */
export interface ListedRow {
	readonly recordId: IdNumber;
	/** 0 or absent: a live record ("Record" in the document). */
	readonly isDeleted?: number;
}

/** What is known about the records during one poll; made from a state, which it never changes. */
export class KnownRecords {
	listed: IdSet;
	alive: IdSet;
	pending: IdSet;
	largestPage: number;
	leave: boolean;
	/** IDs found missing or listed as deleted whose number has not been checked yet. */
	readonly found = new Set<IdNumber>();
	private emitted: IdSet;
	private emittedAgain: Readonly<Record<string, number>>;

	constructor(state: DeletionState | undefined) {
		this.listed = IdSet.unpack(state?.listed);
		this.pending = IdSet.unpack(state?.pending);
		this.alive = this.listed.minus(IdSet.unpack(state?.dead)).plus(IdSet.unpack(state?.hidden));
		this.alive = this.alive.plus(this.pending);
		if (!state?.isWeighed) for (const id of this.pending) this.found.add(id);
		this.emitted = IdSet.unpack(state?.emitted);
		this.emittedAgain = state?.emittedAgain ?? {};
		this.largestPage = state?.largestPage ?? SMALLEST_PAGE;
		this.leave = state?.leave ?? false;
	}

	/** Records that a single read finds although the list does not contain them. */
	get hidden(): IdSet {
		return this.alive.minus(this.listed).minus(this.pending);
	}

	/** The number of deleted records known to stay in the list. */
	get deadSize(): number {
		return this.listed.minus(this.alive).size;
	}

	/** Takes rows; concludes nothing about IDs between them. */
	see(rows: readonly ListedRow[]): void {
		const live = rows.filter((row) => !isDead(row)).map(({ recordId }) => recordId);
		const dead = rows.filter(isDead).map(({ recordId }) => recordId);
		this.listed = this.listed.plus(live).plus(dead);
		this.alive = this.alive.plus(live);
		this.pending = this.pending.minus(live);
		for (const id of live) this.found.delete(id);
		this.suspect(dead.filter((id) => this.alive.has(id)));
	}

	/** Takes what one reply shows to be missing between two IDs, excluding both. */
	miss(low: IdNumber, high: IdNumber, rows: readonly ListedRow[]): void {
		const there = new Set(rows.map(({ recordId }) => recordId));
		const missing = [...this.listed.between(low, high)].filter((id) => !there.has(id));
		this.listed = this.listed.minus(missing);
		this.suspect(missing.filter((id) => this.alive.has(id)));
	}

	/** Notes that a record exists although the list says otherwise. */
	keepAlive(id: IdNumber): void {
		this.pending = this.pending.minus([id]);
	}

	/** Forgets records that disappeared unseen, as a baseline does. */
	forgetPending(): void {
		this.alive = this.alive.minus(this.pending);
		this.pending = IdSet.NONE;
	}

	/** Counts a deletion of this record, and returns how many were emitted before. */
	countDeletion(id: IdNumber): number {
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
		return {
			listed: this.listed.pack(),
			...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
			...(Object.keys(this.emittedAgain).length > 0 ? { emittedAgain: this.emittedAgain } : {}),
			largestPage: this.largestPage,
			...(this.leave ? { leave: true as const } : {}),
		};
	}

	private suspect(ids: readonly IdNumber[]): void {
		for (const id of ids) this.found.add(id);
		this.pending = this.pending.plus(ids);
	}
}

const isDead = ({ isDeleted }: ListedRow): boolean => (isDeleted ?? 0) !== 0;
