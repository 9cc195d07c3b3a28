import type { PageReply, RecordRow } from '../../nodes/RecordsDirectory/core/trigger/poll-contract';
import type {
	DeletionReply,
	DeletionRequest,
} from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import { momentAt } from '../support/moment';
import type { RecordAct, RecordDialect } from './plan';

/** The times of records are in a zone that the trigger does not know. */
const SPREAD = [-12 * 3600, 14 * 3600] as const;

type ListRequest = Omit<Extract<DeletionRequest, { kind: 'page' }>, 'kind'>;

export interface Version {
	readonly id: number;
	readonly revision: number;
	readonly createdAt: string;
	readonly updatedAt: string;
	readonly isDeleted: number;
	/** How often the record was deleted. */
	readonly deletions: number;
	readonly writtenAt: number;
	readonly visibleAt: number;
}

/** The time at the service, in its own zone, when a life begins. */
export const timeAtStart = (zone: number): number => Date.UTC(2026, 0, 15, 3) / 1000 + zone;
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
	/** The list by record ID, as long as nothing happens. */
	private byId: readonly Version[] | undefined;
	/** The share of records that are not listed, and whether a single read still finds them. */
	private hidden = { share: 0, singly: 'found' };
	private jammed = 0;
	private readonly dialect: RecordDialect;
	private readonly random: () => number;

	constructor(dialect: RecordDialect, random: () => number) {
		this.dialect = dialect;
		this.random = random;
	}

	act(act: RecordAct): void {
		this.byId = undefined;
		if (act.kind === 'clock') this.offset = -act.to * this.dialect.stepBack;
		else if (act.kind === 'hide') this.hidden = act;
		else if (act.kind === 'jam') this.jammed = act.share;
		else if (act.kind === 'create')
			for (let i = 0; i < act.count; i++) this.write(this.nextId++, act);
		else if (act.kind === 'edit') for (const { id } of this.choose(act, 0)) this.write(id, act);
		else if (act.kind === 'swap') {
			const restored = this.choose({ from: act.from, count: 1 }, 1);
			for (const version of restored) this.mark(version, 0);
			const deleted = this.choose({ from: 1 - act.from, count: 1 }, 0);
			for (const version of deleted) this.mark(version, 1);
		} else {
			const isDeleted = act.kind === 'restore' ? 1 : 0;
			for (const version of this.choose(act, isDeleted)) this.mark(version, 1 - isDeleted);
		}
	}

	/** Creates records before the first poll, at this time. */
	createEarlier(count: number, now: number): void {
		this.now = now;
		this.act({ kind: 'create', count, lag: 0 });
		this.now = 0;
	}

	/** The list at this moment, and the Date header. */
	reply({ order, page, limit }: ListRequest): PageReply {
		this.requests++;
		this.settle();
		const { cap, isUneven, differs } = this.dialect;
		const size = isUneven ? limit : Math.min(limit, cap);
		const from = (page - 1) * size;
		const most = isUneven ? cap + ((5 * this.requests) % 14) : size;
		const rows = this.sorted(order)
			.slice(from, from + Math.min(size, most))
			.map((version) => asRow(version, differs ? this.requests : 0));
		const date = this.date();
		if (date === undefined) return { rows };
		return { rows, moment: { ...momentAt(date, SPREAD), at: this.now * 1000 } };
	}

	/** Milliseconds that the Date header says; undefined: there is none. */
	date(): number | undefined {
		const { date } = this.dialect;
		if (date === 'none') return undefined;
		return Math.floor(date === 'same' ? this.clock() : this.now + 5_000_000) * 1000;
	}

	/** One record. */
	single(id: number): DeletionReply {
		this.requests++;
		if (shareAt(id) < this.jammed) return { kind: 'record', failure: 'jammed' };
		const version = this.newest.get(id);
		const isMissing = !version || (this.isHidden(version) && this.hidden.singly === 'missing');
		if (isMissing || (this.isDeleted(id) && this.dialect.singly === 'missing'))
			return { kind: 'record' };
		return {
			kind: 'record',
			record: { isDeleted: this.isDeleted(id), raw: asRow(version, 0).raw },
		};
	}

	/** Records as they are once everything is visible; hidden ones too. */
	live(): Version[] {
		return [...this.newest.values()].filter(({ isDeleted }) => isDeleted === 0);
	}

	/** The IDs that the list shows as live now. */
	shown(): number[] {
		const live = this.live().filter(({ visibleAt }) => visibleAt <= this.now);
		return live.filter((version) => !this.isHidden(version)).map(({ id }) => id);
	}

	deletions(id: number): number {
		return this.newest.get(id)?.deletions ?? 0;
	}

	isDeleted(id: number): boolean {
		return this.newest.get(id)?.isDeleted !== 0;
	}

	private clock(): number {
		return timeAtStart(this.dialect.zone) + this.now + this.offset;
	}

	private write(
		id: number,
		{ lag, ahead = 0 }: { readonly lag: number; readonly ahead?: number | undefined },
	): void {
		const before = this.newest.get(id);
		const updatedAt = text(this.clock() + ahead);
		const version: Version = {
			id,
			revision: (before?.revision ?? 0) + 1,
			createdAt: before?.createdAt ?? updatedAt,
			updatedAt,
			isDeleted: 0,
			deletions: before?.deletions ?? 0,
			writtenAt: this.now,
			// A later write of a record is never seen before an earlier one.
			visibleAt: Math.max(this.now + lag, before?.visibleAt ?? 0),
		};
		this.history.push(version);
		this.put(version);
	}

	/** Deletes or restores a record. */
	private mark(before: Version, isDeleted: number): void {
		const isTouched = this.dialect.deleted === 'touched';
		const touched = { updatedAt: text(this.clock()), writtenAt: this.now };
		const version = {
			...before,
			...(isTouched && { ...touched, revision: before.revision + 1 }),
			isDeleted,
			deletions: before.deletions + isDeleted,
			visibleAt: Math.max(this.now, before.visibleAt),
		};
		if (isTouched) this.history.push(version);
		this.put(version);
	}

	private put(version: Version): void {
		this.newest.set(version.id, version);
		this.pending.push(version);
	}

	private settle(): void {
		const due = this.pending.filter(({ visibleAt }) => visibleAt <= this.now);
		if (due.length === 0) return;
		this.byId = undefined;
		this.pending = this.pending.filter(({ visibleAt }) => visibleAt > this.now);
		for (const version of due) {
			if (version.isDeleted === 1 && this.dialect.deleted === 'gone')
				this.visible.delete(version.id);
			else this.visible.set(version.id, version);
		}
	}

	private sorted(order: ListRequest['order']): readonly Version[] {
		const isById = order.startsWith('recordId');
		if (isById && this.byId) return this.byId;
		const name = order.split(':')[0] as 'recordId' | 'updatedAt' | 'createdAt' | 'isDeleted';
		const isStable = this.dialect.ties === 'stable';
		const list = [...this.visible.values()]
			.filter((version) => !this.isHidden(version))
			.map((version) => ({
				version,
				key: name === 'recordId' ? version.id : version[name],
				tie: isStable || isById ? version.id : this.random(),
			}))
			.sort((a, b) => (a.key < b.key ? 1 : a.key > b.key ? -1 : a.tie - b.tie))
			.map(({ version }) => version);
		if (isById) this.byId = list;
		return list;
	}

	/** Always the same records for the same share. */
	private isHidden({ id }: Version): boolean {
		return shareAt(id) < this.hidden.share;
	}

	private choose(
		{ from, count }: { readonly from: number; readonly count: number },
		isDeleted: number,
	): Version[] {
		const fitting = [...this.newest.values()].filter((version) => version.isDeleted === isDeleted);
		const last = Math.max(0, fitting.length - count);
		const start = Math.min(Math.floor(from * fitting.length), last);
		return fitting.slice(start, start + count);
	}
}

/** Always the same for an ID. */
const shareAt = (id: number): number => (Math.imul(id, 2_654_435_761) >>> 0) / 2 ** 32;

/** Every second revision leaves the status as it was. */
export const statusOf = ({ revision }: Version): string => String(Math.floor(revision / 2));

/** Changes with every third revision; every second value is longer than what a trigger keeps. */
export function noteOf({ revision }: Version): string | null {
	const number = Math.floor(revision / 3);
	if (number === 0) return null;
	return number % 2 === 1 ? `${'long '.repeat(50)}${number}` : `note ${number}`;
}

function asRow(version: Version, shown: number): RecordRow {
	const { id, revision, createdAt, updatedAt, isDeleted } = version;
	const times = { createdAt, updatedAt, isDeleted };
	const record = { revision, shown, note: noteOf(version) };
	const raw = { recordId: id, ...times, status: statusOf(version), record };
	return { recordId: id, createdAt, updatedAt, isDeleted: isDeleted !== 0, raw };
}
