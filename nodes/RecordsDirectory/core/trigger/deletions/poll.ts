import { Guard } from './gap-finder';
import { Known, type ListedRow } from './known';
import { mustBeFew, mustBeSmall } from './alarms';
import { canProbe, Patrol, probeOf } from './patrol';
import type { DeletionState, Sweep } from './state';
import {
	deletionId,
	type DeletionAsk,
	type DeletionEvent,
	type DeletionReply,
	type DeletionSettings,
	type PageAsk,
	type SingleRecord,
} from './types';
import type { Id } from '../../id';
import { byRising, type Whole } from './whole';
import type { Ended, Poll } from '../poll';
import { savedOf } from '../saved-state';
import { resumeSweep, startSweep, sweepOn, sweepRequest } from './sweep';

/**
 * Starts a poll from a saved state; undefined, or of another scope, is a silent baseline, over several polls if need
 * be. A deletion is emitted once, and only after a single read has confirmed it.
 */
export const startDeletions = (
	saved: DeletionState | undefined,
	settings: DeletionSettings,
): DeletionPoll => new DeletionPoll(savedOf(saved, settings.scope), settings);

const PATROL_EVERY = 10;

/**
 * One poll. A long list is guarded by its head and its tail; what these cannot show (rows listed as
 * deleted, one gone while another came back, records that are no longer listed) is found by a probe
 * and by a patrol. When the budget does not let a guard get anywhere, a sweep does its work.
 */
