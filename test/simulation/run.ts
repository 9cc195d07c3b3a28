import * as shipped from '../../nodes/RecordsDirectory/core/trigger/changes';
import type { ChangeKind, ChangeState } from '../../nodes/RecordsDirectory/core/trigger/changes';
import { seeded } from './random';
import { Service, text } from './service';
import type { Act, Dialect, Version } from './service';

export type Core = Pick<typeof shipped, 'startChanges'>;

/** One simulated life of a trigger; everything that happens follows from it. */
export interface Plan {
	readonly seed: number;
	readonly kind: ChangeKind;
	readonly dialect: Dialect;
	readonly overlap: number;
	readonly pageSize: number;
	readonly maxRequests: number;
	/** Seconds between polls, and seconds that a request takes: writers write meanwhile. */
	readonly interval: number;
	readonly latency: number;
	/** Share of requests that fail, and of polls after which n8n falls back to an older state. */
	readonly failing: number;
	readonly restarts: number;
	/** Error of the machine's own clock, which must not matter. */
	readonly machineError: number;
	readonly initial: number;
	readonly acts: readonly { readonly gap: number; readonly act: Act }[];
}

export interface Outcome {
	readonly lost: readonly Version[];
	readonly repeated: readonly string[];
	/** Events for what happened before the baseline, for deleted rows, or of a wrong kind. */
	readonly untrue: readonly string[];
	/** Versions with two ids, or two versions with one id. */
	readonly idClashes: readonly string[];
	readonly stateChangedByFailure: boolean;
	/** The work did not come to an end although the service was quiet. */
	readonly isEndless: boolean;
	readonly requests: number;
	readonly mostRequests: number;
	readonly polls: number;
	readonly events: number;
	readonly largestState: number;
}

interface Emitted {
	readonly key: string;
	readonly event: string;
}

class Lost extends Error {}

/** Runs a plan against the shipped core, or against a changed copy of it. */
export class Run {
	readonly service: Service;
	readonly states: { state: ChangeState; emitted: number }[] = [];
	emitted: Emitted[] = [];
	state: ChangeState | undefined;
	baselineStart = Infinity;
	baselineEnd = Infinity;
	polls = 0;
	mostRequests = 0;
	largestState = 0;
	lastRows = 0;
	stateChangedByFailure = false;
	readonly untrue: string[] = [];
	readonly idClashes: string[] = [];
	private readonly idOf = new Map<string, string>();
	private readonly keyOf = new Map<string, string>();
	private readonly random: () => number;
	private readonly acts: { at: number; act: Act }[] = [];
	private isRough = true;

	readonly plan: Plan;
	private readonly core: Core;

	constructor(plan: Plan, core: Core = shipped) {
		this.plan = plan;
		this.core = core;
		this.random = seeded(plan.seed);
		this.service = new Service(plan.dialect, seeded(plan.seed + 1));
		if (plan.initial > 0) this.service.act({ kind: 'create', count: plan.initial, lag: 0 });
		let at = 0;
		for (const { gap, act } of plan.acts) this.acts.push({ at: (at += gap), act });
	}

	/** The whole life: baseline, rough times, then quiet until everything must have arrived. */
	live(): Outcome {
		while (this.acts.length > 0 && this.polls < 2_000) {
			this.poll();
			this.advance(this.plan.interval);
			if (this.random() < this.plan.restarts) this.fallBack();
		}
		const isEndless = !this.calmDown();
		return { ...this.outcome(), isEndless };
	}

	/** Polls without failures until a scan that began after the last change has completed. */
	calmDown(): boolean {
		this.isRough = false;
		this.advance(this.plan.overlap + 1);
		for (let polls = 0, complete = 0; polls < 1_000; polls++) {
			const wasPending = this.state === undefined || this.state.scan !== undefined;
			this.poll();
			if (this.state && !this.state.scan && (!wasPending || ++complete > 1)) return true;
			this.advance(this.plan.interval);
		}
		return false;
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
		const startedAt = this.service.now;
		try {
			const { events, state } = this.ask();
			this.emit(events);
			this.noteBaseline(startedAt, state);
			this.state = JSON.parse(JSON.stringify(state)) as ChangeState;
			this.states.push({ state: this.state, emitted: this.emitted.length });
			this.largestState = Math.max(this.largestState, JSON.stringify(state).length);
		} catch (error) {
			if (!(error instanceof Lost)) throw error;
			if (JSON.stringify(this.state) !== before) this.stateChangedByFailure = true;
		}
		const used = this.service.requests - requests;
		this.mostRequests = Math.max(this.mostRequests, used);
		return used;
	}

