import { GapFinder } from './gap-finder';
import {
	KnownRecords,
	type DeletionState,
	type DeletionSweep,
	type ListedRow,
} from './known-records';
import { type Id, idsAbove } from '../../id';
import { rowsBefore } from '../../listing/pages';
import { walkRequest, type PageRequest } from '../../listing/walk';
import { mistake } from '../../values/input-error';
import { massDeletion, type Ended, type Poll, type RecordRow } from '../poll-contract';
import { advanceSweep, resumeSweep, startSweep } from '../sweep';

interface DeletionSettings {
	readonly appsId: Id;
	readonly maxRequests: number;
	readonly pageSize: number;
	readonly mostRemovals?: number | undefined;
	/** Polls between two patrols, which check what the gap finder does not cover. */
	readonly patrolEvery?: number;
}

/** The second order puts records listed as deleted first. */
interface DeletionPageRequest extends Omit<PageRequest, 'order'> {
	readonly kind: 'page';
	readonly order: PageRequest['order'] | 'isDeleted:desc';
}

export type DeletionRequest =
	| DeletionPageRequest
	| { readonly kind: 'record'; readonly recordId: Id };

type SingleRecord = Required<Pick<RecordRow, 'isDeleted' | 'raw'>>;

/** Without `record` and `failure`, the service replied 404. */
export type DeletionReply =
	| { readonly kind: 'page'; readonly rows: readonly ListedRow[] }
	| { readonly kind: 'rejected'; readonly error: unknown }
	| { readonly kind: 'record'; readonly record?: SingleRecord; readonly failure?: string };

/** Confirmed; `record` is what the single read still returned. */
interface DeletionEvent {
	readonly event: 'recordDeleted';
	/** The last part counts the emitted deletions of this record. */
	readonly eventId: string;
	readonly recordId: Id;
	readonly record?: SingleRecord | undefined;
	readonly cause: string;
}

export const deletionId = (appsId: Id, recordId: Id, nth: number): string =>
	['recordDeleted', appsId, recordId, nth].join(':');

const PATROL_EVERY = 10;
/** After this many in a row, the rest is left to the next poll: a firewall must not be provoked. */
const ENOUGH_FAILED_READS = 3;
/** Characters, saved per poll: 100,000 records take 7, 29,000 without a tenth of the IDs, 270,000 without 99%. */
const MOST_STATE = 1_000_000;
/** Rows to read of those listed as deleted, beyond the known number. */
const SPARE = 10;

/**
 * Without a state, takes a silent baseline, over several polls if necessary. A deletion is emitted once, and
 * only after a single read has confirmed it. The gap finder reads a long list at its top and its end. A probe
 * and a patrol find what that cannot show: rows listed as deleted, one record that is gone while another came
 * back, and records that are no longer listed. If the budget is too small for the gap finder, a sweep does
 * its work. Throws an `InputError` that lasts until a user does something: if so many records are missing
 * that they are probably no deletions, or if the state is too large to be saved after each poll.
 */
