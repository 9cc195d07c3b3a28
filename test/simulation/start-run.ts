import * as shipped from '../../nodes/RecordsDirectory/core/trigger/existing';
import { Run, type Outcome, type Plan as RunPlan } from './run';
import { text, type Version } from './service';

export type Core = Pick<typeof shipped, 'startRecords'>;

/** One simulated life of a trigger that begins with existing records. */
export interface Plan extends RunPlan {
	readonly kind: 'recordCreated' | 'recordCreatedOrUpdated';
	/** The age of the oldest to emit, in seconds before the first poll; null for all. */
	readonly since: number | null;
}

const timeOf = ({ since, dialect }: Plan): string =>
	since === null ? '' : text(Date.UTC(2026, 0, 15, 3) / 1000 + dialect.zone - since);

/** Runs a plan against the shipped core, or against a changed copy of it. */
export class StartLife extends Run {
	protected override readonly isOldestFirst: boolean;
	private readonly from: string;
	private readonly by: 'createdAt' | 'updatedAt';

	constructor(plan: Plan, core: Core = shipped) {
		const from = timeOf(plan);
		super(plan, {
			startChanges: (saved, settings) => core.startRecords(saved, { ...settings, since: from }),
		});
		this.from = from;
		this.by = plan.kind === 'recordCreated' ? 'createdAt' : 'updatedAt';
		this.isOldestFirst = plan.since !== null;
		// IDs prove nothing about times.
		for (const before of [60, 9_000, 900]) {
			this.service.now = -before;
			this.service.act({ kind: 'create', count: Math.ceil(plan.initial / 3), lag: 0 });
		}
		this.service.now = 0;
	}

	override outcome(): Outcome {
		const outcome = super.outcome();
		return { ...outcome, untrue: [...outcome.untrue, ...this.outOfOrder()] };
	}

	/** Each record that exists in the end and is young enough must have come. */
	protected override isLost(newest: Version, told: ReadonlySet<string>): boolean {
		return newest[this.by] >= this.from && !told.has(this.keyOfVersion(newest));
	}

	/** Only records that are young enough, and as they were at some moment after the first poll had begun. */
	protected override untold(told: ReadonlySet<string>): string[] {
		const { history } = this.service;
		return history
			.filter((version) => told.has(this.keyOfVersion(version)))
			.filter((version) => version[this.by] < this.from || this.isReplaced(version))
			.map(({ id, revision }) => `${id}:${revision} was no event`);
	}

	private isReplaced({ id, revision }: Version): boolean {
		if (this.by === 'createdAt') return false;
		return this.service.history.some(
			(later) =>
				later.id === id && later.revision > revision && later.visibleAt < this.baselineStart,
		);
	}

	/** All records that were there at first come once as created, from the highest ID down. */
	private outOfOrder(): string[] {
		if (this.isOldestFirst) return [];
		const there = new Set(
			this.service.history
				.filter(({ visibleAt }) => visibleAt < this.baselineStart)
				.map(({ id }) => id),
		);
		const seen = new Set<number>();
		let before = Infinity;
		return this.emitted.flatMap(({ key, event }) => {
			const id = Number(key.split(':')[0]);
			if (!there.has(id) || seen.has(id)) return [];
			seen.add(id);
			const isWrong = id > before || event !== 'recordCreated';
			before = id;
			return isWrong ? [`the first event of ${id} is out of order, or not of a creation`] : [];
		});
	}

	private keyOfVersion({ id, revision }: Version): string {
		return this.by === 'createdAt' ? `${id}` : `${id}:${revision}`;
	}
}
