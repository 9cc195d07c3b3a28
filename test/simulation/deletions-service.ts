import type {
	DeletionRequest,
	DeletionReply,
} from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import type { ListedRow } from '../../nodes/RecordsDirectory/core/trigger/deletions/known-records';

/** What happens at the service; ids are chosen among those it applies to. */
export type Act =
	| { readonly kind: 'create'; readonly count: number; readonly lag: number }
	| { readonly kind: 'delete' | 'restore'; readonly count: number; readonly from: number }
	/** Deletes one record and lets another come back: no position below both moves. */
	| { readonly kind: 'swap'; readonly from: number }
	/** Hides a share of the records from the list although they exist; 0 lists all again. */
	| { readonly kind: 'hide'; readonly share: number; readonly singly: 'found' | 'missing' }
	/** Makes the single read of a share of the records fail; 0 ends it. */
	| { readonly kind: 'jam'; readonly share: number };

export interface Dialect {
	/** Deleted rows leave the list, or stay in it with isDeleted 1. */
	readonly deleted: 'gone' | 'listed';
	/** A deleted record read singly: 404, or 200 with isDeleted 1. */
	readonly singly: 'missing' | 'readable';
	/** The service cuts pages to this many rows without saying so. */
	readonly cap: number;
}

interface Row {
	readonly id: number;
	readonly visibleAt: number;
	readonly isDeleted: boolean;
	/** How often it was deleted. */
	readonly deletions: number;
}

/** A record service under scripted writers, as far as deletions go. */
export class DeletionService {
	now = 0;
	requests = 0;
	/** Hidden rows, and whether a single read still finds them. */
	private hidden = { share: 0, singly: 'found' };
	private jammed = 0;
	private readonly rows = new Map<number, Row>();
	private nextId = 1;
	/** The list by record id, as long as nothing happens. */
	private list: readonly ListedRow[] | undefined;
	private lastVisibleAt = 0;
	private listedAt = 0;
	private readonly dialect: Dialect;
	private readonly random: () => number;

	constructor(dialect: Dialect, random: () => number) {
		this.dialect = dialect;
		this.random = random;
	}

	act(act: Act): void {
		this.list = undefined;
		if (act.kind === 'create') for (let i = 0; i < act.count; i++) this.create(act.lag);
		else if (act.kind === 'hide') this.hidden = act;
		else if (act.kind === 'jam') this.jammed = act.share;
		else if (act.kind === 'swap') {
			for (const id of this.choose({ ...act, count: 1 }, true)) this.set(id, false);
			for (const id of this.choose({ from: 1 - act.from, count: 1 }, false)) this.set(id, true);
		} else
			for (const id of this.choose(act, act.kind === 'restore'))
				this.set(id, act.kind === 'delete');
	}

	reply(ask: DeletionRequest): DeletionReply {
		this.requests++;
		if (ask.kind === 'record') return this.single(Number(ask.recordId));
		const size = Math.min(ask.limit, this.dialect.cap);
		const rows = this.sorted(ask.order).slice((ask.page - 1) * size, ask.page * size);
		return { kind: 'page', rows };
	}

	/** The ids that exist now; hidden ones too. */
	live(): number[] {
		return this.all().filter((id) => !this.rows.get(id)!.isDeleted);
	}

	/** The ids that the list shows as live now. */
	shown(): number[] {
		return this.live().filter((id) => this.isListed(this.rows.get(id)!));
	}

	deletionsOf(id: number): number {
		return this.rows.get(id)?.deletions ?? 0;
	}

	isDeleted(id: number): boolean {
		return this.rows.get(id)?.isDeleted ?? true;
	}

	/** Removes IDs permanently, as if no row ever had them: a form with gaps. */
	purge(ids: Iterable<number>): void {
		for (const id of ids) this.rows.delete(id);
		this.list = undefined;
	}

	private all = (): number[] => [...this.rows.keys()];

	private create(lag: number): void {
		const id = this.nextId++;
		const visibleAt = this.now + lag;
		this.rows.set(id, { id, visibleAt, isDeleted: false, deletions: 0 });
		this.lastVisibleAt = Math.max(this.lastVisibleAt, visibleAt);
	}

	private set(id: number, isDeleted: boolean): void {
		const row = this.rows.get(id)!;
		this.rows.set(id, { ...row, isDeleted, deletions: row.deletions + (isDeleted ? 1 : 0) });
	}

	private choose({ from, count }: { from: number; count: number }, isDeleted: boolean): number[] {
		const fit = this.all().filter((id) => this.rows.get(id)!.isDeleted === isDeleted);
		const start = Math.min(Math.floor(from * fit.length), Math.max(0, fit.length - count));
		return fit.slice(start, start + count);
	}

	private single(id: number): DeletionReply {
		if (shareAt(id) < this.jammed) return { kind: 'record', failure: 'jammed' };
		const row = this.rows.get(id);
		const isMissing = !row || (this.isHidden(row) && this.hidden.singly === 'missing');
		if (isMissing || (row.isDeleted && this.dialect.singly === 'missing'))
			return { kind: 'record' };
		return { kind: 'record', record: { isDeleted: row.isDeleted, raw: {} } };
	}

	private sorted(order: string): readonly ListedRow[] {
		if (!this.list || this.lastVisibleAt > this.listedAt) {
			const listed = [...this.rows.values()].filter((row) => this.isListed(row));
			const rows = listed.map(({ id, isDeleted }) => ({ recordId: id, isDeleted }));
			this.list = rows.sort((a, b) => b.recordId - a.recordId);
			this.listedAt = this.now;
		}
		if (order === 'recordId:desc') return this.list;
		const tied = this.list.map((row) => ({ row, tie: this.random() }));
		const deletion = ({ row }: { row: ListedRow }) => Number(row.isDeleted);
		return tied.sort((a, b) => deletion(b) - deletion(a) || a.tie - b.tie).map(({ row }) => row);
	}

	private isListed(row: Row): boolean {
		if (row.isDeleted && this.dialect.deleted === 'gone') return false;
		return row.visibleAt <= this.now && !this.isHidden(row);
	}

	/** The same rows for the same share. */
	private isHidden({ id }: Row): boolean {
		return shareAt(id) < this.hidden.share;
	}
}

/** Always the same for an ID. */
const shareAt = (id: number): number => (Math.imul(id, 2_654_435_761) >>> 0) / 2 ** 32;