export class DeletionPoll
	implements Poll<DeletionAsk, DeletionReply, Ended<DeletionEvent, DeletionState>>
{
	ask: DeletionAsk | undefined;
	private readonly settings: DeletionSettings;
	private readonly known: Known;
	private readonly guard: Guard;
	private readonly patrol: Patrol;
	private readonly confirmed: Confirmed;
	private readonly size: number;
	/** A patrol's sweep goes on when its turn comes; any other one is all that a poll does. */
	private readonly isSweep: boolean;
	private sweep: Sweep | undefined;
	private isSwept = false;
	/** Whether what is pending is known not to be a part of many more. */
	private isWeighed: boolean;
	private hasProbed = false;
	private readonly wasStalled: boolean;
	private left: number;
	/** What is to be done next, whether or not a request is left for it. */
	private step: PollStep | undefined;

	constructor(state: DeletionState | undefined, settings: DeletionSettings) {
		const { pageSize, maxRequests, patrolEvery = PATROL_EVERY } = settings;
		this.settings = settings;
		this.known = new Known(state);
		this.confirmed = new Confirmed(this.known, settings.appsId);
		this.guard = new Guard(this.known, pageSize);
		this.patrol = new Patrol(state, this.known, patrolEvery);
		this.size = this.known.alive.size;
		this.sweep = state ? state.sweep && resumeSweep(state.sweep) : startSweep('baseline', pageSize);
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

	end(): Ended<DeletionEvent, DeletionState> {
		const isDone = this.step === undefined;
		const { events } = this.confirmed;
		const isStalled = !isDone && !this.isSweep && events.length === 0 && !this.canConfirm;
		// Once may be a passing shortage of requests; it counts until a poll with a patrol got through.
		const isUrgent = isStalled && this.wasStalled;
		const isThrough = this.isSweep || (this.patrol.isDue && isDone);
		const isShort = isStalled || (this.wasStalled && !isThrough);
		const sweep = isUrgent ? startSweep('urgent', this.settings.pageSize) : this.sweep;
		if (this.sweep?.kind === 'baseline') this.known.forgetPending();
		const state: DeletionState = {
			version: 1,
			scope: this.settings.scope,
			...this.known.pack(),
			...(this.canConfirm ? { isWeighed: true } : {}),
			...(sweep && !(this.isSweep && this.isSwept) ? { sweep } : {}),
			...(isShort && !isUrgent ? { isStalled: true } : {}),
			...this.patrol.pack(isDone),
		};
		mustBeSmall(state, this.known.listed.size);
		return { events, state };
	}

	private goOn(): void {
		this.step = this.next();
		this.ask = this.left > 0 ? this.step?.ask : undefined;
	}

	private get canConfirm(): boolean {
		return this.isWeighed && this.known.pending.size > 0;
	}

	private next(): PollStep | undefined {
		const { known, patrol, sweep, isSweep } = this;
		if (patrol.recheck !== undefined) return this.single(patrol.recheck);
		if (sweep && isSweep && !this.isSwept) return this.sweepStep(sweep);
		if (this.canConfirm) return this.single(known.pending.lowest);
		return isSweep ? undefined : (this.guardStep() ?? this.probeStep() ?? this.patrolStep());
	}

	private guardStep(): PollStep | undefined {
		const page = this.guard.next();
		return page && this.page({ kind: 'page', ...page }, (rows) => this.guard.take(page, rows));
	}

	private probeStep(): PollStep | undefined {
		const ask = this.hasProbed ? undefined : probeOf(this.known, this.guard);
		if (!ask) return undefined;
		return this.page(ask, (rows) => {
			this.hasProbed = true;
			this.known.see(rows);
		});
	}

	private patrolStep(): PollStep | undefined {
		const isDue = this.patrol.isDue || !canProbe(this.known, this.guard);
		if (!isDue || this.patrol.hasReadPage || this.guard.hasReadAll) return undefined;
		this.sweep ??= startSweep('patrol', this.settings.pageSize);
		return this.sweepStep(this.sweep);
	}

	private sweepStep(before: Sweep): PollStep {
		return this.page({ kind: 'page', ...sweepRequest(before) }, (rows) => {
			const { sweep, isDone } = sweepOn(before, rows, this.known);
			this.sweep = isDone && !this.isSweep ? undefined : sweep;
			this.isSwept = isDone;
			this.patrol.hasReadPage = !this.isSweep;
		});
	}

	/** A page may show what is missing; nothing is confirmed before it is known how much. */
	private page(ask: PageAsk, take: (rows: readonly ListedRow[]) => void): PollStep {
		return pageStep(ask, (rows) => {
			take(rows);
			// A baseline is silent, whatever went away while it was taken.
			if (this.sweep?.kind === 'baseline') return;
			const missing = this.known.found.size + (this.isSweep ? 0 : this.guard.missing);
			mustBeFew(missing, this.size);
			this.isWeighed = this.isSweep ? this.isSwept : this.guard.isFramed;
		});
	}

	private single(recordId: Whole): PollStep {
		return recordStep(recordId, (record) => {
			this.patrol.wasRead(recordId);
			this.confirmed.take(recordId, record);
		});
	}
}

/** What single reads have shown: the only source of events. */
class Confirmed {
	private readonly known: Known;
	private readonly appsId: Id;
	private readonly found: DeletionEvent[] = [];

	constructor(known: Known, appsId: Id) {
		this.known = known;
		this.appsId = appsId;
	}

	/** By rising id: the oldest records first. */
	get events(): readonly DeletionEvent[] {
		return [...this.found].sort((a, b) => byRising(a.recordId, b.recordId));
	}

	/** Takes what a single read gave; no record where the service says 404. */
	take(recordId: Whole, record: SingleRecord | undefined): void {
		if (record?.isDeleted === 0) return this.known.stay(recordId);
		const nth = this.known.tell(recordId) + 1;
		const eventId = deletionId(this.appsId, recordId, nth);
		this.found.push({ event: 'recordDeleted', eventId, recordId, ...(record && { record }) });
	}
}

/** A request, and what becomes of its reply. */
interface PollStep {
	readonly ask: DeletionAsk;
	readonly take: (reply: DeletionReply) => void;
}

/** Makes a step of a page, which takes rows and no other reply. */
const pageStep = (ask: PageAsk, take: (rows: readonly ListedRow[]) => void): PollStep => ({
	ask,
	take: (reply) => {
		if (reply.kind !== 'page') throw new Error('A page was asked for');
		take(reply.rows);
	},
});

/** Makes a step of a single read: only its reply can say that a record is gone. */
const recordStep = (
	recordId: Whole,
	take: (record: SingleRecord | undefined) => void,
): PollStep => ({
	ask: { kind: 'record', recordId },
	take: (reply) => {
		if (reply.kind !== 'record') throw new Error('A record was asked for');
		take(reply.record);
	},
});
