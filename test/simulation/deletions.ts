import {
	DeletionPoll,
	type DeletionReply,
	type DeletionRequest,
} from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import type { DeletionState } from '../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import { IdSet } from '../../nodes/RecordsDirectory/core/trigger/deletions/id-set';
import { Life, type EventOf } from './life';
import type { RecordPlan } from './plan';
import { seeded } from './random';
import { Service } from './service';

type DeletionEvent = EventOf<DeletionPoll>;

/** A trigger on deleted records. */
export class DeletionLife extends Life<
	RecordPlan,
	DeletionRequest,
	DeletionReply,
	DeletionState,
	DeletionEvent
> {
	readonly service: Service;
	private inBaseline: readonly number[] = [];
	/** IDs that a single read of this poll has shown to be deleted. */
	private readonly gone = new Set<number>();

	constructor(plan: RecordPlan) {
		super(plan);
		this.service = new Service(plan.dialect, seeded(plan.seed + 1));
		this.service.createEarlier(plan.initial, 0);
	}

	protected override quieten(): void {
		this.advance(1_000);
		this.service.act({ kind: 'hide', share: 0, singly: 'found' });
		this.service.act({ kind: 'jam', share: 0 });
		super.quieten();
	}

	protected override get quietPolls(): number {
		return 2 * this.plan.patrolEvery + 1;
	}

	protected override isStateTrue(): boolean {
		return this.mistaken().length === 0;
	}

	protected start() {
		const { maxRequests, pageSize, patrolEvery } = this.plan;
		const settings = { appsId: 7, maxRequests, pageSize, patrolEvery };
		return new DeletionPoll(this.state, settings);
	}

	override begin(): void {
		super.begin();
		this.gone.clear();
	}

	answer(request: DeletionRequest): DeletionReply {
		if (request.kind === 'page') return { ...this.service.reply(request), kind: 'page' };
		const id = Number(request.recordId);
		if (this.service.isDeleted(id)) this.gone.add(id);
		return this.service.single(id);
	}

	/** A record may leave the known ones only when its deletion is emitted. */
	protected judge(events: readonly DeletionEvent[], state: DeletionState): string[] {
		const emitted = events.map(({ recordId }) => Number(recordId));
		const isUntrue = (id: number) => isInBaseline(this.state) || !this.gone.has(id);
		this.untrue.push(...emitted.filter(isUntrue).map((id) => `record ${id}`));
		const alive = aliveIn(state);
		if (!isInBaseline(this.state)) {
			const left = [...aliveIn(this.state).minus(alive).minus(emitted)];
			this.lost.push(...left.map((id) => `record ${id} left the state without an event`));
		} else if (!isInBaseline(state))
			this.inBaseline = this.service.shown().filter((id) => alive.has(id));
		return events.map(({ eventId }) => eventId);
	}

	/** Too many removals at once are rejected. */
	protected override isExpected(error: unknown): boolean {
		return (error as Error).name === 'InputError' || super.isExpected(error);
	}

	protected override missing(): string[] {
		const emitted = new Set(this.emitted.map(({ recordId }) => recordId));
		return [
			...this.mistaken().map((id) => `record ${id} is not what the state believes`),
			...this.inBaseline
				.filter((id) => this.service.isDeleted(id) && !emitted.has(id))
				.map((id) => `record ${id} is deleted, without an event`),
		];
	}

	/** A record has at most as many events as it had deletions. */
	protected override undue(): string[] {
		const ids = this.emitted.map(({ recordId }) => Number(recordId));
		const count = (id: number) => ids.filter((one) => one === id).length;
		return [...new Set(ids)]
			.filter((id) => count(id) > this.service.deletions(id))
			.map((id) => `${count(id)} events for record ${id}`);
	}

	/** What the state and the service say differently. */
	private mistaken(): unknown[] {
		const believed = aliveIn(this.state);
		const live = IdSet.of(this.service.live().map(({ id }) => id));
		return [...believed.minus(live), ...live.minus(believed)];
	}
}

const isInBaseline = (state: DeletionState | undefined): boolean =>
	state === undefined || state.sweep?.kind === 'baseline';

/** The IDs that a state believes to be alive. */
function aliveIn(state: DeletionState | undefined): IdSet {
	const { listed, dead, hidden, pending } = state ?? {};
	const set = (text: string | undefined) => IdSet.unpack(text);
	return set(listed).minus(set(dead)).plus(set(hidden)).plus(set(pending));
}