export class DeletionPoll
	implements Poll<DeletionRequest, DeletionReply, DeletionEvent, DeletionState>
{
	private readonly settings: DeletionSettings;
	private readonly known: KnownRecords;
	private readonly finder: GapFinder;
	private readonly patrol: Patrol;
	private readonly events: DeletionEvent[] = [];
	private readonly warnings: string[] = [];
	/** Single reads that failed since the last one that did not. */
	private failedReads = 0;
	private readonly size: number;
	private readonly isBaseline: boolean;
	/** A patrol's sweep continues when it is its turn; any other sweep is all that a poll does. */
	private isSweep: boolean;
	private sweep: DeletionSweep | undefined;
	private isSwept = false;
	private isWeighed: boolean;
	private hasProbed = false;
	private asked: PageRequest | undefined;
	private readonly wasStalled: boolean;
	private left: number;
	/** The next step, whether or not a request is left for it. */
	private step: PollStep | undefined;

	constructor(state: DeletionState | undefined, settings: DeletionSettings) {
		const { pageSize, maxRequests, patrolEvery = PATROL_EVERY } = settings;
		this.settings = settings;
		this.known = new KnownRecords(state);
		this.finder = new GapFinder(this.known, pageSize);
		this.patrol = new Patrol(state, this.known, patrolEvery);
		this.size = this.known.alive.size;
		this.sweep = state
			? state.sweep && resumeSweep(state.sweep, pageSize)
			: this.startSweep('baseline');
		this.isBaseline = this.sweep?.kind === 'baseline';
		this.isSweep = this.sweep !== undefined && this.sweep.kind !== 'patrol';
		this.isWeighed = state?.isWeighed ?? false;
		this.wasStalled = state?.isStalled ?? false;
		this.left = maxRequests;
		this.step = this.next();
	}

	get request(): DeletionRequest | undefined {
		return this.left > 0 ? this.step?.request : undefined;
	}

	take(reply: DeletionReply): void {
		if (!this.step || this.left <= 0) throw new Error('Nothing was asked for');
		this.left--;
		this.step.take(reply);
		this.step = this.next();
	}

	end(): Ended<DeletionEvent, DeletionState> {
		const isDone = this.step === undefined || this.step.isRetry === true;
		const events = [...this.events].sort((a, b) => idsAbove(a.recordId, b.recordId));
		const isStalled = !isDone && !this.isSweep && events.length === 0 && !this.canConfirm;
		// One stall may be a passing shortage of requests. It counts until a poll with a patrol succeeds.
		const isUrgent = isStalled && this.wasStalled;
		const isThrough = this.isSweep || (this.patrol.isDue && isDone);
		const isShort = isStalled || (this.wasStalled && !isThrough);
		const sweep = isUrgent ? this.startSweep('urgent') : this.sweep;
		if (this.isBaseline) this.known.forgetPending();
		const state: DeletionState = {
			...this.known.pack(),
			isWeighed: (this.isWeighed && this.known.pending.size > 0) || undefined,
			sweep: this.isSweep && this.isSwept ? undefined : sweep,
			isStalled: (isShort && !isUrgent) || undefined,
			...this.patrol.pack(isDone),
		};
		const { length } = JSON.stringify(state);
		if (length > MOST_STATE)
			throw mistake('tooManyForDeletions', { count: this.known.listed.size });
		// Unconfirmed deletions and reading the whole form are left to the next poll.
		const isOpen = state.pending !== undefined || (state.sweep && state.sweep.kind !== 'patrol');
		return {
			events,
			state,
			window: 'all records',
			purpose: this.isBaseline ? 'baseline' : undefined,
			unfinished: isOpen ? 'unread' : undefined,
			learned: [state.listed, state.dead, state.hidden],
			warnings: this.warnings,
		};
	}

	private get canConfirm(): boolean {
		return this.isWeighed && this.known.unconfirmed.size > 0;
	}

	private next(): PollStep | undefined {
		const { known, patrol, sweep, isSweep } = this;
		if (patrol.recheck !== undefined) return this.single(patrol.recheck);
		if (sweep && isSweep && !this.isSwept) return this.sweepStep(sweep);
		const mayConfirm = this.canConfirm && this.failedReads < ENOUGH_FAILED_READS;
		if (mayConfirm) return this.single(known.unconfirmed.lowest);
		const step = isSweep ? undefined : (this.gapStep() ?? this.probeStep() ?? this.patrolStep());
		return step ?? this.retryStep();
	}

	private gapStep(): PollStep | undefined {
		const { known, finder, asked } = this;
		const page = finder.next();
		if (!page) return undefined;
		// A page that shows nothing more the second time is not how this list can be read.
		if (asked?.page === page.page && asked.limit === page.limit) return this.readAll();
		const step = this.page({ kind: 'page', ...page }, (rows) => finder.take(page, rows));
		const take = (reply: DeletionReply) => {
			const isDeep = rowsBefore(page) >= known.largestPage;
			const isEmpty = reply.kind === 'page' && isDeep && finder.isEmptyOrTop(reply.rows);
			this.asked = page;
			if ((isEmpty || reply.kind === 'rejected') && known.reject(page, finder.pageSize)) return;
			if (reply.kind === 'rejected') this.readAll();
			else step.take(reply);
		};
		return { ...step, take };
	}

	private readAll(): PollStep {
		this.isSweep = true;
		this.sweep = this.startSweep('urgent');
		return this.sweepStep(this.sweep);
	}

	/** Whether one page is enough for all records listed as deleted, including some new ones. */
	private get canProbe(): boolean {
		return this.known.deadSize + SPARE <= this.finder.pageSize;
	}

	/** Sorting by `isDeleted` is allowed ("Output-field limiting", 5). Of no use if deleted records leave the list. */
	private probeStep(): PollStep | undefined {
		const { deadSize, leave } = this.known;
		const isOfUse = (deadSize > 0 || !leave) && !this.finder.hasReadKnown;
		if (this.hasProbed || !isOfUse || !this.canProbe) return undefined;
		const limit = deadSize + SPARE;
		return this.page({ kind: 'page', order: 'isDeleted:desc', page: 1, limit }, (rows) => {
			this.hasProbed = true;
			this.known.see(rows);
		});
	}

	private patrolStep(): PollStep | undefined {
		const isDue = this.patrol.isDue || !this.canProbe;
		if (!isDue || this.patrol.hasReadPage || this.finder.hasReadAll) return undefined;
		this.sweep ??= this.startSweep('patrol');
		return this.sweepStep(this.sweep);
	}

	/** Reads pending records again, after all other work, until one fails. */
	private retryStep(): PollStep | undefined {
		const [next] = this.failedReads > 0 ? [] : this.known.unread;
		return next === undefined ? undefined : { ...this.single(next), isRetry: true };
	}

	private startSweep(kind: DeletionSweep['kind']): DeletionSweep {
		return { kind, ...startSweep(this.settings.pageSize) };
	}

	private sweepStep(before: DeletionSweep): PollStep {
		const { known } = this;
		const { size, at } = before.walk;
		const asked = known.reachable(walkRequest(before.walk), size, at + 1);
		const step = this.page({ kind: 'page', ...asked }, (rows) => {
			const { isSweep } = this;
			const { sweep, isLast, rows: fresh } = advanceSweep(before, rows, asked);
			known.takePage(fresh, before.walk.edge ?? Infinity, isLast);
			known.largestPage = Math.max(known.largestPage, rows.length);
			this.sweep = isLast && !isSweep ? undefined : { ...before, ...sweep };
			this.isSwept = isLast;
			this.patrol.hasReadPage = !isSweep;
		});
		const take = (reply: DeletionReply) => {
			if (reply.kind !== 'rejected') return step.take(reply);
			if (known.reject(asked, size, at + 1)) return;
			step.take(asked.mayBeRejected ? { kind: 'page', rows: [] } : reply);
		};
		return { ...step, take };
	}

	/** A page may show missing records; none is confirmed until their number is known. */
	private page(request: DeletionPageRequest, take: (rows: readonly ListedRow[]) => void): PollStep {
		const taken = (reply: DeletionReply) => {
			if (reply.kind === 'rejected') throw reply.error;
			if (reply.kind !== 'page') throw new Error('A page was asked for');
			take(reply.rows);
			// A baseline is silent, whatever disappeared while it was taken.
			if (this.isBaseline) return;
			const missing = this.known.found.size + (this.isSweep ? 0 : this.finder.missing);
			const mass = massDeletion('records', missing, this.size, this.settings.mostRemovals);
			if (mass) throw mass;
			this.isWeighed = this.isSweep ? this.isSwept : this.finder.isFramed;
		};
		return { request, take: taken };
	}

	private single(recordId: Id): PollStep {
		const take = (reply: DeletionReply) => {
			if (reply.kind !== 'record') throw new Error('A record was asked for');
			this.patrol.wasRead(recordId);
			this.failedReads = reply.failure === undefined ? 0 : this.failedReads + 1;
			if (reply.failure === undefined) return this.confirm(recordId, reply.record);
			if (this.known.keepUnread(recordId))
				this.warnings.push(cannotBeRead(recordId, reply.failure));
		};
		return { request: { kind: 'record', recordId }, take };
	}

	/** The only source of events. No record: the service replied 404. */
	private confirm(recordId: Id, record: SingleRecord | undefined): void {
		if (record && !record.isDeleted) return this.known.keepAlive(recordId);
		const nth = this.known.countDeletion(recordId) + 1;
		this.events.push({
			event: 'recordDeleted',
			eventId: deletionId(this.settings.appsId, recordId, nth),
			recordId,
			cause: record ? 'listed as deleted' : 'the service answers 404',
			record,
		});
	}
}

const cannotBeRead = (recordId: Id, why: string) =>
	`Record ${recordId} may be deleted, but it cannot be read: ${why}. The trigger reads it again later.`;

interface PollStep {
	readonly request: DeletionRequest;
	readonly take: (reply: DeletionReply) => void;
	/** Whether it only tries again what failed before, so that a poll without it is complete. */
	readonly isRetry?: true;
}

/** From time to time reads a page of a slow walk, and a record that is unlisted although a read found it, or failed. */
class Patrol {
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

	wasRead(recordId: Id): void {
		if (recordId !== this.recheck) return;
		this.recheck = undefined;
		this.hasRechecked = true;
		this.hiddenAt = recordId;
	}

	/** The turn is over if part of it was done, or if nothing was left to do. */
	pack(isDone: boolean): Pick<DeletionState, 'sincePatrol' | 'hiddenAt'> {
		const isOver = this.isDue && (this.hasReadPage || this.hasRechecked || isDone);
		return { sincePatrol: isOver ? 0 : this.since, hiddenAt: this.hiddenAt || undefined };
	}
}
