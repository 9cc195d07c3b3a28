import { GapFinder } from './gap-finder';
import { KnownRecords } from './known-records';
import { mustBeFew, mustBeSmall } from './alarms';
import {
	type DeletionEvent,
	deletionId,
	type DeletionPageRequest,
	type DeletionReply,
	type DeletionRequest,
	type DeletionSettings,
	type DeletionState,
	type DeletionSweep,
	type ListedRow,
	type SingleRecord,
	type UnreadRecord,
} from './types';
import { type Id, idsAbove } from '../../id';
import type { Ended, Poll } from '../poll-contract';
import { stateOfScope } from '../saved-state';
import { advanceSweep, resumeSweep, startSweep } from '../sweep';
import { walkRequest } from '../../listing/walk';

const PATROL_EVERY = 10;

/** What a poll found, with the records that it could not read. */
export interface DeletionsEnded extends Ended<DeletionEvent, DeletionState> {
	readonly unread: readonly UnreadRecord[];
}

/**
 * One poll from a saved state. Without one, or with another scope, takes a silent baseline, over several
 * polls if necessary. A deletion is emitted once, and only after a single read has confirmed it. The gap finder reads a long list at its top and its end. A probe and a patrol find what that cannot
 * show: rows listed as deleted, one record that is gone while another came back, and records that are no longer
 * listed. If the budget is too small for the gap finder, a sweep does its work.
 */
export class DeletionPoll implements Poll<DeletionRequest, DeletionReply, DeletionsEnded> {
	request: DeletionRequest | undefined;
	private readonly settings: DeletionSettings;
	private readonly known: KnownRecords;
	private readonly finder: GapFinder;
	private readonly patrol: Patrol;
	private readonly events: DeletionEvent[] = [];
	private readonly unread: UnreadRecord[] = [];
	private hasFailedRead = false;
	private readonly size: number;
	/** A patrol's sweep continues when it is its turn; any other sweep is all that a poll does. */
	private readonly isSweep: boolean;
	private sweep: DeletionSweep | undefined;
	private isSwept = false;
	/** Whether the pending records are known not to be part of a mass disappearance. */
	private isWeighed: boolean;
	private hasProbed = false;
	private readonly wasStalled: boolean;
	private left: number;
	/** The next step, whether or not a request is left for it. */
	private step: PollStep | undefined;

	constructor(saved: DeletionState | undefined, settings: DeletionSettings) {
		const state = stateOfScope(saved, settings.scope);
		const { pageSize, maxRequests, patrolEvery = PATROL_EVERY } = settings;
		this.settings = settings;
		this.known = new KnownRecords(state);
		this.finder = new GapFinder(this.known, pageSize);
		this.patrol = new Patrol(state, this.known, patrolEvery);
		this.size = this.known.alive.size;
		this.sweep = state
			? state.sweep && resumeSweep(state.sweep, pageSize)
			: this.startSweep('baseline');
		this.isSweep = this.sweep !== undefined && this.sweep.kind !== 'patrol';
		this.isWeighed = state?.isWeighed ?? false;
		this.wasStalled = state?.isStalled ?? false;
		this.left = maxRequests;
		this.goOn();
	}

	take(reply: DeletionReply): void {
		if (!this.step || this.left <= 0) throw new Error('Nothing was asked for');
		this.left--;
		this.step.take(reply);
		this.goOn();
	}

	end(): DeletionsEnded {
		const isDone = this.step === undefined || this.step.isRetry === true;
		// Oldest records first.
		const events = [...this.events].sort((a, b) => idsAbove(a.recordId, b.recordId));
		const isStalled = !isDone && !this.isSweep && events.length === 0 && !this.canConfirm;
		// One stall may be a passing shortage of requests. It counts until a poll with a patrol succeeds.
		const isUrgent = isStalled && this.wasStalled;
		const isThrough = this.isSweep || (this.patrol.isDue && isDone);
		const isShort = isStalled || (this.wasStalled && !isThrough);
		const sweep = isUrgent ? this.startSweep('urgent') : this.sweep;
		if (this.sweep?.kind === 'baseline') this.known.forgetPending();
		const state: DeletionState = {
			version: 1,
			scope: this.settings.scope,
			...this.known.pack(),
			...(this.isWeighed && this.known.pending.size > 0 ? { isWeighed: true } : {}),
			...(sweep && !(this.isSweep && this.isSwept) ? { sweep } : {}),
			...(isShort && !isUrgent ? { isStalled: true } : {}),
			...this.patrol.pack(isDone),
		};
		mustBeSmall(state, this.known.listed.size);
		return { events, state, unread: this.unread };
	}

