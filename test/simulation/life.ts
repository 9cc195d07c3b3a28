import type { Poll } from '../../nodes/RecordsDirectory/core/trigger/poll-contract';
import type { Plan as AnyPlan } from './plan';
import { seeded } from './random';
import type { Tally } from './table';

export interface Outcome extends Tally {
	/** What is wrong, in sentences; empty for a life that keeps every promise. */
	readonly faults: readonly string[];
}

type ActOf<Plan extends AnyPlan> = Plan['acts'][number]['act'];

interface Model<Act> {
	now: number;
	readonly requests: number;
	act(act: Act): void;
	/** Milliseconds that the `Date` header says; undefined: there is none. */
	date(): number | undefined;
}

export class RequestFailed extends Error {}

export interface AnyEvent {
	readonly event: string;
	readonly eventId: string;
}

/** What a class of polls emits. */
export type EventOf<P extends { end(): { readonly events: readonly unknown[] } }> = ReturnType<
	P['end']
>['events'][number];

/**
 * A trigger and a service under scripted writers. Subclasses say what is requested and which events are due; this class
 * finds what is emitted twice and which IDs of events are wrong.
 */
export abstract class Life<
	Plan extends AnyPlan,
	Request,
	Reply,
	State extends object,
	Event extends AnyEvent = AnyEvent,
> {
	abstract readonly service: Model<ActOf<Plan>>;
	readonly plan: Plan;
	state: State | undefined;
	/** Requests fail and n8n dies; ends before everything must have been emitted. */
	isRough = true;
	/** The events, and what each is about: two events about the same are a repeat. */
	emitted: (Event & { readonly key: string })[] = [];
	protected readonly lost: string[] = [];
	protected readonly untrue: string[] = [];
	/** The site's rate limit, not the poll itself, ends a poll after the most requests. */
	protected readonly isLimited: boolean = false;
	protected readonly states: { readonly state: State; readonly emitted: number }[] = [];
	/** When the poll that is running began. */
	protected startedAt = 0;
	private readonly random: () => number;
	private readonly acts: { readonly at: number; readonly act: ActOf<Plan> }[] = [];
	private stateChangedByFailure = false;
	private isEndless = false;
	private polls = 0;
	private mostRequests = 0;
	private largestState = 0;
	private readonly idByKey = new Map<string, string>();
	private readonly keyById = new Map<string, string>();

	constructor(plan: Plan) {
		this.plan = plan;
		this.random = seeded(plan.seed);
		let at = 0;
		for (const { gap, act } of plan.acts) this.acts.push({ at: (at += gap), act });
	}

	/** A poll of the core from the state. */
	protected abstract start(): Poll<Request, Reply, Event, State>;

	/** What the service replies. */
	abstract answer(request: Request): Reply;

	/** Checks what a poll emits, before the state changes; returns what each event is about. */
	protected abstract judge(events: readonly Event[], state: State): readonly string[];

	/** Whether work is left for later polls. */
	protected isPending(): boolean {
		return false;
	}

	/** Whether the state and the service say the same. */
	protected isStateTrue(): boolean {
		return true;
	}

	/** What was due and never emitted, and what is wrong with the last state. */
	protected missing(): readonly string[] {
		return [];
	}

	/** Events that were not due, as far as only the whole life shows it. */
	protected undue(): readonly string[] {
		return [];
	}

	/** The service becomes quiet. */
	protected quieten(): void {
		this.advance(this.plan.interval);
	}

	/** The number of polls that find nothing, and leave nothing, before everything must have been emitted. */
	protected get quietPolls(): number {
		return 2;
	}

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

	/** Polls without failures until everything must have been emitted; returns whether that ended. Yields for each poll. */
	*calmDown(): Generator<void, boolean> {
		this.isRough = false;
		this.quieten();
		for (let polls = 0, quiet = this.isPending() ? 0 : 1; polls < 3_000; polls++) {
			const emitted = this.emitted.length;
			yield;
			if (this.emitted.length > emitted || !this.isStateTrue()) quiet = 0;
			else if (!this.isPending()) quiet++;
			if (quiet >= this.quietPolls) return true;
			this.advance(this.plan.interval);
		}
		return false;
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

	/** One tick as n8n makes it: a failure leaves everything as it was. Returns the number of requests. */
	poll(): number {
		this.begin();
		const before = JSON.stringify(this.state);
		const { requests } = this.service;
		try {
			const { events, state } = this.run();
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
		const keys = this.judge(events, state);
		for (const [i, event] of events.entries()) {
			const { eventId } = event;
			const key = keys[i]!;
			const isOwn = (this.idByKey.get(key) ?? eventId) === eventId;
			if (!isOwn || (this.keyById.get(eventId) ?? key) !== key)
				this.untrue.push(`the event ID ${eventId} of ${key} is not its own, or changed`);
			this.idByKey.set(key, eventId);
			this.keyById.set(eventId, key);
			this.emitted.push({ ...event, key });
		}
		const text = JSON.stringify(state);
		this.state = JSON.parse(text) as State;
		this.states.push({ state: this.state, emitted: this.emitted.length });
		this.largestState = Math.max(this.largestState, text.length);
	}

	/** Time passes while a request is made, and some fail. */
	request<Result>(reply: () => Result): Result {
		const { latency, failing } = this.plan;
		this.advance(latency * this.random());
		if (this.isRough && this.random() < failing) throw new RequestFailed();
		const given = reply();
		this.advance(latency * this.random());
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

	/** Answers a poll until it asks no more. */
	private run() {
		const { maxRequests } = this.plan;
		const poll = this.start();
		for (let sent = 0, { request } = poll; request !== undefined; sent++, { request } = poll) {
			if (this.isLimited && sent === maxRequests) break;
			if (sent > maxRequests) throw new Error('a poll exceeded its budget');
			const wanted = request;
			poll.take(this.request(() => this.answer(wanted)));
		}
		return poll.end();
	}

	private outcome(): Outcome {
		const { isEndless, stateChangedByFailure, polls, mostRequests, largestState } = this;
		const lost = [...this.lost, ...this.missing()];
		const repeated = repeatedIn(this.emitted.map(({ key }) => key));
		const untrue = [...this.untrue, ...this.undue()];
		return {
			...{ runs: 1, polls, events: this.emitted.length },
			...{ lost: lost.length, repeated: repeated.length, untrue: untrue.length },
			...{ requests: this.service.requests, mostRequests, largestState },
			faults: [
				...lost.map((words) => `Lost: ${words}.`),
				...repeated.map((words) => `Repeated: ${words}.`),
				...untrue.map((words) => `Untrue: ${words}.`),
				...(isEndless ? ['The work never came to an end.'] : []),
				...(stateChangedByFailure ? ['A poll that failed changed the state.'] : []),
				...(mostRequests > this.plan.maxRequests ? [`A poll made ${mostRequests} requests.`] : []),
			],
		};
	}
}

function repeatedIn(keys: readonly string[]): string[] {
	const seen = new Set<string>();
	const repeated = new Set<string>();
	for (const key of keys) (seen.has(key) ? repeated : seen).add(key);
	return [...repeated];
}
