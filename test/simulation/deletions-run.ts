import * as shipped from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import type {
	DeletionEvent,
	DeletionState,
} from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import { Ids } from '../../nodes/RecordsDirectory/core/trigger/deletions/ids';
import { DeletionService } from './deletions-service';
import type { Act, Dialect } from './deletions-service';
import { seeded } from './random';

export type Core = Pick<typeof shipped, 'startDeletions'>;

/** One simulated life of a trigger on deletions; everything that happens follows from it. */
export interface Plan {
	readonly seed: number;
	readonly dialect: Dialect;
	readonly pageSize: number;
	readonly maxRequests: number;
	readonly patrolEvery: number;
	/** Seconds between polls, and seconds that a request takes: writers write meanwhile. */
	readonly interval: number;
	readonly latency: number;
	/** Share of requests that fail, and of polls after which n8n falls back to an older state. */
	readonly failing: number;
	readonly restarts: number;
	readonly initial: number;
	readonly acts: readonly { readonly gap: number; readonly act: Act }[];
}

export interface Outcome {
	/** Ids whose deletion was never told, or that are still believed to be there. */
	readonly lost: readonly number[];
	/** Event ids told twice, and more events for a record than it had deletions. */
	readonly repeated: readonly string[];
	/** Events for records that were there when they were told. */
	readonly untrue: readonly number[];
	/** Records that left the saved state without an event. */
	readonly unsaid: readonly number[];
	readonly stateChangedByFailure: boolean;
	/** The work did not come to an end although the service was quiet. */
	readonly isEndless: boolean;
	readonly refusals: number;
	readonly mostRequests: number;
	readonly events: number;
}

class Lost extends Error {}

/** Runs a plan against the shipped core, or against a changed copy of it. */
export class DeletionLife {
	readonly service: DeletionService;
	state: DeletionState | undefined;
	told: DeletionEvent[] = [];
	refusals = 0;
	polls = 0;
	mostRequests = 0;
	stateChangedByFailure = false;
	readonly untrue: number[] = [];
	readonly unsaid: number[] = [];
	private states: { state: DeletionState; told: number }[] = [];
	private readonly acts: { at: number; act: Act }[] = [];
	private readonly random: () => number;
	private readonly plan: Plan;
	private readonly core: Core;
	private inBaseline: readonly number[] = [];
	private isRough = true;

	constructor(plan: Plan, core: Core = shipped) {
		this.plan = plan;
		this.core = core;
		this.random = seeded(plan.seed);
		this.service = new DeletionService(plan.dialect, seeded(plan.seed + 1));
		if (plan.initial > 0) this.service.act({ kind: 'create', count: plan.initial, lag: 0 });
		let at = 0;
		for (const { gap, act } of plan.acts) this.acts.push({ at: (at += gap), act });
	}

	/** The whole life: baseline, rough times, then quiet until everything must have been told. */
	live(): Outcome {
		while (this.acts.length > 0 && this.polls < 2_000) {
			this.poll();
			this.advance(this.plan.interval);
			if (this.random() < this.plan.restarts) this.fallBack();
		}
		const isEndless = !this.calmDown();
		const { stateChangedByFailure, refusals, mostRequests, untrue, unsaid } = this;
		const told = new Map<number, number>();
		const ids = new Map<string, number>();
		for (const { recordId, eventId } of this.told) {
			told.set(recordId, (told.get(recordId) ?? 0) + 1);
			ids.set(eventId, (ids.get(eventId) ?? 0) + 1);
		}
		return {
			lost: [...this.stillBelieved(), ...this.untold(told)],
			repeated: [
				...[...ids].filter(([, times]) => times > 1).map(([id]) => id),
				...[...told]
					.filter(([id, times]) => times > this.service.deletionsOf(id))
					.map(([id, times]) => `${id} ${times} times`),
			],
			untrue,
			unsaid,
			stateChangedByFailure,
			isEndless,
			refusals,
			mostRequests,
			events: this.told.length,
		};
	}

	advance(seconds: number): void {
		const until = this.service.now + seconds;
		while (this.acts.length > 0 && this.acts[0]!.at <= until) {
			const { at, act } = this.acts.shift()!;
			this.service.now = Math.max(this.service.now, at);
			this.service.act(act);
		}
		this.service.now = until;
	}