	private goOn(): void {
		this.step = this.next();
		this.request = this.left > 0 ? this.step?.request : undefined;
	}

	private get canConfirm(): boolean {
		return this.isWeighed && this.known.unconfirmed.size > 0;
	}

	private next(): PollStep | undefined {
		const { known, patrol, sweep, isSweep } = this;
		if (patrol.recheck !== undefined) return this.single(patrol.recheck);
		if (sweep && isSweep && !this.isSwept) return this.sweepStep(sweep);
		if (this.canConfirm) return this.single(known.unconfirmed.lowest);
		const step = isSweep ? undefined : (this.gapStep() ?? this.probeStep() ?? this.patrolStep());
		return step ?? this.retryStep();
	}

	private gapStep(): PollStep | undefined {
		const page = this.finder.next();
		return page && this.page({ kind: 'page', ...page }, (rows) => this.finder.take(page, rows));
	}

	private probeStep(): PollStep | undefined {
		const request = this.hasProbed ? undefined : probeRequest(this.known, this.finder);
		if (!request) return undefined;
		return this.page(request, (rows) => {
			this.hasProbed = true;
			this.known.see(rows);
		});
	}

	private patrolStep(): PollStep | undefined {
		const isDue = this.patrol.isDue || !canProbe(this.known, this.finder);
		if (!isDue || this.patrol.hasReadPage || this.finder.hasReadAll) return undefined;
		this.sweep ??= this.startSweep('patrol');
		return this.sweepStep(this.sweep);
	}

	/** Reads pending records again, after all other work, until one fails. */
	private retryStep(): PollStep | undefined {
		const [next] = this.hasFailedRead ? [] : this.known.unread;
		return next === undefined ? undefined : { ...this.single(next), isRetry: true };
	}

	private startSweep(kind: DeletionSweep['kind']): DeletionSweep {
		return { kind, ...startSweep(this.settings.pageSize) };
	}

	private sweepStep(before: DeletionSweep): PollStep {
		const asked = walkRequest(before.walk);
		return this.page({ kind: 'page', ...asked }, (rows) => {
			const { known, isSweep } = this;
			const { sweep, isLast } = advanceSweep(before, rows);
			known.takePage(rows, { isTop: asked.page === 1, isEnd: isLast });
			known.largestPage = Math.max(known.largestPage, rows.length);
			this.sweep = isLast && !isSweep ? undefined : { ...before, ...sweep };
			this.isSwept = isLast;
			this.patrol.hasReadPage = !isSweep;
		});
	}

	/** A page may show missing records; none is confirmed until their number is known. */
	private page(request: DeletionPageRequest, take: (rows: readonly ListedRow[]) => void): PollStep {
		const taken = (reply: DeletionReply) => {
			if (reply.kind !== 'page') throw new Error('A page was asked for');
			take(reply.rows);
			// A baseline is silent, whatever disappeared while it was taken.
			if (this.sweep?.kind === 'baseline') return;
			const missing = this.known.found.size + (this.isSweep ? 0 : this.finder.missing);
			mustBeFew(missing, this.size, this.settings.mostRemovals);
			this.isWeighed = this.isSweep ? this.isSwept : this.finder.isFramed;
		};
		return { request, take: taken };
	}

	private single(recordId: Id): PollStep {
		const take = (reply: DeletionReply) => {
			if (reply.kind !== 'record') throw new Error('A record was asked for');
			this.patrol.wasRead(recordId);
			if (reply.failure === undefined) return this.confirm(recordId, reply.record);
			this.hasFailedRead = true;
			if (this.known.keepUnread(recordId)) this.unread.push({ recordId, why: reply.failure });
		};
		return { request: { kind: 'record', recordId }, take };
	}

	/** Takes the result of a single read, the only source of events; no record if the service replied 404. */
	private confirm(recordId: Id, record: SingleRecord | undefined): void {
		if (record?.isDeleted === 0) return this.known.keepAlive(recordId);
		const nth = this.known.countDeletion(recordId) + 1;
		this.events.push({
			event: 'recordDeleted',
			eventId: deletionId(this.settings.appsId, recordId, nth),
			recordId,
			cause: record ? 'listed as deleted' : 'the service answers 404',
			...(record && { record }),
		});
	}
}

/** A request, and what to do with its reply. */
interface PollStep {
	readonly request: DeletionRequest;
	readonly take: (reply: DeletionReply) => void;
	/** Whether it only tries again what failed before, so that a poll without it is complete. */
	readonly isRetry?: true;
}

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
