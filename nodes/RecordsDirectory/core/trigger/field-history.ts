import type { TriggerEventName } from '../../api/trigger';
import { idIn } from '../id';
import { omit, fingerprint } from '../json';
import { walkRequest, type PageRequest } from '../listing/walk';
import { isDeleted } from '../request/reply';
import { withThousands } from '../text';
import { mistake } from '../values/input-error';
import { shiftTime } from '../values/moment';
import {
	ChangePoll,
	type ChangeEvent,
	type ChangeSettings,
	type ChangeState,
} from './changes/changes';
import { existedBefore } from './changes/event';
import type { PageReply, RecordRow } from './listed-record';
import { mayFindMore, type Ended, type Poll } from './poll-contract';
import { advanceSweep, resumeSweep, startSweep, type Sweep, type SweptPage } from './sweep';
import type { ValueOf } from './watched-values';

interface FieldHistorySettings extends Omit<ChangeSettings, 'event' | 'since'> {
	readonly event: TriggerEventName;
	readonly watched: ValueOf;
	/** Without a state the first sweep emits the records from this time on; undefined: none. */
	readonly emitsSince?: string | undefined;
}

/** A change of watched values; `previous` has the values before it, and is absent for a creation. */
export interface FieldChange extends Omit<ChangeEvent, 'event'> {
	readonly event: TriggerEventName;
	readonly previous?: string;
}

/** The state between polls, as plain JSON; it grows with the form. */
export interface FieldHistoryState {
	/** The changes, with the sweep that earlier polls have not completed. */
	readonly changes: ChangeState;
	/** The last known values of each record, by record ID. */
	readonly ledger: Readonly<Record<string, string>>;
	/** Records created before this time existed when the trigger began; absent before the baseline. */
	readonly since?: string | undefined;
	/** The oldest time of the records that the first sweep emits; absent if it emits none. */
	readonly emitsSince?: string | undefined;
	/** The number of records after the last completed sweep, and the newest time then; absent before the first one. */
	readonly counted?: { readonly records: number; readonly newest: string } | undefined;
	/** Known records that the last sweep did not list: deleted ones, or late ones. */
	readonly unlisted?: readonly string[] | undefined;
}

/** The most records of which the trigger keeps something: about 20 bytes each, read and written with every event. */
const MOST_RECORDS = 20_000;
/** The form is read again if more records are known than twice those that it had, plus this number. */
const SPARE_RECORDS = 1_000;

/**
 * A poll for changes of watched values, among the changes that `ChangePoll` finds. The first polls sweep the form, after the
 * baseline that fixes the window which later polls look at, and emit nothing: the history of a record begins with these values.
 * If far more records are known than the form had, the form is swept again, to forget deleted records. No poll looks for changes
 * before a sweep ends. Throws an `InputError` for a form that is too large.
 */