	/** One tick as n8n makes it: a failure leaves everything as it was. */
	poll(): number {
		this.polls++;
		const before = JSON.stringify(this.state);
		const requests = this.service.requests;
		try {
			const { events, state } = this.ask();
			this.compare(events, state);
			this.told.push(...events);
			this.state = JSON.parse(JSON.stringify(state)) as DeletionState;
			this.noteBaseline();
		} catch (error) {
			if ((error as Error).name === 'Refusal') this.refusals++;
			else if (!(error instanceof Lost)) throw error;
			if (JSON.stringify(this.state) !== before) this.stateChangedByFailure = true;
		}
		const used = this.service.requests - requests;
		this.mostRequests = Math.max(this.mostRequests, used);
		return used;
	}

	/** Polls without failures until all has been looked at; whether what is believed is then true. */
	calmDown(): boolean {
		this.isRough = false;
		this.advance(1_000);
		this.service.act({ kind: 'hide', share: 0, singly: 'found' });
		for (let polls = 0, quiet = 0; polls < 3_000; polls++) {
			this.advance(this.plan.interval);
			const told = this.told.length;
			this.poll();
			quiet = told === this.told.length && this.stillBelieved().length === 0 ? quiet + 1 : 0;
			if (quiet > 2 * this.plan.patrolEvery) return true;
		}
		return false;
	}

	/** What the state and the service say differently. */
	private stillBelieved(): number[] {
		const believed = aliveIn(this.state);
		return [...believed.minus(this.service.live()), ...Ids.of(this.service.live()).minus(believed)];
	}

	/** Records that the baseline held, that are gone now, and of which nothing was said. */
	private untold(told: ReadonlyMap<number, number>): number[] {
		return this.inBaseline.filter((id) => this.service.isDeleted(id) && !told.has(id));
	}

	private noteBaseline(): void {
		if (this.state?.sweep?.kind === 'baseline') return;
		if (this.states.length === 0)
			this.inBaseline = this.service.shown().filter((id) => aliveIn(this.state).has(id));
		this.states.push({ state: this.state!, told: this.told.length });
	}

	private ask() {
		const { seed: _, ...settings } = this.plan;
		const poll = this.core.startDeletions(this.state, { ...settings, scope: 's', appsId: 7 });
		for (let ask = poll.ask; ask; ask = poll.ask) {
			this.advance(this.plan.latency * this.random());
			if (this.isRough && this.random() < this.plan.failing) throw new Lost();
			const reply = this.service.reply(ask);
			if (ask.kind === 'record' && this.service.isDeleted(ask.recordId))
				this.gone.add(ask.recordId);
			poll.take(reply);
			this.advance(this.plan.latency * this.random());
		}
		return poll.end();
	}

	/** Ids that a single read of the service has shown to be deleted. */
	private readonly gone = new Set<number>();

	/** A record leaves what is believed alive only when its deletion is told. */
	private compare(events: readonly DeletionEvent[], state: DeletionState): void {
		const told = events.map(({ recordId }) => recordId);
		this.untrue.push(...told.filter((id) => !this.gone.has(id)));
		this.gone.clear();
		if (this.state === undefined || this.state.sweep?.kind === 'baseline') {
			this.unsaid.push(...told);
			return;
		}
		const left = aliveIn(this.state).minus(aliveIn(state));
		this.unsaid.push(...left.minus(told));
	}

	/** n8n died: it goes on with a state it had saved, and knows nothing of what came after. */
	private fallBack(): void {
		const index = Math.floor(this.random() * this.states.length);
		const saved = this.states[index];
		if (!saved) return;
		this.state = saved.state;
		this.states = this.states.slice(0, index + 1);
		this.told = this.told.slice(0, saved.told);
	}
}

/** The ids that a state believes to be alive. */
export function aliveIn(state: DeletionState | undefined): Ids {
	const { listed, dead, hidden, pending } = state ?? {};
	const set = (text: string | undefined) => Ids.unpack(text);
	return set(listed).minus(set(dead)).plus(set(hidden)).plus(set(pending));
}
