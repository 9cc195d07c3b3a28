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
import { FormReading } from './form-reading';
import { mustBeRow, type PageReply } from './listed-record';
import { mayFindMore, type Ended, type Poll } from './poll-contract';
import { stateOfScope } from './saved-state';
import type { PageRequest } from '../listing/walk';

type RecordPoll = Poll<PageRequest, PageReply, Ended<ChangeEvent, ChangeState>>;

/** As `startChanges`, but a trigger whose `since` is '' emits all records first, over several polls. */
export function startRecords(saved: ChangeState | undefined, settings: ChangeSettings): RecordPoll {
	const known = stateOfScope(saved, settings.scope);
	const isDue = known ? known.existing !== undefined : settings.since === '';
	return isDue ? new ExistingPoll(known, settings) : startChanges(known, settings);
}

/**
 * Emits each record of a form once, by record ID. First it reads the newest time, which fixes the window that later polls look
 * at for changes. No poll looks for changes before the reading ends, so that each version in the window is known by then.
 */
class ExistingPoll implements RecordPoll {
	private readonly settings: ChangeSettings;
	private readonly reading: FormReading;
	/** Undefined once it is taken. */
	private baseline: ChangePoll | undefined;
	private state: ChangeState;
	private warnings: readonly string[] = [];
	private readonly events: ChangeEvent[] = [];
	private left: number;

	constructor(saved: ChangeState | undefined, settings: ChangeSettings) {
		this.settings = settings;
		this.reading = new FormReading(saved?.existing, { ...settings, kind: 'unbounded' });
		this.left = settings.maxRequests;
		const baseline = startChanges(saved, settings);
		this.baseline = baseline.isBaseline ? baseline : undefined;
		this.state = saved ?? emptyState(settings);
	}

	get request(): PageRequest | undefined {
		if (this.left <= 0) return undefined;
		if (this.baseline) return this.baseline.request;
		return mayFindMore(this.events.length, this.settings) ? this.reading.request : undefined;
	}

	take(reply: PageReply): void {
		this.left--;
		if (this.baseline) this.takeBaseline(this.baseline, reply);
		else this.takePage(reply);
	}

	end(): Ended<ChangeEvent, ChangeState> {
		if (this.baseline) this.endBaseline(this.baseline);
		const state = omit(this.state, ['existing']);
		const { rest } = this.reading;
		const next = { ...state, ...(rest && { existing: rest }) };
		const { events, warnings } = this;
		return { events, state: next, fresh: events.length, warnings };
	}

	private takeBaseline(baseline: ChangePoll, reply: PageReply): void {
		baseline.take(reply);
		if (baseline.isBaseline) return;
		this.endBaseline(baseline);
		this.baseline = undefined;
	}

	private endBaseline(baseline: ChangePoll): void {
		const { state, warnings = [] } = baseline.end();
		this.state = state;
		this.warnings = warnings;
	}

	private takePage(reply: PageReply): void {
		reply.rows.forEach(mustBeRow);
		const { state, settings } = this;
		const seen = openSeen(state.seen);
		const watched = { ...settings, unsteady: state.unsteady };
		for (const row of this.reading.take(reply)?.rows ?? []) {
			const event = existingOf(row, { windowStart: state.windowStart, seen }, watched);
			if (event) this.events.push(event);
		}
		this.state = { ...state, seen: packSeen(seen, () => true) };
	}
}
