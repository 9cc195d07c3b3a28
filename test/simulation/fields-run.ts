import * as shipped from '../../nodes/RecordsDirectory/core/trigger/field-history';
import type { RecordEvent } from '../../nodes/RecordsDirectory/core/trigger/changes/event';
import type { FieldHistoryState } from '../../nodes/RecordsDirectory/core/trigger/field-history';
import { later } from '../../nodes/RecordsDirectory/core/values/moment';
import type { PageRequest } from '../../nodes/RecordsDirectory/core/listing/walk';
import type { PageReply, RecordRow } from '../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { Life, repeatedIn, type LifeOutcome, type LifePlan } from './life';
import { seeded } from './random';
import { Service, type Act, type Dialect, type Version } from './service';

export type Core = Pick<typeof shipped, 'FieldHistoryPoll'>;

/** One simulated life of a trigger on a field of each record. */
export interface Plan extends LifePlan<Act> {
	readonly kind: 'recordUpdated' | 'recordCreatedOrUpdated';
	readonly dialect: Dialect;
	readonly overlap: number;
	readonly pageSize: number;
	readonly initial: number;
}

export interface Outcome extends LifeOutcome {
	readonly lost: readonly string[];
	readonly untrue: readonly string[];
}

/** What is watched: every second revision leaves it as it was. */
export const fieldOf = (revision: number): string => String(Math.floor(revision / 2));

const watched = ({ raw }: Pick<RecordRow, 'raw'>): string =>
	fieldOf((raw as { record: { revision: number } }).record.revision);

type Ledger = Readonly<Record<string, string>>;

/** Runs a plan against the shipped core, or against a changed copy of it. */
export class FieldsLife extends Life<Plan, Outcome, FieldHistoryState, RecordEvent> {
	readonly service: Service;
	private readonly untrue: string[] = [];
	private readonly silent: string[] = [];
	/** When the first poll that succeeded was over, and the newest time that it was shown. */
	private first: { readonly at: number; readonly newest: string } | undefined;
	private newest = '';
	/** When the poll that completed the baseline was over. */
	private baselineEnd = 0;
	private readonly core: Core;

	constructor(plan: Plan, core: Core = shipped) {
		super(plan);
		this.core = core;
		this.service = new Service(plan.dialect, seeded(plan.seed + 1));
		// The last of them are in the window of the baseline.
		for (const [now, share] of [
			[-10_000, 0.6],
			[0, 0.4],
		] as const) {
			this.service.now = now;
			this.service.act({ kind: 'create', count: Math.round(plan.initial * share), lag: 0 });
		}
	}

	/** Polls without failures until all is read and known; whether what is believed is then true. */
	*calmDown(): Generator<void, boolean> {
		this.isRough = false;
		for (let polls = 0; polls < 500; polls++) {
			this.advance(this.plan.interval);
			yield;
			if (this.state && !this.isPending(this.state) && this.mistaken().length === 0) return true;
		}
		return false;
	}

	outcome(): Outcome {
		return {
			lost: [...this.silent, ...this.mistaken(), ...this.untold()],
			repeated: repeatedIn(this.emitted.map(({ eventId }) => eventId)),
			untrue: this.untrue,
			...this.figures(),
		};
	}

	protected ask() {
		const { kind, overlap, maxRequests, pageSize } = this.plan;
		const poll = new this.core.FieldHistoryPoll(this.state, {
			event: kind,
			appsId: 7,
			overlapSeconds: overlap,
			maxRequests: 30,
			pageSize,
			watched,
		});
		// The limit of the site ends a poll; the next one reads on.
		for (
			let n = 0, { request } = poll;
			request !== undefined && n < maxRequests;
			n++, { request } = poll
		) {
			const wanted = request;
			poll.take(this.request(() => this.answer(wanted)));
		}
		return poll.end();
	}

	override begin(): void {
		super.begin();
		this.newest = '';
	}

	answer(ask: PageRequest): PageReply {
		const reply = this.service.reply(ask);
		for (const { updatedAt } of reply.rows) this.newest = later(this.newest, updatedAt);
		return reply;
	}

	/** What is known about a record changes only with an event. */
	protected judge(events: readonly RecordEvent[], state: FieldHistoryState) {
		this.first ??= { at: this.service.now, newest: this.newest };
		if (this.state?.since === undefined) this.baselineEnd = this.service.now;
		const before = heldIn(this.state);
		const after = heldIn(state);
		const told = new Map<string, string>();
		for (const event of events) {
			const id = String(event.row.recordId);
			const held = told.get(id) ?? before[id];
			const isCreation = event.event === 'recordCreated';
			// What this poll has read first is known to it.
			const previous = held ?? event.previous;
			const isNews = isCreation ? held === undefined : previous !== watched(event.row);
			if (!isNews || event.previous !== previous) this.untrue.push(`record ${id}`);
			if (isCreation && this.isOld(id)) this.untrue.push(`record ${id} is old`);
			told.set(id, watched(event.row));
		}
		for (const [id, held] of Object.entries(before))
			if (after[id] !== undefined && after[id] !== held && !told.has(id))
				this.silent.push(`record ${id} changed without an event`);
		return events;
	}

	/** Live records of which the state says something else than the service. */
	private mistaken(): string[] {
		const held = heldIn(this.state);
		return this.service
			.live()
			.filter(({ id, revision }) => held[id] !== fieldOf(revision))
			.map(({ id }) => `record ${id} is not what the state believes`);
	}

	/** Live records that were created after the baseline, and of which nothing was said. */
	private untold(): string[] {
		if (this.plan.kind !== 'recordCreatedOrUpdated') return [];
		const told = new Set(
			this.emitted.flatMap(({ event, row }) => (event === 'recordCreated' ? [row.recordId] : [])),
		);
		return this.service
			.live()
			.filter(({ id }) => !told.has(id) && !this.isFromBefore(this.firstOf(id)))
			.map(({ id }) => `record ${id} was created, and that was never told`);
	}

	private firstOf(id: number | string): Version {
		return this.service.history.find((version) => String(version.id) === String(id))!;
	}

	private isFromBefore({ visibleAt, createdAt }: Version): boolean {
		const { at, newest } = this.first!;
		return visibleAt <= at || createdAt <= newest;
	}

	/** What is edited in the window of the baseline before it was read may come as created. */
	private isOld(id: string): boolean {
		const [first, ...edits] = this.service.history.filter((one) => String(one.id) === id);
		if (first!.writtenAt < 0) return true;
		return first!.writtenAt === 0 && edits.every(({ writtenAt }) => writtenAt > this.baselineEnd);
	}

	private isPending({ scan, unproven, sweep }: FieldHistoryState): boolean {
		return [scan, unproven, sweep].some((part) => part !== undefined);
	}
}

const heldIn = (state: FieldHistoryState | undefined): Ledger => state?.ledger ?? {};
