import { omit } from '../json';
import {
	emptyState,
	startChanges,
	type ChangeEvent,
	type ChangePoll,
	type ChangeSettings,
	type ChangeState,
} from './changes/changes';
import { existingOf } from './changes/event';
import { openSeen, packSeen } from './changes/seen';
import { mustBeRow, type PageReply, type RecordRow } from './listed-record';
import { mayFindMore, type Ended, type Poll } from './poll-contract';
import { stateOfScope } from './saved-state';
import { advanceSweep, resumeSweep, startSweep, type Sweep, type SweptPage } from './sweep';
import { walkRequest, type PageRequest } from '../listing/walk';
import { withThousands } from '../request/subject';
import { InputError } from '../values/input-error';

type RecordPoll<Event> = Poll<PageRequest, PageReply, Ended<Event, ChangeState>>;

/** As `startChanges`, but a trigger whose `since` is '' emits all records first, over several polls. */
export function startRecords(
	saved: ChangeState | undefined,
	settings: ChangeSettings,
): RecordPoll<ChangeEvent> {
	const known = stateOfScope(saved, settings.scope);
	const isDue = known ? known.existing !== undefined : settings.since === '';
	return isDue
		? new SweepPoll(known, settings, (page, state) => existingIn(page, state, settings))
		: startChanges(known, settings);
}

/** Emits each record once, and remembers the versions that the changes would find again. */
function existingIn(
	{ rows }: SweptPage<RecordRow>,
	state: ChangeState,
	settings: ChangeSettings,
): TakenPage<ChangeEvent> {
	const seen = openSeen(state.seen);
	const watched = { ...settings, unsteady: state.unsteady };
	const events = rows.flatMap(
		(row) => existingOf(row, { windowStart: state.windowStart, seen }, watched) ?? [],
	);
	return { events, state: { ...state, seen: packSeen(seen, () => true) } };
}

/** What a page of a sweep brings, and the state of the changes after it. */
interface TakenPage<Event> {
	readonly events: readonly Event[];
	readonly state: ChangeState;
}

interface SweepSettings extends ChangeSettings {
	/** A sweep of more records fails; undefined: none does. */
	readonly mostRecords?: number;
}

/** The most records of which the trigger keeps something: about 20 bytes each, read and written with every event. */
export const MOST_RECORDS = 20_000;

/**
 * Reads each record of a form once, by record ID. First it takes the baseline, if it is missing: that fixes the window that
 * later polls look at for changes. No poll looks for changes before the sweep ends.
 */
export class SweepPoll<Event> implements RecordPoll<Event> {
	private readonly settings: SweepSettings;
	private readonly takePage: (page: SweptPage<RecordRow>, state: ChangeState) => TakenPage<Event>;
	/** Undefined once it is taken. */
	private baseline: ChangePoll | undefined;
	private state: ChangeState;
	private warnings: readonly string[] | undefined;
	/** Undefined at its end. */
	private sweep: Sweep | undefined;
	/** Whether the next request checks the size of the form, so that publishing fails for a form that is too large. */
	private checksSize = false;
	private readonly events: Event[] = [];
	private fresh = 0;
	private left: number;

	constructor(
		saved: ChangeState | undefined,
		settings: SweepSettings,
		takePage: (page: SweptPage<RecordRow>, state: ChangeState) => TakenPage<Event>,
	) {
		const { pageSize, maxRequests } = settings;
		this.settings = settings;
		this.takePage = takePage;
		const baseline = startChanges(saved, settings);
		this.baseline = baseline.isBaseline ? baseline : undefined;
		this.state = saved ?? emptyState(settings);
		this.sweep = saved?.existing ? resumeSweep(saved.existing, pageSize) : startSweep(pageSize);
		this.left = maxRequests;
	}

	get request(): PageRequest | undefined {
		if (this.left <= 0) return undefined;
		if (this.baseline) return this.baseline.request;
		if (!this.sweep || !mayFindMore(this.events.length, this.settings)) return undefined;
		const next = walkRequest(this.sweep.walk);
		return this.checksSize ? { ...next, page: this.mostRecords + 1, limit: 1 } : next;
	}

	take(reply: PageReply): void {
		this.left--;
		if (this.baseline) {
			this.baseline.take(reply);
			if (!this.baseline.isBaseline) this.endBaseline();
		} else if (this.sweep) this.takeRows(this.sweep, reply);
	}

	end(): Ended<Event, ChangeState> {
		this.endBaseline();
		const { events, warnings, fresh, sweep } = this;
		const state = { ...omit(this.state, ['existing']), ...(sweep && { existing: sweep }) };
		return { events, state, fresh, warnings };
	}

	private get mostRecords(): number {
		return this.settings.mostRecords ?? Infinity;
	}

	private endBaseline(): void {
		if (!this.baseline) return;
		({ state: this.state, warnings: this.warnings } = this.baseline.end());
		this.baseline = undefined;
	}

	private takeRows(before: Sweep, { rows }: PageReply): void {
		if (this.checksSize) {
			if (rows.length > 0) throw tooLarge();
			this.checksSize = false;
			return;
		}
		rows.forEach(mustBeRow);
		const page = advanceSweep(before, rows);
		if (page.sweep.records > this.mostRecords) throw tooLarge();
		const isFull = rows.length === walkRequest(before.walk).limit;
		this.checksSize = this.mostRecords < Infinity && before.records === 0 && isFull;
		const { events, state } = this.takePage(page, this.state);
		this.events.push(...events);
		this.state = state;
		this.fresh += page.rows.length;
		this.sweep = page.isLast ? undefined : page.sweep;
	}
}

const tooLarge = () =>
	new InputError(
		`The form has more than ${withThousands(MOST_RECORDS)} records, more than the trigger can watch`,
		'Watch fewer records by a keyword or by a query on other fields, or watch Record Updated without chosen fields.',
	);
