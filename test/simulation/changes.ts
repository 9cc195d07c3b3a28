import {
	ChangePoll,
	type ChangeState,
} from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordEvent } from '../../nodes/RecordsDirectory/core/trigger/changes/known-versions';
import type { PageReply } from '../../nodes/RecordsDirectory/core/trigger/poll-contract';
import type { PageRequest } from '../../nodes/RecordsDirectory/core/listing/walk';
import { Life } from './life';
import type { RecordPlan } from './plan';
import { seeded } from './random';
import { Service, text, timeAtStart, type Version } from './service';

/** The most events of a poll, in pages. */
const PAGES_OF_ITEMS = 5;

/** A trigger on created and edited records, which may begin with existing ones. */
export class ChangeLife extends Life<RecordPlan, PageRequest, PageReply, ChangeState, RecordEvent> {
	readonly service: Service;
	baselineStart = Infinity;
	baselineEnd = Infinity;
	lastRows = 0;
	/** The time since which existing records are emitted. */
	readonly since: string | undefined;
	/** When existing records had been read. */
	private existingEnd = Infinity;
	private readonly by: 'createdAt' | 'updatedAt';

	constructor(plan: RecordPlan) {
		super(plan);
		this.by = plan.event === 'recordCreated' ? 'createdAt' : 'updatedAt';
		const { dialect, initial, since } = plan;
		this.service = new Service(dialect, seeded(plan.seed + 1));
		// What differs is learnt from records that nobody can have edited.
		if (dialect.differs) for (const now of [-10_000, -9_000]) this.service.createEarlier(1, now);
		this.service.createEarlier(initial, 0);
		if (since === undefined) return;
		this.since = text(timeAtStart(dialect.zone) - since);
		// IDs prove nothing about times.
		for (const now of [-60, -9_000, -900]) this.service.createEarlier(Math.ceil(initial / 3), now);
	}

	protected override quieten(): void {
		this.advance(this.plan.overlap + 1);
	}

	protected override isPending(): boolean {
		const { scan, unproven } = this.state ?? {};
		return !this.state || scan !== undefined || unproven !== undefined;
	}

	protected start() {
		const { event, overlap, maxRequests, pageSize } = this.plan;
		// After a poll with a reply that was too large, the pages are smaller.
		const isSmaller = this.startedAt % 3 === 2;
		return new ChangePoll(this.state, {
			event,
			appsId: 7,
			overlapSeconds: overlap,
			maxRequests,
			pageSize: isSmaller ? Math.max(10, Math.floor(pageSize / 4)) : pageSize,
			mostItems: PAGES_OF_ITEMS * pageSize,
			since: this.since,
		});
	}

	answer(request: PageRequest): PageReply {
		const reply = this.service.reply(request);
		this.lastRows = reply.rows.length;
		return reply;
	}

	protected judge(events: readonly RecordEvent[], state: ChangeState): string[] {
		this.noteProgress(state);
		if (events.length > PAGES_OF_ITEMS * this.plan.pageSize)
			this.untrue.push(`${events.length} events in a poll`);
		let previous = '';
		return events.map(({ row }) => {
			const { revision } = (row.raw as { record: { revision: number } }).record;
			const key = this.keyOf({ id: Number(row.recordId), revision });
			if (row[this.by] < previous) this.untrue.push(`${key} is older than the event before it`);
			previous = row[this.by];
			if (row.isDeleted !== false) this.untrue.push(`${key} is deleted`);
			return key;
		});
	}

	private noteProgress({ scan }: ChangeState): void {
		const before = this.state?.scan?.purpose;
		const isFirst = this.state === undefined;
		if (this.baselineStart === Infinity) this.baselineStart = this.startedAt;
		if ((isFirst || before === 'baseline') && scan?.purpose !== 'baseline')
			this.baselineEnd = this.service.now;
		if ((isFirst || before === 'existing') && !scan) this.existingEnd = this.service.now;
	}

	protected override missing(): string[] {
		const emitted = new Set(this.emitted.map(({ key }) => key));
		return this.service
			.live()
			.filter((version) => !emitted.has(this.keyOf(version)) && this.isDue(version))
			.map(({ id, revision }) => `version ${revision} of record ${id}`);
	}

	/** Whether the newest version of a record must be emitted. */
	private isDue(newest: Version): boolean {
		const { event } = this.plan;
		if (this.since !== undefined) return newest[this.by] >= this.since;
		if (event === 'recordCreated')
			return this.service.history.find(({ id }) => id === newest.id)!.visibleAt > this.baselineEnd;
		// A creation, or an edit within its second before any poll, is no update.
		if (event === 'recordUpdated' && newest.updatedAt === newest.createdAt) return false;
		return newest.visibleAt > this.baselineEnd;
	}

	protected override undue(): string[] {
		const emitted = new Set(this.emitted.map(({ key }) => key));
		const versions = this.service.history
			.filter((version) => emitted.has(this.keyOf(version)) && this.isUndue(version))
			.map(({ id, revision }) => `${id}:${revision} was no event`);
		return [...versions, ...(this.since === undefined ? [] : this.misnamed(this.since))];
	}

	/** Whether a version is no event. */
	private isUndue(version: Version): boolean {
		const { event } = this.plan;
		const { revision, visibleAt, createdAt, updatedAt } = version;
		// Only records that are young enough, and as they were at some moment after the first poll had begun.
		if (this.since !== undefined) return version[this.by] < this.since || this.isReplaced(version);
		if (event === 'recordCreated' && revision > 1) return false;
		if (event === 'recordUpdated' && revision === 1 && createdAt === updatedAt) return true;
		return visibleAt < this.baselineStart;
	}

	/** Whether a newer version was visible before the first poll. */
	private isReplaced({ id, revision }: Version): boolean {
		const isNewer = (other: Version) => other.id === id && other.revision > revision;
		return (
			this.by === 'updatedAt' &&
			this.service.history.some((other) => isNewer(other) && other.visibleAt < this.baselineStart)
		);
	}

	/**
	 * The first event of each existing record: a creation, unless the record is older than the time. If it was edited while
	 * existing records were read, its newer version may have come first.
	 */
	private misnamed(since: string): string[] {
		const { history } = this.service;
		const existing = history.filter(({ visibleAt }) => visibleAt < this.baselineStart);
		const created = new Map(existing.map(({ id, createdAt }) => [id, createdAt]));
		const edited = new Set(
			history
				.filter(({ visibleAt }) => visibleAt >= this.baselineStart && visibleAt <= this.existingEnd)
				.map(({ id }) => id),
		);
		return this.emitted.flatMap(({ row: { recordId }, event }) => {
			const id = Number(recordId);
			const createdAt = created.get(id);
			created.delete(id);
			if (createdAt === undefined) return [];
			const isCreation = createdAt >= since;
			const isWrong = event === 'recordCreated' ? !isCreation : isCreation && !edited.has(id);
			return isWrong ? [`the first event of ${id} is ${event}`] : [];
		});
	}

	private keyOf({ id, revision }: Pick<Version, 'id' | 'revision'>): string {
		return this.by === 'createdAt' ? `${id}` : `${id}:${revision}`;
	}
}
