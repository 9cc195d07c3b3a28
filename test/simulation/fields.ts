import * as shipped from '../../nodes/RecordsDirectory/core/trigger/field-history';
import type { RecordEvent } from '../../nodes/RecordsDirectory/core/trigger/changes/event';
import type { FieldHistoryState } from '../../nodes/RecordsDirectory/core/trigger/field-history';
import { later } from '../../nodes/RecordsDirectory/core/values/moment';
import type { PageRequest } from '../../nodes/RecordsDirectory/core/listing/walk';
import type { PageReply, RecordRow } from '../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { Life } from './life';
import type { RecordPlan } from './plan';
import { seeded } from './random';
import { Service, statusOf } from './service';

const watched = ({ raw }: Pick<RecordRow, 'raw'>): string => (raw as { status: string }).status;

/** A trigger on the status of each record, as one of the watched fields. */
export class FieldsLife extends Life<
	RecordPlan,
	PageRequest,
	PageReply,
	FieldHistoryState,
	RecordEvent
> {
	readonly service: Service;
	protected override readonly isLimited = true;
	/** When the first poll that succeeded was over, and the newest time that it was shown. */
	private first: { readonly at: number; readonly newest: string } | undefined;
	private newest = '';
	/** When the poll that completed the baseline was over. */
	private baselineEnd = 0;
	private readonly core: Pick<typeof shipped, 'FieldHistoryPoll'>;

	constructor(plan: RecordPlan, core: Pick<typeof shipped, 'FieldHistoryPoll'> = shipped) {
		super(plan);
		this.core = core;
		this.service = new Service(plan.dialect, seeded(plan.seed + 1));
		this.service.createEarlier(Math.round(plan.initial * 0.6), -10_000);
		// In the window of the baseline.
		this.service.createEarlier(Math.round(plan.initial * 0.4), 0);
	}

	protected override isPending(): boolean {
		const { scan, unproven, sweep } = this.state ?? {};
		return !this.state || [scan, unproven, sweep].some((part) => part !== undefined);
	}

	protected override isStateTrue(): boolean {
		return this.mistaken().length === 0;
	}

	protected start() {
		const { event, overlap, pageSize } = this.plan;
		const settings = { appsId: 7, overlapSeconds: overlap, maxRequests: 30, pageSize };
		return new this.core.FieldHistoryPoll(this.state, { event, ...settings, watched });
	}

	override begin(): void {
		super.begin();
		this.newest = '';
	}

	answer(request: PageRequest): PageReply {
		const reply = this.service.reply(request);
		for (const { updatedAt } of reply.rows) this.newest = later(this.newest, updatedAt);
		return reply;
	}

	/** What is known about a record changes only with an event. */
	protected judge(events: readonly RecordEvent[], state: FieldHistoryState): string[] {
		this.first ??= { at: this.service.now, newest: this.newest };
		if (this.state?.since === undefined) this.baselineEnd = this.service.now;
		const before = this.state?.ledger ?? {};
		const emitted = new Map<string, string>();
		for (const event of events) {
			const id = String(event.row.recordId);
			const known = emitted.get(id) ?? before[id];
			const isCreation = event.event === 'recordCreated';
			// What this poll has read first is known to it.
			const previous = known ?? event.previous;
			const isNews = isCreation ? known === undefined : previous !== watched(event.row);
			if (!isNews || event.previous !== previous) this.untrue.push(`record ${id}`);
			if (isCreation && this.isOld(id)) this.untrue.push(`record ${id} is old`);
			emitted.set(id, watched(event.row));
		}
		for (const [id, known] of Object.entries(state.ledger ?? {}))
			if (before[id] !== undefined && before[id] !== known && !emitted.has(id))
				this.lost.push(`record ${id} changed without an event`);
		return events.map(({ eventId }) => eventId);
	}

	protected override missing(): string[] {
		return [...this.mistaken(), ...this.unannounced()];
	}

	/** Live records of which the state says something else than the service. */
	private mistaken(): string[] {
		return this.service
			.live()
			.filter((version) => this.state?.ledger?.[version.id] !== statusOf(version))
			.map(({ id }) => `record ${id} is not what the state believes`);
	}

	/** Live records that were created after the baseline, and whose creation was not emitted. */
	private unannounced(): string[] {
		if (this.plan.event !== 'recordCreatedOrUpdated') return [];
		const creations = this.emitted.filter(({ event }) => event === 'recordCreated');
		const emitted = new Set(creations.map(({ row }) => row.recordId));
		const { at, newest } = this.first!;
		return this.service
			.live()
			.filter(({ id }) => {
				const { visibleAt, createdAt } = this.service.history.find((one) => one.id === id)!;
				return !emitted.has(id) && visibleAt > at && createdAt > newest;
			})
			.map(({ id }) => `record ${id} was created, without an event`);
	}

	/** What is edited in the window of the baseline before it was read may come as created. */
	private isOld(id: string): boolean {
		const [first, ...edits] = this.service.history.filter((one) => String(one.id) === id);
		if (first!.writtenAt < 0) return true;
		return first!.writtenAt === 0 && edits.every(({ writtenAt }) => writtenAt > this.baselineEnd);
	}
}
