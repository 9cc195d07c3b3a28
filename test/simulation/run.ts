import * as shipped from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type {
	ChangeSettings,
	ChangeState,
} from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordEvent } from '../../nodes/RecordsDirectory/core/trigger/changes/event';
import type { PageReply, Poll } from '../../nodes/RecordsDirectory/core/trigger/poll-contract';
import type { PageRequest } from '../../nodes/RecordsDirectory/core/listing/walk';
import { Life, repeatedIn, type LifeOutcome, type LifePlan } from './life';
import { seeded } from './random';
import { Service, text, type Act, type Dialect, type Version } from './service';

type Polling = Poll<PageRequest, PageReply, RecordEvent, ChangeState>;

/** The most events of a poll, in pages. */
const PAGES_OF_ITEMS = 5;

/** What a life needs of a core. */
export interface Core {
	readonly ChangePoll: new (...given: ConstructorParameters<typeof shipped.ChangePoll>) => Polling;
}

/** One simulated life of a trigger; everything that happens follows from it. */
export interface Plan extends LifePlan<Act> {
	readonly kind: ChangeSettings['event'];
	readonly dialect: Dialect;
	readonly overlap: number;
	readonly pageSize: number;
	/** Error of the machine's own clock, which must not matter. */
	readonly machineError: number;
	readonly initial: number;
}

export interface Outcome extends LifeOutcome {
	readonly lost: readonly Version[];
	/** Events for what happened before the baseline, for deleted rows, or of a wrong kind. */
	readonly untrue: readonly string[];
	/** Versions with two ids, or two versions with one id. */
	readonly idClashes: readonly string[];
}

interface Emitted {
	readonly key: string;
	readonly event: string;
}

/** Runs a plan against the shipped core, or against a changed copy of it. */
export class Run extends Life<Plan, Outcome, ChangeState, RecordEvent, Emitted> {
	readonly service: Service;
	baselineStart = Infinity;
	baselineEnd = Infinity;
	lastRows = 0;
	readonly untrue: string[] = [];
	readonly idClashes: string[] = [];
	private readonly idOf = new Map<string, string>();
	private readonly keyOf = new Map<string, string>();
	private readonly core: Core;

	constructor(plan: Plan, core: Core = shipped) {
		super(plan);
		this.core = core;
		this.service = new Service(plan.dialect, seeded(plan.seed + 1));
		// What differs is learnt from records that nobody can have edited.
		if (plan.dialect.differs)
			for (const now of [-10_000, -9_000]) {
				this.service.now = now;
				this.service.act({ kind: 'create', count: 1, lag: 0 });
			}
		this.service.now = 0;
		if (plan.initial > 0) this.service.act({ kind: 'create', count: plan.initial, lag: 0 });
	}

	/** Polls without failures until a scan that began after the last change has completed. */
	*calmDown(): Generator<void, boolean> {
		this.isRough = false;
		this.advance(this.plan.overlap + 1);
		for (let polls = 0, complete = 0; polls < 1_000; polls++) {
			const wasPending = this.isPending;
			yield;
			if (!this.isPending && (!wasPending || ++complete > 1)) return true;
			this.advance(this.plan.interval);
		}
		return false;
	}

	/** Whether a later poll has to continue or prove the work of an earlier one. */
	private get isPending(): boolean {
		const { scan, unproven } = this.state ?? {};
		return !this.state || scan !== undefined || unproven !== undefined;
	}

	settings() {
		const { kind, overlap, maxRequests, pageSize, machineError } = this.plan;
		return {
			event: kind,
			appsId: 7,
			overlapSeconds: overlap,
			maxRequests,
			pageSize: this.fitting(pageSize),
			mostItems: PAGES_OF_ITEMS * pageSize,
			// The shipped core has no such setting; a mutant with its own clock reads it.
			machineNow: text(Date.UTC(2026, 0, 15, 3) / 1000 + this.service.now + machineError),
		};
	}

	/** After a poll with a reply that was too large, the pages are smaller. */
	private fitting(pageSize: number): number {
		return this.startedAt % 3 === 2 ? Math.max(10, Math.floor(pageSize / 4)) : pageSize;
	}

	protected ask() {
		const poll = new this.core.ChangePoll(this.state, this.settings());
		this.drive(poll, (ask) => this.answer(ask));
		return poll.end();
	}

	answer(ask: PageRequest): PageReply {
		const reply = this.service.reply(ask);
		this.lastRows = reply.rows.length;
		return reply;
	}

	protected judge(events: readonly RecordEvent[], state: ChangeState): Emitted[] {
		this.noteBaseline(state);
		if (events.length > PAGES_OF_ITEMS * this.plan.pageSize)
			this.untrue.push(`${events.length} events in a poll`);
		const by = this.plan.kind === 'recordCreated' ? 'createdAt' : 'updatedAt';
		let previous = '';
		return events.map(({ event, eventId, row }) => {
			const { revision } = (row.raw as { record: { revision: number } }).record;
			const key = by === 'createdAt' ? `${row.recordId}` : `${row.recordId}:${revision}`;
			if (row[by] < previous) this.untrue.push(`${key} is older than the event before it`);
			previous = row[by];
			if (row.isDeleted !== false) this.untrue.push(`${key} is deleted`);
			if ((this.idOf.get(key) ?? eventId) !== eventId) this.idClashes.push(key);
			if ((this.keyOf.get(eventId) ?? key) !== key) this.idClashes.push(eventId);
			this.idOf.set(key, eventId);
			this.keyOf.set(eventId, key);
			return { key, event };
		});
	}

	private noteBaseline(state: ChangeState): void {
		if (this.baselineStart === Infinity) this.baselineStart = this.startedAt;
		const wasBaseline = this.state === undefined || this.state.scan?.purpose === 'baseline';
		if (wasBaseline && state.scan?.purpose !== 'baseline') this.baselineEnd = this.service.now;
	}

	outcome(): Outcome {
		const told = new Set(this.emitted.map(({ key }) => key));
		return {
			lost: this.service.live().filter((version) => this.isLost(version, told)),
			repeated: repeatedIn(this.emitted.map(({ key }) => key)),
			untrue: [...this.untrue, ...this.untold(told)],
			idClashes: this.idClashes,
			...this.figures(),
		};
	}

	protected isLost(newest: Version, told: ReadonlySet<string>): boolean {
		const { kind } = this.plan;
		if (kind === 'recordCreated') {
			const first = this.service.history.find(({ id }) => id === newest.id)!;
			return first.visibleAt > this.baselineEnd && !told.has(`${newest.id}`);
		}
		// A creation, or an edit within its second before any poll, is no update.
		if (kind === 'recordUpdated' && newest.updatedAt === newest.createdAt) return false;
		return newest.visibleAt > this.baselineEnd && !told.has(`${newest.id}:${newest.revision}`);
	}

	protected untold(told: ReadonlySet<string>): string[] {
		const { kind } = this.plan;
		return this.service.history
			.filter(({ id, revision, visibleAt, createdAt, updatedAt }) => {
				const key = kind === 'recordCreated' ? `${id}` : `${id}:${revision}`;
				if (!told.has(key) || (kind === 'recordCreated' && revision > 1)) return false;
				if (kind === 'recordUpdated' && revision === 1 && createdAt === updatedAt) return true;
				return visibleAt < this.baselineStart;
			})
			.map(({ id, revision }) => `${id}:${revision} was no event`);
	}
}