export class FieldHistoryPoll
	implements Poll<PageRequest, PageReply, Ended<FieldChange, FieldHistoryState>>
{
	private readonly settings: FieldHistorySettings;
	private readonly saved: FieldHistoryState | undefined;
	private readonly last: LastValues;
	private readonly emitsSince: string | undefined;
	/** Whether no sweep has ended so far. */
	private readonly isFirst: boolean;
	private readonly isSweep: boolean;
	/** Undefined without a sweep, and at its end. */
	private sweep: Sweep | undefined;
	/** Finds the changes, or takes the baseline before a sweep; undefined when it has ended. */
	private changes: ChangePoll | undefined;
	/** What the changes have saved last. */
	private state: ChangeState;
	/** Whether the next request checks the size of the form, so that publishing fails for a form that is too large. */
	private checksSize = false;
	private readonly events: FieldChange[] = [];
	private fresh = 0;
	private warnings: readonly string[] | undefined;
	private left: number;

	constructor(saved: FieldHistoryState | undefined, settings: FieldHistorySettings) {
		const { pageSize, maxRequests } = settings;
		const existing = saved?.changes.existing;
		this.settings = settings;
		this.saved = saved;
		this.last = new LastValues(saved, settings.watched);
		this.emitsSince = (saved ?? settings).emitsSince;
		this.isFirst = saved?.counted === undefined;
		this.isSweep = this.isFirst || existing !== undefined || this.knowsFarMore();
		if (this.isSweep)
			this.sweep = existing ? resumeSweep(existing, pageSize) : startSweep(pageSize);
		const changes = new ChangePoll(saved?.changes, {
			...settings,
			event: 'recordCreatedOrUpdated',
		});
		this.state = changes.saved;
		this.changes = this.isSweep && !changes.isBaseline ? undefined : changes;
		this.left = maxRequests;
	}

	get request(): PageRequest | undefined {
		if (this.changes) return this.changes.request;
		if (!this.sweep || this.left <= 0) return undefined;
		if (!mayFindMore(this.events.length, this.settings)) return undefined;
		const next = walkRequest(this.sweep.walk);
		return this.checksSize ? { ...next, page: this.mostRecords + 1, limit: 1 } : next;
	}

	take(reply: PageReply): void {
		this.left--;
		if (this.changes) {
			this.changes.take(reply);
			if (this.isSweep && !this.changes.isBaseline) this.endChanges();
		} else if (this.sweep) this.takePage(this.sweep, reply);
	}

	end(): Ended<FieldChange, FieldHistoryState> {
		this.endChanges();
		const { saved, last, sweep, isSweep, state, events, fresh, warnings } = this;
		const counts = isSweep && !sweep;
		return {
			events,
			fresh,
			warnings,
			state: {
				changes: { ...omit(state, ['existing']), ...(sweep && { existing: sweep }) },
				since: saved?.since ?? (state.scan?.isBaseline ? undefined : state.windowStart),
				emitsSince: sweep && this.emitsSince,
				counted: counts ? { records: last.size, newest: state.newest } : saved?.counted,
				...last.pack(),
			},
		};
	}

	/** A sweep reads the rows of the baseline again. */
	private endChanges(): void {
		if (!this.changes) return;
		const { events, state, fresh = 0, warnings } = this.changes.end();
		this.changes = undefined;
		this.state = state;
		this.warnings = warnings;
		if (this.isSweep) return;
		this.fresh = fresh;
		for (const { row } of events) this.judge(row);
	}

	private takePage(sweep: Sweep, { rows }: PageReply): void {
		if (this.checksSize && rows.length > 0) throw tooLarge();
		if (this.checksSize) {
			this.checksSize = false;
			return;
		}
		const page = advanceSweep(sweep, rows);
		if (page.sweep.records > this.mostRecords) throw tooLarge();
		this.checksSize = sweep.records === 0 && rows.length === walkRequest(sweep.walk).limit;
		this.sweep = page.isLast ? undefined : page.sweep;
		this.fresh += page.rows.length;
		if (this.isFirst) this.takeFirst(page.rows);
		else {
			this.last.forget(page, this.isOverdue());
			for (const row of page.rows) if (!isDeleted(row)) this.judge(row);
		}
	}

	/** The first sweep must not hide a creation: the changes find it later, and emit it if the event does. */
	private takeFirst(rows: readonly RecordRow[]): void {
		const isOld = existedBefore(this.state.windowStart, this.state.seen);
		for (const row of rows) {
			if (isOld(row) || !this.emitsCreations) this.last.note(row);
			if (isOld(row)) this.emitExisting(row);
		}
	}

	private emitExisting(row: RecordRow): void {
		const { emitsSince } = this;
		if (emitsSince === undefined || row.updatedAt < emitsSince || isDeleted(row)) return;
		this.emit(row.createdAt >= emitsSince ? 'recordCreated' : 'recordUpdated', row);
	}

	private get emitsCreations(): boolean {
		return this.settings.event === 'recordCreatedOrUpdated';
	}

	private get mostRecords(): number {
		return this.isFirst ? MOST_RECORDS : 2 * MOST_RECORDS;
	}

	/** Late records are listed before the look-back window closes. */
	private isOverdue(): boolean {
		const { saved, settings } = this;
		const missingSince = shiftTime(saved?.counted?.newest ?? '', settings.overlapSeconds);
		return saved !== undefined && saved.changes.newest > missingSince;
	}

	private knowsFarMore(): boolean {
		const { records = 0 } = this.saved?.counted ?? {};
		return this.last.size > 2 * Math.min(records, MOST_RECORDS) + SPARE_RECORDS;
	}

	/** Compares the values of a record with those before. */
	private judge(row: RecordRow): void {
		const { saved, settings, emitsCreations } = this;
		const previous = this.last.note(row);
		if (previous === undefined) {
			// A record that existed before and was never seen may have held anything.
			const isNew = row.createdAt >= (saved?.since ?? '');
			if (isNew && emitsCreations)
				this.emit('recordCreated', row, { cause: 'created since the start' });
		} else if (previous !== settings.watched(row)) {
			const event = emitsCreations ? 'recordUpdated' : settings.event;
			this.emit(event, row, { previous, cause: 'the value differs from the last one' });
		}
	}

	private emit(
		event: TriggerEventName,
		row: RecordRow,
		why: Pick<FieldChange, 'previous' | 'cause'> = {},
	): void {
		const { event: chosen, appsId, watched } = this.settings;
		const version = fingerprint([row.updatedAt, watched(row), why.previous ?? null]);
		const eventId = [chosen, appsId, row.recordId, row.updatedAt, version].join(':');
		this.events.push({ event, eventId, row, ...why });
	}
}

