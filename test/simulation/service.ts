import type { PageReply, RecordRow } from '../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { momentAt } from '../support/moment';
import type { PageRequest } from '../../nodes/RecordsDirectory/core/listing/walk';

/** The times of records are in a zone that the trigger does not know. */
const SPREAD = [-12 * 3600, 14 * 3600] as const;

/** What a writer does; times are real seconds, which nobody in the model can read. */
export type Act =
	| {
			readonly kind: 'create';
			readonly count: number;
			readonly lag: number;
			/** Seconds by which the records are dated in the future. */
			readonly ahead?: number;
	  }
	| { readonly kind: 'edit'; readonly count: number; readonly lag: number; readonly from: number }
	| { readonly kind: 'delete'; readonly count: number; readonly from: number }
	/** Sets the server's clock, as a fraction of what the overlap leaves for steps back. */
	| { readonly kind: 'clock'; readonly to: number };

export interface Dialect {
	/** How far the clock may fall behind what it has shown before, in seconds. */
	readonly stepBack: number;
	/** Constant error of the server's text clock, zone included, in seconds. */
	readonly zone: number;
	/** The Date header: of the same clock, of another one, or none. */
	readonly date: 'same' | 'other' | 'none';
	/** Deleted rows are left out, or listed with isDeleted 1, or so and with a new time. */
	readonly deleted: 'gone' | 'listed' | 'touched';
	/** Rows with an equal time are in another order on each request, or always in that of their ids. */
	readonly ties: 'shuffled' | 'stable';
	/** The service cuts pages to this many rows without a word. */
	readonly cap: number;
	/** Whether each record has a value that no other reply shows. */
	readonly differs?: boolean;
}

export interface Version {
	readonly id: number;
	readonly revision: number;
	readonly createdAt: string;
	readonly updatedAt: string;
	readonly isDeleted: number;
	readonly writtenAt: number;
	readonly visibleAt: number;
}

const EPOCH = Date.UTC(2026, 0, 15, 3, 0, 0) / 1000;
export const text = (seconds: number): string =>
	new Date(Math.floor(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** A record service under scripted writers. It knows nothing of the trigger. */
export class Service {
	now = 0;
	requests = 0;
	readonly history: Version[] = [];
	private offset = 0;
	private nextId = 1;
	private readonly newest = new Map<number, Version>();
	private readonly visible = new Map<number, Version>();
	private pending: Version[] = [];

	private readonly dialect: Dialect;
	private readonly random: () => number;

	constructor(dialect: Dialect, random: () => number) {
		this.dialect = dialect;
		this.random = random;
	}

	act(act: Act): void {
		if (act.kind === 'clock') this.offset = -act.to * this.dialect.stepBack;
		else if (act.kind === 'create')
			for (let i = 0; i < act.count; i++) this.write(this.nextId++, act);
		else
			for (const id of this.choose(act)) {
				if (act.kind === 'edit') this.write(id, act);
				else this.remove(id);
			}
	}

	/** The list at this moment, and the Date header. */
	reply({ order, page, limit }: PageRequest): PageReply {
		this.requests++;
		this.settle();
		const key = order.split(':')[0] as 'updatedAt' | 'createdAt' | 'recordId';
		const of = (v: Version) => (key === 'recordId' ? v.id : v[key]);
		const sorted = [...this.visible.values()]
			.map((version) => ({
				version,
				key: of(version),
				tie: this.dialect.ties === 'shuffled' ? this.random() : version.id,
			}))
			.sort((a, b) => (a.key < b.key ? 1 : a.key > b.key ? -1 : a.tie - b.tie));
		const size = Math.min(limit, this.dialect.cap);
		const rows = sorted
			.slice((page - 1) * size, page * size)
			.map(({ version }) => asRow(version, this.dialect.differs ? this.requests : 0));
		const { date } = this.dialect;
		if (date === 'none') return { rows };
		const clock = date === 'same' ? this.clock() : this.now + 5_000_000;
		const moment = momentAt(Math.floor(clock) * 1000, SPREAD);
		return { rows, moment: { ...moment, at: this.now * 1000 } };
	}

	/** Records as they are once everything is visible. */
	live(): Version[] {
		return [...this.newest.values()].filter((version) => version.isDeleted === 0);
	}

	private clock(): number {
		return EPOCH + this.dialect.zone + this.now + this.offset;
	}

	private write(
		id: number,
		{ lag, ahead = 0 }: { readonly lag: number; readonly ahead?: number },
		isDeleted = 0,
	): void {
		const before = this.newest.get(id);
		const updatedAt = text(this.clock() + ahead);
		const version: Version = {
			id,
			revision: (before?.revision ?? 0) + 1,
			createdAt: before?.createdAt ?? updatedAt,
			updatedAt,
			isDeleted,
			writtenAt: this.now,
			// A later write of a record is never seen before an earlier one.
			visibleAt: Math.max(this.now + lag, before?.visibleAt ?? 0),
		};
		this.newest.set(id, version);
		this.history.push(version);
		this.pending.push(version);
	}

	private remove(id: number): void {
		const before = this.newest.get(id)!;
		if (this.dialect.deleted === 'touched') return this.write(id, { lag: 0 }, 1);
		const gone = { ...before, isDeleted: 1, visibleAt: Math.max(this.now, before.visibleAt) };
		this.newest.set(id, gone);
		this.pending.push(gone);
	}

	private settle(): void {
		const due = this.pending.filter((version) => version.visibleAt <= this.now);
		this.pending = this.pending.filter((version) => version.visibleAt > this.now);
		for (const version of due) {
			if (version.isDeleted === 1 && this.dialect.deleted === 'gone')
				this.visible.delete(version.id);
			else this.visible.set(version.id, version);
		}
	}

	private choose({ from, count }: { from: number; count: number }): number[] {
		const live = this.live();
		const start = Math.floor(from * live.length);
		return live.slice(start, start + count).map(({ id }) => id);
	}
}

function asRow(version: Version, shown: number): RecordRow {
	const { id, revision, createdAt, updatedAt, isDeleted } = version;
	const raw = { recordId: id, createdAt, updatedAt, isDeleted, record: { revision, shown } };
	return { recordId: id, createdAt, updatedAt, isDeleted: isDeleted !== 0, raw };
}
