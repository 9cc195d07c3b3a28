import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import * as shipped from '../../nodes/RecordsDirectory/core/trigger/notices';
import type { NoticeEvent, NoticeState } from '../../nodes/RecordsDirectory/core/trigger/notices';
import type { JsonObject } from '../../nodes/RecordsDirectory/core/json';
import { Life, repeatedIn, type LifeOutcome, type LifePlan } from './life';
import { nameOf, NoticeService, type Act, type Dialect } from './notices-service';
import { seeded } from './random';

export type Core = Pick<typeof shipped, 'NoticePoll'>;

/** One simulated life of a trigger on notices. */
export interface Plan extends LifePlan<Act> {
	readonly event: 'noticeCountIncreased' | 'noticeCountChanged';
	readonly dialect: Dialect;
	/** Whom the trigger watches at first. */
	readonly people: number;
}

export interface Outcome extends LifeOutcome {
	readonly lost: readonly string[];
	/** Events for what did not change, or with an id that is not their own. */
	readonly untrue: readonly string[];
}

/** What polls have seen of the notices of one person: the count, and how often it was another. */
type Seen = ReadonlyMap<string, { readonly count: number; readonly changes: number }>;

/** Runs a plan against the shipped core, or against a changed copy of it. */
export class NoticeLife extends Life<Plan, Outcome, NoticeState, NoticeEvent> {
	readonly service: NoticeService;
	/** What each poll whose state was saved has seen of each person. */
	private readonly seen: ReadonlyMap<string, Seen>[] = [];
	/** What the service showed to the poll that is running. */
	private readonly shown = new Map<string, ReadonlyMap<string, number | undefined>>();
	private readonly lost: string[] = [];
	private readonly untrue: string[] = [];
	private readonly idOf = new Map<string, string>();
	private readonly changeOf = new Map<string, string>();
	private readonly core: Core;

	constructor(plan: Plan, core: Core = shipped) {
		super(plan);
		this.core = core;
		this.service = new NoticeService(plan.dialect, plan.people, seeded(plan.seed + 1));
	}

	/** One round tells all there is, and the next one nothing: the judge sees to that. Whether everybody was read. */
	*calmDown(): Generator<void, boolean> {
		this.isRough = false;
		const { watched } = this.service;
		const round = Math.ceil(watched.length / this.plan.maxRequests);
		for (let polls = 0; polls < 2 * round; polls++) {
			this.advance(this.plan.interval);
			yield;
		}
		return watched.every((code) => this.isKnown(code));
	}

	/** Whether the last that was seen of a person is what the service shows. */
	private isKnown(code: string): boolean {
		const seen = this.seen.at(-1)?.get(code);
		const counts = [...this.service.counts(code)];
		return counts.every(
			([notice, count]) => count === undefined || count === (seen?.get(notice)?.count ?? 0),
		);
	}

	outcome(): Outcome {
		return {
			lost: this.lost,
			repeated: repeatedIn(this.emitted.map(({ eventId }) => eventId)),
			untrue: this.untrue,
			...this.figures(),
		};
	}

	protected ask() {
		const { event, maxRequests } = this.plan;
		const codes = this.service.watched;
		const { emits } = triggerEvents[event].source;
		const poll = new this.core.NoticePoll(this.state, { event, emits, codes });
		// The limit of the site ends a poll; the next one reads on.
		for (
			let { request } = poll;
			request !== undefined && this.shown.size < maxRequests;
			{ request } = poll
		) {
			const code = request;
			poll.take({ rows: this.request(() => this.answer(code)) });
		}
		return poll.end();
	}

	override begin(): void {
		super.begin();
		this.shown.clear();
	}

	answer(code: string): JsonObject[] {
		this.shown.set(code, this.service.counts(code));
		return this.service.rows(code);
	}

	protected judge(events: readonly NoticeEvent[]) {
		const due = new Map<string, string>();
		const before = this.seen.at(-1);
		const after = [...this.shown].map(
			([code, counts]) => [code, this.follow(code, counts, before?.get(code), due)] as const,
		);
		const kept = [...(before ?? [])].filter(([code]) => this.service.watched.includes(code));
		this.seen.push(new Map([...kept, ...after]));
		for (const event of events) this.check(event, due);
		this.lost.push(...due.keys());
		return events;
	}

	protected override fallBack(): void {
		super.fallBack();
		this.seen.length = this.states.length;
	}

	/** Notes what must be emitted about a user, in terms of what is visible: which change of this count it is. */
	private follow(
		code: string,
		counts: ReadonlyMap<string, number | undefined>,
		before: Seen | undefined,
		due: Map<string, string>,
	): Seen {
		const after = [...counts].map(([notice, shown]) => {
			// A notice without a number counts as missing.
			const known = before?.get(notice) ?? { count: before ? 0 : (shown ?? 0), changes: 0 };
			const count = shown ?? known.count;
			if (count === known.count) return [notice, known] as const;
			const changes = known.changes + 1;
			if (count > known.count || this.plan.event === 'noticeCountChanged')
				due.set(
					inWords(code, notice, known.count, count),
					`${code} ${notice} ${changes} ${known.count} ${count}`,
				);
			return [notice, { count, changes }] as const;
		});
		return new Map(after);
	}

	private check(event: NoticeEvent, due: Map<string, string>): void {
		const { code, eventId, count, previousCount, difference } = event;
		const words = inWords(code, nameOf(event), previousCount, count);
		const change = due.get(words);
		if (change === undefined || difference !== count - previousCount) {
			this.untrue.push(words);
			return;
		}
		due.delete(words);
		const isOwn = (this.changeOf.get(eventId) ?? change) === change;
		if (!isOwn || (this.idOf.get(change) ?? eventId) !== eventId)
			this.untrue.push(`${words}, with the id ${eventId}`);
		this.idOf.set(change, eventId);
		this.changeOf.set(eventId, change);
	}
}

const inWords = (code: string, notice: string, from: number, to: number): string =>
	`the count ${notice} of ${code} from ${from} to ${to}`;