const tooLarge = () => mistake('tooManyRecords', { most: withThousands(MOST_RECORDS) });

/** The state of either kind of poll for changes. */
export type RecordState = ChangeState | FieldHistoryState;

/** What the state of a poll for changes says about those before and after it. */
export function findProgress(state: RecordState | undefined) {
	const history = state && 'changes' in state ? state : undefined;
	const changes = state && 'changes' in state ? state.changes : state;
	return {
		/** The oldest time that the next poll looks at; '' for none. */
		windowStart: changes?.windowStart ?? '',
		/** Whether the next poll continues to read. */
		isOpen: changes?.scan !== undefined || changes?.existing !== undefined,
		/** Whether a later poll must prove that no record of the window is missing. */
		isUnproven: changes?.unproven !== undefined,
		/** Whether polls have not emitted all records yet that the trigger begins with. */
		isStart: changes?.scan?.isStart === true || history?.emitsSince !== undefined,
		/** Whether polls have not completed yet what is read without being emitted. */
		isBaseline: changes?.scan?.isBaseline === true || (history !== undefined && !history.counted),
	};
}

type SavedValues = Pick<FieldHistoryState, 'ledger' | 'unlisted'>;

/** The last known values of each record. */
export class LastValues {
	private readonly ledger: Map<string, string>;
	private readonly unlisted: Set<string>;
	private readonly watched: ValueOf;

	constructor(saved: SavedValues | undefined, watched: ValueOf) {
		this.ledger = new Map(Object.entries(saved?.ledger ?? {}));
		this.unlisted = new Set(saved?.unlisted);
		this.watched = watched;
	}

	/** The number of listed records. */
	get size(): number {
		return this.ledger.size - this.unlisted.size;
	}

	/** Takes the current values of a record and returns its previous ones. */
	note(row: RecordRow): string | undefined {
		const id = String(row.recordId);
		const previous = this.ledger.get(id);
		this.unlisted.delete(id);
		this.ledger.set(id, this.watched(row));
		return previous;
	}

	/** Marks records that a page does not list; forgets those missing for the second time, if `overdue`. */
	forget(
		{ rows, covers }: Pick<SweptPage<RecordRow>, 'rows' | 'covers'>,
		isOverdue: boolean,
	): void {
		const { ledger, unlisted } = this;
		const listed = new Set(rows.map(({ recordId }) => String(recordId)));
		for (const id of [...ledger.keys()].filter((one) => covers(idIn(one) ?? one))) {
			if (listed.has(id)) unlisted.delete(id);
			else if (!unlisted.has(id)) unlisted.add(id);
			else if (isOverdue) {
				ledger.delete(id);
				unlisted.delete(id);
			}
		}
	}

	pack(): SavedValues {
		const unlisted = [...this.unlisted];
		return {
			ledger: Object.fromEntries(this.ledger),
			unlisted: unlisted.length > 0 ? unlisted : undefined,
		};
	}
}
