import { seeded } from './random';

/** What plans of all kinds say; everything that happens in a life follows from its plan. */
export interface LifePlan<Act = unknown> {
	readonly seed: number;
	readonly maxRequests: number;
	/** Seconds between polls, and seconds per request, during which writers write. */
	readonly interval: number;
	readonly latency: number;
	/** Share of requests that fail, and of polls after which n8n falls back to an older state. */
	readonly failing: number;
	readonly restarts: number;
	readonly acts: readonly { readonly gap: number; readonly act: Act }[];
}

export interface LifeOutcome {
	/** What was never emitted, what was emitted more than once, and what should not have been emitted. */
	readonly lost: readonly unknown[];
	readonly repeated: readonly string[];
	readonly untrue: readonly unknown[];
	readonly stateChangedByFailure: boolean;
	/** Whether the work did not end although the service was quiet. */
	readonly isEndless: boolean;
	readonly requests: number;
	readonly mostRequests: number;
	readonly polls: number;
	readonly events: number;
	readonly largestState: number;
}

type ActOf<Plan extends LifePlan> = Plan['acts'][number]['act'];

interface Model<Act> {
	now: number;
	readonly requests: number;
	act(act: Act): void;
}

interface Asking<Ask, Reply> {
	readonly request: Ask | undefined;
	take(reply: Reply): void;
}

export class RequestFailed extends Error {}

/** A trigger and a service under scripted writers. Subclasses say what is requested and what must be emitted. */
export abstract class Life<
	Plan extends LifePlan,
	Outcome extends LifeOutcome,
	State extends object,
	Event,
	Told = Event,
> {
	abstract readonly service: Model<ActOf<Plan>>;
	readonly plan: Plan;
	state: State | undefined;
	emitted: Told[] = [];
	polls = 0;
	mostRequests = 0;
	largestState = 0;
	protected readonly states: { readonly state: State; readonly emitted: number }[] = [];
	protected isRough = true;
	/** When the poll that is running began. */
	protected startedAt = 0;
	private stateChangedByFailure = false;
	private isEndless = false;
	private readonly random: () => number;
	private readonly acts: { readonly at: number; readonly act: ActOf<Plan> }[] = [];

	constructor(plan: Plan) {
		this.plan = plan;
		this.random = seeded(plan.seed);
		let at = 0;
		for (const { gap, act } of plan.acts) this.acts.push({ at: (at += gap), act });
	}

	/** A poll of the core: its events, and the state to save. */
	protected abstract ask(): { readonly events: readonly Event[]; readonly state: State };

	/** Checks what a poll emitted, before the state changes. */
	protected abstract judge(events: readonly Event[], state: State): readonly Told[];

	/** Polls without failures until everything must have been emitted; returns whether that ended. Yields for each poll. */
	abstract calmDown(): Generator<void, boolean>;

	abstract outcome(): Outcome;

	/** The whole life: baseline, rough times, then quiet until everything must have been emitted. Yields for each poll. */
	*course(): Generator<void, Outcome> {
		while (this.acts.length > 0 && this.polls < 2_000) {
			yield;
			this.advance(this.plan.interval);
			if (this.random() < this.plan.restarts) this.fallBack();
		}
		this.isEndless = !(yield* this.calmDown());
		return this.outcome();
	}

	live(): Outcome {
		return this.through(this.course());
	}

	through<Result>(course: Generator<void, Result>): Result {
		for (;;) {
			const { done, value } = course.next();
			if (done) return value;
			this.poll();
		}
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
		this.begin();
		const before = JSON.stringify(this.state);
		const requests = this.service.requests;
		try {
			const { events, state } = this.ask();
			this.end(events, state);
		} catch (error) {
			if (!this.isExpected(error)) throw error;
			if (JSON.stringify(this.state) !== before) this.stateChangedByFailure = true;
		}
		const used = this.service.requests - requests;
		this.mostRequests = Math.max(this.mostRequests, used);
		return used;
	}

	/** A poll begins. */
	begin(): void {
		this.polls++;
		this.startedAt = this.service.now;
	}

	/** Takes what a successful poll emits and saves. */
	end(events: readonly Event[], state: State): void {
		this.emitted.push(...this.judge(events, state));
		this.save(JSON.stringify(state));
	}

	/** Answers a poll until it asks no more. */
	protected drive<Ask, Reply>(poll: Asking<Ask, Reply>, reply: (ask: Ask) => Reply): void {
		for (let asked = 0, { request } = poll; request !== undefined; asked++, { request } = poll) {
			if (asked > this.plan.maxRequests) throw new Error('a poll exceeded its budget');
			const wanted = request;
			poll.take(this.request(() => reply(wanted)));
		}
	}

	/** Time passes while a request is made, and some fail. */
	request<Reply>(reply: () => Reply): Reply {
		this.advance(this.plan.latency * this.random());
		if (this.isRough && this.random() < this.plan.failing) throw new RequestFailed();
		const given = reply();
		this.advance(this.plan.latency * this.random());
		return given;
	}

	protected isExpected(error: unknown): boolean {
		return error instanceof RequestFailed;
	}

	/** n8n died: it continues with a saved state, and knows nothing of what came after. */
	protected fallBack(): void {
		const index = Math.floor(this.random() * this.states.length);
		const saved = this.states[index];
		if (!saved) return;
		this.state = saved.state;
		this.states.length = index + 1;
		this.emitted = this.emitted.slice(0, saved.emitted);
	}

	/** The part of an outcome that is the same for all. */
	protected figures() {
		const { stateChangedByFailure, isEndless, mostRequests, polls, largestState } = this;
		const { requests } = this.service;
		const events = this.emitted.length;
		return {
			stateChangedByFailure,
			isEndless,
			requests,
			mostRequests,
			polls,
			events,
			largestState,
		};
	}

	private save(text: string): void {
		this.state = JSON.parse(text) as State;
		this.states.push({ state: this.state, emitted: this.emitted.length });
		this.largestState = Math.max(this.largestState, text.length);
	}
}

/** Those of the given things that are there more than once. */
export function repeatedIn(things: Iterable<string>): string[] {
	const count = new Map<string, number>();
	for (const thing of things) count.set(thing, (count.get(thing) ?? 0) + 1);
	return [...count].filter(([, n]) => n > 1).map(([thing]) => thing);
}
