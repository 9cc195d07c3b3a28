import { omit } from '../json';
import {
	emptyState,
	startChanges,
	type ChangePoll,
	type ChangeSettings,
	type ChangeState,
} from './changes/changes';
import { openSeen } from './changes/seen';
import { mustBeRow, type PageReply, type RecordRow } from './listed-record';
import { mayFindMore, type Ended, type Poll } from './poll-contract';
import { advanceSweep, resumeSweep, startSweep, type Sweep, type SweptPage } from './sweep';
import { walkRequest, type PageRequest } from '../listing/walk';
import { withThousands } from '../request/subject';
import { mistake } from '../values/input-error';

/** Returns what a page of a sweep brings. */
type TakePage<Event> = (page: SweptPage<RecordRow>, changes: ChangeState) => readonly Event[];

interface SweepSettings extends ChangeSettings {
	/** A sweep of more records fails. */
	readonly mostRecords: number;
}

/** The most records of which the trigger keeps something: about 20 bytes each, read and written with every event. */
export const MOST_RECORDS = 20_000;

/**
 * Reads each record of a form once, by record ID. First it takes the baseline, if it is missing: that fixes the window that
 * later polls look at for changes. No poll looks for changes before the sweep ends.
 */
export class SweepPoll<Event> implements Poll<PageRequest, PageReply, Ended<Event, ChangeState>> {
	private readonly settings: SweepSettings;
	private readonly takePage: TakePage<Event>;
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

	constructor(saved: ChangeState | undefined, settings: SweepSettings, takePage: TakePage<Event>) {
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
		return this.checksSize ? { ...next, page: this.settings.mostRecords + 1, limit: 1 } : next;
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
		if (page.sweep.records > this.settings.mostRecords) throw tooLarge();
		const isFull = rows.length === walkRequest(before.walk).limit;
		this.checksSize = before.records === 0 && isFull;
		this.events.push(...this.takePage(page, this.state));
		this.fresh += page.rows.length;
		this.sweep = page.isLast ? undefined : page.sweep;
	}
}

const tooLarge = () => mistake('tooManyRecords', { most: withThousands(MOST_RECORDS) });

/**
 * Returns whether a record existed when the trigger began. Any other record was created later, however late it is found.
 * `seen` are the records that the baseline has found in its window.
 */
export function wasThere({ windowStart, seen }: Pick<ChangeState, 'windowStart' | 'seen'>) {
	const known = openSeen(seen);
	return ({ recordId, createdAt }: RecordRow): boolean =>
		createdAt < windowStart || known.has(recordId);
}
