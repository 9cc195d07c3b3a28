import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import {
	NoticePoll,
	type NoticeState,
	type UserReply,
} from '../../nodes/RecordsDirectory/core/trigger/notices';
import { Life, type EventOf } from './life';
import { nameOf, NoticeService } from './notice-service';
import type { NoticePlan } from './plan';
import { seeded } from './random';

/** What polls have seen of the notices of a user: each count, and how often it was another. */
type Seen = ReadonlyMap<string, { readonly count: number; readonly changes: number }>;

type NoticeEvent = EventOf<NoticePoll>;

/** A trigger on notices. */
export class NoticeLife extends Life<NoticePlan, string, UserReply, NoticeState, NoticeEvent> {
	readonly service: NoticeService;
	protected override readonly isLimited = true;
	/** What each poll whose state was saved has seen of each user. */
	private readonly seen: ReadonlyMap<string, Seen>[] = [];
	/** What the service showed to the poll that is running. */
	private readonly shown = new Map<string, ReadonlyMap<string, number | undefined>>();

	constructor(plan: NoticePlan) {
		super(plan);
		this.service = new NoticeService(plan.dialect, plan.people, seeded(plan.seed + 1));
	}

	/** One round emits all there is, and the next one nothing: `judge` sees to that. */
	protected override get quietPolls(): number {
		return 1 + Math.ceil(this.service.watched.length / this.plan.maxRequests);
	}

	/** Whether the last that was seen of each user is what the service shows. */
	protected override isStateTrue(): boolean {
		return this.service.watched.every((code) => {
			const seen = this.seen.at(-1)?.get(code);
			return [...this.service.counts(code)].every(
				([notice, count]) => count === undefined || count === (seen?.get(notice)?.count ?? 0),
			);
		});
	}

	protected start() {
		const { event } = this.plan;
		const { emits } = triggerEvents[event].source;
		const settings = { event, emits, codes: this.service.watched };
		return new NoticePoll(this.state, settings);
	}

	override begin(): void {
		super.begin();
		this.shown.clear();
	}

	answer(code: string) {
		this.shown.set(code, this.service.counts(code));
		return { rows: this.service.rows(code) };
	}

	protected judge(events: readonly NoticeEvent[]): string[] {
		const due = new Map<string, string>();
		const before = this.seen.at(-1);
		const after = [...this.shown].map(
			([code, counts]) => [code, this.follow(code, counts, before?.get(code), due)] as const,
		);
		const kept = [...(before ?? [])].filter(([code]) => this.service.watched.includes(code));
		this.seen.push(new Map([...kept, ...after]));
		const keys = events.map((event) => {
			const { code, count, previousCount, difference } = event;
			const words = inWords(code, nameOf(event), previousCount, count);
			const key = due.get(words);
			if (key === undefined || difference !== count - previousCount) this.untrue.push(words);
			due.delete(words);
			return key ?? words;
		});
		this.lost.push(...due.keys());
		return keys;
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
}

const inWords = (code: string, notice: string, from: number, to: number): string =>
	`the count ${notice} of ${code} from ${from} to ${to}`;
