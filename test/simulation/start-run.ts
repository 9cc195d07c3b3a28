import { Run, type Core, type Outcome, type Plan as RunPlan } from './run';
import { text, type Version } from './service';

/** One simulated life of a trigger that begins with existing records. */
export interface Plan extends RunPlan {
	readonly kind: 'recordCreated' | 'recordCreatedOrUpdated';
	/** The age of the oldest to emit, in seconds before the first poll. */
	readonly since: number;
}

const timeOf = ({ since, dialect }: Plan): string =>
	text(Date.UTC(2026, 0, 15, 3) / 1000 + dialect.zone - since);

/** Runs a plan against the shipped core, or against a changed copy of it. */
export class StartLife extends Run {
	private readonly from: string;
	private readonly by: 'createdAt' | 'updatedAt';
	/** When existing records had been read. */
	private startEnd = Infinity;

	constructor(plan: Plan, core?: Core) {
		super(plan, core);
		this.from = timeOf(plan);
		this.by = plan.kind === 'recordCreated' ? 'createdAt' : 'updatedAt';
		// IDs prove nothing about times.
		for (const before of [60, 9_000, 900]) {
			this.service.now = -before;
			this.service.act({ kind: 'create', count: Math.ceil(plan.initial / 3), lag: 0 });
		}
		this.service.now = 0;
	}

	override settings() {
		return { ...super.settings(), since: this.from };
	}

	override outcome(): Outcome {
		const outcome = super.outcome();
		return { ...outcome, untrue: [...outcome.untrue, ...this.misnamed()] };
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

	protected override judge(...given: Parameters<Run['judge']>) {
		const wasReading = !this.state || this.state.scan?.purpose === 'existing';
		if (wasReading && !given[1].scan) this.startEnd = this.service.now;
		return super.judge(...given);
	}

	/**
	 * The first event of each record that was there at first: a creation, unless it is older than the time. If it was
	 * edited while existing records were read, its newer version may have come first.
	 */
	private misnamed(): string[] {
		const { history } = this.service;
		const created = new Map(
			history
				.filter(({ visibleAt }) => visibleAt < this.baselineStart)
				.map(({ id, createdAt }) => [id, createdAt]),
		);
		const edited = new Set(
			history
				.filter(({ visibleAt }) => visibleAt >= this.baselineStart && visibleAt <= this.startEnd)
				.map(({ id }) => id),
		);
		return this.emitted.flatMap(({ key, event }) => {
			const id = Number(key.split(':')[0]);
			const createdAt = created.get(id);
			created.delete(id);
			if (createdAt === undefined) return [];
			const isCreation = createdAt >= this.from;
			const isWrong = event === 'recordCreated' ? !isCreation : isCreation && !edited.has(id);
			return isWrong ? [`the first event of ${id} is ${event}`] : [];
		});
	}

	private keyOfVersion({ id, revision }: Version): string {
		return this.by === 'createdAt' ? `${id}` : `${id}:${revision}`;
	}
}
