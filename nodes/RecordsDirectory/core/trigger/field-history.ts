import type { TriggerEventName } from '../../api/trigger';
import { idIn, type Id } from '../id';
import { asText, fingerprint, isJsonObject, type JsonObject } from '../json';
import { walkRequest, type PageRequest } from '../listing/walk';
import { withThousands } from '../text';
import { mistake } from '../values/input-error';
import { identifiersIn } from '../values/list-parameters';
import { shiftTime } from '../values/moment';
import { ChangePoll, type ChangeSettings, type ChangeState } from './changes/changes';
import { existedBefore, type RecordEvent } from './changes/event';
import {
	mayFindMore,
	MORE_THAN_ONE_POLL,
	type Ended,
	type PageReply,
	type Poll,
	type RecordRow,
} from './poll-contract';
import { advanceSweep, resumeSweep, startSweep, type Sweep } from './sweep';

/** Returns the watched values of a record, as a text that differs after a change. */
type ValueOf = (row: Pick<RecordRow, 'raw'>) => string;

interface FieldHistorySettings extends Omit<ChangeSettings, 'event' | 'since'> {
	readonly event: TriggerEventName;
	readonly watched: ValueOf;
	/** Without a state the first sweep emits the records from this time on; undefined: none. */
	readonly emitsSince?: string | undefined;
}

/** The state between polls, as plain JSON; it grows with the form. A trigger that keeps no values has that of the changes alone. */
export interface FieldHistoryState extends ChangeState {
	/** The sweep over the records that exist, if polls before have not ended it. */
	readonly sweep?: Sweep | undefined;
	/** The last known values of each record, by record ID. */
	readonly ledger?: Readonly<Record<string, string>> | undefined;
	/** Known records that the last sweep did not list: deleted ones, or late ones. */
	readonly unlisted?: readonly string[] | undefined;
	/** Records created before this time existed when the trigger began; absent before the baseline. */
	readonly since?: string | undefined;
	/** The oldest time of the records that the first sweep emits; absent if it emits none. */
	readonly emitsSince?: string | undefined;
	/** The number of records after the last completed sweep, and the newest time then; absent before the first one. */
	readonly counted?: { readonly records: number; readonly newest: string } | undefined;
}

/** The most records of which the trigger keeps something: about 20 bytes each, read and written with every event. */
const MOST_RECORDS = 20_000;
/** The form is read again if more records are known than twice those that it had, plus this number. */
const SPARE_RECORDS = 1_000;

/**
 * A poll for changes of watched values, among the changes that `ChangePoll` finds. The first polls sweep the form, after the
 * baseline that fixes the window which later polls look at, and emit only what was created since `emitsSince`: the history of a
 * record begins with these values. If far more records are known than the form had, the form is swept again, to forget deleted
 * records. No poll looks for changes before a sweep ends. Throws an `InputError` for a form that is too large.
 */