	settings() {
		const { kind, overlap, maxRequests, pageSize, machineError } = this.plan;
		return {
			event: kind,
			appsId: 7,
			scope: `7:${kind}`,
			overlapSeconds: overlap,
			maxRequests,
			pageSize,
			// The shipped core has no such setting; a mutant with its own clock reads it.
			machineNow: text(Date.UTC(2026, 0, 15, 3) / 1000 + this.service.now + machineError),
		};
	}

	private ask() {
		const poll = this.core.startChanges(this.state, this.settings());
		for (let asked = 0; poll.ask; asked++) {
			if (asked > this.plan.maxRequests) throw new Error('a poll exceeded its budget');
			this.advance(this.plan.latency * this.random());
			if (this.isRough && this.random() < this.plan.failing) throw new Lost();
			const reply = this.service.reply(poll.ask);
			this.lastRows = reply.rows.length;
			poll.take(reply);
			this.advance(this.plan.latency * this.random());
		}
		return poll.end();
	}

	private emit(events: ReturnType<ReturnType<Core['startChanges']>['end']>['events']): void {
		const by = this.plan.kind === 'recordCreated' ? 'createdAt' : 'updatedAt';
		let previous = '';
		for (const { event, eventId, row } of events) {
			const { revision } = (row.raw as { record: { revision: number } }).record;
			const key = by === 'createdAt' ? `${row.recordId}` : `${row.recordId}:${revision}`;
			if (row[by] < previous) this.untrue.push(`${key} is older than the event before it`);
			previous = row[by];
			if (row.isDeleted !== 0) this.untrue.push(`${key} is deleted`);
			this.emitted.push({ key, event });
			if ((this.idOf.get(key) ?? eventId) !== eventId) this.idClashes.push(key);
			if ((this.keyOf.get(eventId) ?? key) !== key) this.idClashes.push(eventId);
			this.idOf.set(key, eventId);
			this.keyOf.set(eventId, key);
		}
	}

	private noteBaseline(startedAt: number, state: ChangeState): void {
		if (this.baselineStart === Infinity) this.baselineStart = startedAt;
		const wasBaseline = this.state === undefined || this.state.scan?.isBaseline === true;
		if (wasBaseline && !state.scan?.isBaseline) this.baselineEnd = this.service.now;
	}

	/** n8n died: it goes on with a state it had saved, and knows nothing of what came after. */
	private fallBack(): void {
		const index = Math.floor(this.random() * this.states.length);
		const saved = this.states[index];
		if (!saved) return;
		this.state = saved.state;
		this.states.length = index + 1;
		this.emitted = this.emitted.slice(0, saved.emitted);
	}

	outcome(): Omit<Outcome, 'isEndless'> {
		const count = new Map<string, number>();
		for (const { key } of this.emitted) count.set(key, (count.get(key) ?? 0) + 1);
		const repeated = [...count].filter(([, n]) => n > 1).map(([key]) => key);
		return {
			lost: this.service.live().filter((version) => this.isLost(version, count)),
			repeated,
			untrue: [...this.untrue, ...this.untold(count)],
			idClashes: this.idClashes,
			stateChangedByFailure: this.stateChangedByFailure,
			requests: this.service.requests,
			mostRequests: this.mostRequests,
			polls: this.polls,
			events: this.emitted.length,
			largestState: this.largestState,
		};
	}

	private isLost(newest: Version, emitted: ReadonlyMap<string, number>): boolean {
		const { kind } = this.plan;
		if (kind === 'recordCreated') {
			const first = this.service.history.find(({ id }) => id === newest.id)!;
			return first.visibleAt > this.baselineEnd && !emitted.has(`${newest.id}`);
		}
		// A creation, or an edit within its second before any poll, is no update.
		if (kind === 'recordUpdated' && newest.updatedAt === newest.createdAt) return false;
		return newest.visibleAt > this.baselineEnd && !emitted.has(`${newest.id}:${newest.revision}`);
	}

	private untold(emitted: ReadonlyMap<string, number>): string[] {
		const { kind } = this.plan;
		return this.service.history
			.filter(({ id, revision, visibleAt, createdAt, updatedAt }) => {
				const key = kind === 'recordCreated' ? `${id}` : `${id}:${revision}`;
				if (!emitted.has(key) || (kind === 'recordCreated' && revision > 1)) return false;
				if (kind === 'recordUpdated' && revision === 1 && createdAt === updatedAt) return true;
				return visibleAt < this.baselineStart;
			})
			.map(({ id, revision }) => `${id}:${revision} was no event`);
	}
}
