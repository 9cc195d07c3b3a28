import * as shipped from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import type { DeletionState } from '../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import { IdSet } from '../../nodes/RecordsDirectory/core/trigger/deletions/id-set';
import { DeletionService, type Act, type Dialect } from './deletions-service';
import { Life, repeatedIn, type LifeOutcome, type LifePlan } from './life';
import { seeded } from './random';

export type Core = Pick<typeof shipped, 'DeletionPoll'>;
export type DeletionEvent = shipped.DeletionEvent;

/** One simulated life of a trigger on deletions. */
export interface Plan extends LifePlan<Act> {
	readonly dialect: Dialect;
	readonly pageSize: number;
	readonly patrolEvery: number;
	readonly initial: number;
}

export interface Outcome extends LifeOutcome {
	/** Deletions never emitted, records that left the state silently, and records about which the state is wrong. */
	readonly lost: readonly string[];
	/** Event IDs emitted twice, and more events for a record than it had deletions. */
	readonly repeated: readonly string[];
	/** Events in the baseline, and for records that no read has shown to be deleted. */
	readonly untrue: readonly string[];
	readonly refusals: number;
}

/** Runs a plan against the shipped core, or against a changed copy of it. */
export class DeletionLife extends Life<Plan, Outcome, DeletionState, DeletionEvent> {
	readonly service: DeletionService;
	private refusals = 0;
	private readonly untrue: number[] = [];
	private readonly unsaid: number[] = [];
	private inBaseline: readonly number[] = [];
	/** Ids that a single read of this poll has shown to be deleted. */
	private readonly gone = new Set<number>();
	private readonly core: Core;

	constructor(plan: Plan, core: Core = shipped) {
		super(plan);
		this.core = core;
		this.service = new DeletionService(plan.dialect, seeded(plan.seed + 1));
		if (plan.initial > 0) this.service.act({ kind: 'create', count: plan.initial, lag: 0 });
	}

	/** Polls without failures until everything has been checked; returns whether the state is then true. */
	*calmDown(): Generator<void, boolean> {
		this.isRough = false;
		this.advance(1_000);
		this.service.act({ kind: 'hide', share: 0, singly: 'found' });
		this.service.act({ kind: 'jam', share: 0 });
		for (let polls = 0, quiet = 0; polls < 3_000; polls++) {
			this.advance(this.plan.interval);
			const told = this.emitted.length;
			yield;
			const isQuiet = told === this.emitted.length && this.mistaken().length === 0;
			quiet = isQuiet ? quiet + 1 : 0;
			if (quiet > 2 * this.plan.patrolEvery) return true;
		}
		return false;
	}

	outcome(): Outcome {
		return {
			lost: this.lost(),
			repeated: [...repeatedIn(this.emitted.map(({ eventId }) => eventId)), ...this.tooOften()],
			untrue: this.untrue.map((id) => `record ${id}`),
			refusals: this.refusals,
			...this.figures(),
		};
	}

	protected ask() {
		const { seed: _, ...settings } = this.plan;
		const poll = new this.core.DeletionPoll(this.state, { ...settings, appsId: 7 });
		this.drive(poll, (ask) => this.answer(ask));
		return poll.end();
	}

	override begin(): void {
		super.begin();
		this.gone.clear();
	}

	answer(ask: shipped.DeletionRequest): shipped.DeletionReply {
		if (ask.kind === 'record' && this.service.isDeleted(Number(ask.recordId)))
			this.gone.add(Number(ask.recordId));
		return this.service.reply(ask);
	}

	/** A record may leave the known ones only when its deletion is emitted. */
	protected judge(events: readonly DeletionEvent[], state: DeletionState) {
		const told = events.map(({ recordId }) => Number(recordId));
		if (isInBaseline(this.state)) {
			this.untrue.push(...told);
			if (!isInBaseline(state))
				this.inBaseline = this.service.shown().filter((id) => aliveIn(state).has(id));
		} else {
			this.untrue.push(...told.filter((id) => !this.gone.has(id)));
			const left = aliveIn(this.state).minus(aliveIn(state)).minus(told);
			this.unsaid.push(...[...left].map(Number));
		}
		return events;
	}

	protected override isExpected(error: unknown): boolean {
		const isRefusal = (error as Error).name === 'InputError';
		if (isRefusal) this.refusals++;
		return isRefusal || super.isExpected(error);
	}

	/** One line for each record, however much is wrong with it. */
	private lost(): string[] {
		const of = (ids: Iterable<number>, words: string) => [...ids].map((id) => [id, words] as const);
		const all = new Map([
			...of(this.mistaken(), 'is not what the state believes'),
			...of(this.untold(), 'is deleted, and that was never told'),
			...of(this.unsaid, 'left the state without an event'),
		]);
		return [...all].map(([id, words]) => `record ${id} ${words}`);
	}

	/** What the state and the service say differently. */
	private mistaken(): number[] {
		const believed = aliveIn(this.state);
		const live = IdSet.of(this.service.live());
		return [...believed.minus(live), ...live.minus(believed)].map(Number);
	}

	/** Records that the baseline held, that are gone now, and of which nothing was said. */
	private untold(): number[] {
		const told = new Set(this.emitted.map(({ recordId }) => recordId));
		return this.inBaseline.filter((id) => this.service.isDeleted(id) && !told.has(id));
	}

	private tooOften(): string[] {
		const told = new Map<number, number>();
		for (const id of this.emitted.map((one) => Number(one.recordId)))
			told.set(id, (told.get(id) ?? 0) + 1);
		return [...told]
			.filter(([id, times]) => times > this.service.deletionsOf(id))
			.map(([id, times]) => `record ${id}, ${times} times`);
	}
}

const isInBaseline = (state: DeletionState | undefined): boolean =>
	state === undefined || state.sweep?.kind === 'baseline';

/** The ids that a state believes to be alive. */
function aliveIn(state: DeletionState | undefined): IdSet {
	const { listed, dead, hidden, pending } = state ?? {};
	const set = (text: string | undefined) => IdSet.unpack(text);
	return set(listed).minus(set(dead)).plus(set(hidden)).plus(set(pending));
}