export class FieldHistoryPoll
	implements Poll<PageRequest, PageReply, RecordEvent, FieldHistoryState>
{
	private readonly settings: FieldHistorySettings;
	private readonly saved: FieldHistoryState | undefined;
	private readonly last: LastValues;
	private readonly emitsCreations: boolean;
	private emitsSince: string | undefined;
	/** Whether no sweep has ended so far. */
	private readonly isFirst: boolean;
	private readonly mostRecords: number;
	private readonly isSweep: boolean;
	/** Undefined without a sweep, and at its end. */
	private sweep: Sweep | undefined;
	/** Finds the changes, or takes the baseline before a sweep; undefined when it has ended. */
	private changes: ChangePoll | undefined;
	/** What the changes have found and saved; before their end, what they began with. */
	private found: Ended<RecordEvent, ChangeState>;
	private readonly events: RecordEvent[] = [];
	private swept = 0;
	private left: number;

	constructor(saved: FieldHistoryState | undefined, settings: FieldHistorySettings) {
		const { pageSize, maxRequests } = settings;
		this.settings = settings;
		this.saved = saved;
		this.last = new LastValues(saved, settings.watched);
		this.emitsCreations = settings.event === 'recordCreatedOrUpdated';
		this.emitsSince = (saved ?? settings).emitsSince;
		this.isFirst = saved?.counted === undefined;
		this.mostRecords = this.isFirst ? MOST_RECORDS : 2 * MOST_RECORDS;
		const expected = Math.min(saved?.counted?.records ?? 0, MOST_RECORDS);
		const knowsFarMore = this.last.size > 2 * expected + SPARE_RECORDS;
		this.isSweep = this.isFirst || saved?.sweep !== undefined || knowsFarMore;
		if (this.isSweep)
			this.sweep = saved?.sweep ? resumeSweep(saved.sweep, pageSize) : startSweep(pageSize);
		const changes = new ChangePoll(saved, { ...settings, event: 'recordCreatedOrUpdated' });
		this.found = { events: [], state: changes.saved, window: changes.window };
		this.changes = this.isSweep && !changes.isBaseline ? undefined : changes;
		this.left = maxRequests;
	}

	get request(): PageRequest | undefined {
		if (this.changes) return this.changes.request;
		if (!this.sweep || this.left <= 0) return undefined;
		if (!mayFindMore(this.events.length, this.settings)) return undefined;
		return walkRequest(this.sweep.walk);
	}

	take(reply: PageReply): void {
		if (!this.saved && this.emitsSince !== undefined)
			this.emitsSince = reply.since ?? this.emitsSince;
		this.left--;
		if (this.changes) {
			this.changes.take(reply);
			if (this.isSweep && !this.changes.isBaseline) this.endChanges();
		} else if (this.sweep) this.takePage(this.sweep, reply);
	}

	end(): Ended<RecordEvent, FieldHistoryState> {
		this.endChanges();
		const { saved, last, sweep, isSweep, emitsSince, found } = this;
		const { state } = found;
		const values = last.pack();
		const counts = isSweep && !sweep;
		const purpose = emitsSince === undefined ? 'baseline' : 'existing';
		return {
			...found,
			events: this.events,
			fresh: isSweep ? this.swept : found.fresh,
			purpose: this.isFirst ? purpose : undefined,
			whyUnfinished: sweep ? MORE_THAN_ONE_POLL : found.whyUnfinished,
			learned: values.ledger,
			state: {
				...state,
				...values,
				sweep,
				since: saved?.since ?? (state.scan?.purpose === 'baseline' ? undefined : state.windowStart),
				emitsSince: sweep && emitsSince,
				counted: counts ? { records: last.size, newest: state.newest } : saved?.counted,
			},
		};
	}

	/** A sweep reads the rows of the baseline again. */
	private endChanges(): void {
		if (!this.changes) return;
		this.found = this.changes.end();
		this.changes = undefined;
		if (this.isSweep) return;
		for (const { row } of this.found.events) this.judge(row);
	}

	private takePage(sweep: Sweep, { rows }: PageReply): void {
		const { saved, settings } = this;
		const page = advanceSweep(sweep, rows);
		if (page.sweep.records > this.mostRecords) throw tooLarge();
		this.sweep = page.isLast ? undefined : page.sweep;
		this.swept += page.rows.length;
		if (this.isFirst) this.takeFirst(page.rows);
		else {
			// Late records are listed before the look-back window closes.
			const missingSince = shiftTime(saved?.counted?.newest ?? '', settings.overlapSeconds);
			this.last.forget(page.rows, page.covers, (saved?.newest ?? '') > missingSince);
			for (const row of page.rows) if (!row.isDeleted) this.judge(row);
		}
	}

	/** The first sweep must not hide a creation: the changes find it later, and emit it if the event does. */
	private takeFirst(rows: readonly RecordRow[]): void {
		const { windowStart, seen } = this.found.state;
		const isOld = existedBefore(windowStart, seen);
		for (const row of rows) {
			if (isOld(row) || !this.emitsCreations) this.last.note(row);
			if (isOld(row)) this.emitExisting(row);
		}
	}

	private emitExisting(row: RecordRow): void {
		const { emitsSince } = this;
		if (emitsSince === undefined || row.updatedAt < emitsSince || row.isDeleted) return;
		this.emit(row.createdAt >= emitsSince ? 'recordCreated' : 'recordUpdated', row);
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
		why: Pick<RecordEvent, 'previous' | 'cause'> = {},
	): void {
		const { event: chosen, appsId, watched } = this.settings;
		const version = fingerprint([row.updatedAt, watched(row), why.previous ?? null]);
		const eventId = [chosen, appsId, row.recordId, row.updatedAt, version].join(':');
		this.events.push({ event, eventId, row, ...why });
	}
}

/** Throws an `InputError` for a form with more records than a state can hold. */
export function mustBeSmall(records: number): void {
	if (records > MOST_RECORDS) throw tooLarge();
}

const tooLarge = () => mistake('tooManyRecords', { most: withThousands(MOST_RECORDS) });

/** The last known values of each record. */
class LastValues {
	private readonly ledger: Map<string, string>;
	private readonly unlisted: Set<string>;
	private readonly watched: ValueOf;

	constructor(saved: FieldHistoryState | undefined, watched: ValueOf) {
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
	forget(rows: readonly RecordRow[], covers: (id: Id) => boolean, isOverdue: boolean): void {
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

	pack(): Pick<FieldHistoryState, 'ledger' | 'unlisted'> {
		const unlisted = [...this.unlisted];
		return {
			ledger: Object.fromEntries(this.ledger),
			unlisted: unlisted.length > 0 ? unlisted : undefined,
		};
	}
}

/** The name of the process status among fields. */
const STATUS = 'status';

/** Returns the watched fields without the process status, which is not a field of the form. */
export const fieldNamesIn = (watchedFields: unknown): readonly string[] =>
	identifiersIn(watchedFields).filter((name) => name !== STATUS);

/** Returns a property of records as a text, such as the process status (Resources, Record). */
export const propertyReader =
	(name: string): ValueOf =>
	({ raw }) =>
		asText((raw as JsonObject)[name] ?? '');

/** Returns the reader of the named fields, which may include the status, however the service spells empty values. */
export function watchedValueReader(names: unknown): ValueOf {
	const all = identifiersIn(names);
	const readStatus = propertyReader(STATUS);
	return (row) => {
		const values = 'record' in row.raw && isJsonObject(row.raw.record) ? row.raw.record : {};
		const read = (name: string) =>
			name === STATUS ? readStatus(row) : notEmpty(Object.hasOwn(values, name) && values[name]);
		return fingerprint(all.map(read));
	};
}

const notEmpty = (value: unknown) =>
	value === false || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;
