import type { TriggerEventName } from '../../api/trigger';
import { idIn, type Id } from '../id';
import { asText, fingerprint, ownProperty, type JsonObject } from '../json';
import { walkRequest, type PageRequest } from '../listing/walk';
import { withThousands } from '../text';
import { mistake } from '../values/input-error';
import { shiftTime } from '../values/moment';
import { recordIn, STATUS } from '../values/record-properties';
import { ChangePoll, type ChangeSettings, type ChangeState } from './changes/changes';
import { existedBefore, type RecordEvent } from './changes/known-versions';
import { asFingerprint, earlierIn, isSame, keep, packed, type Kept } from './kept';
import { pageFits, type Ended, type PageReply, type Poll, type RecordRow } from './poll-contract';
import { advanceSweep, resumeSweep, startSweep, type Sweep } from './sweep';

interface FieldHistorySettings extends Omit<ChangeSettings, 'event' | 'since'> {
	readonly event: TriggerEventName;
	/** The IDs of the watched fields, or `status` for the process status. */
	readonly watched: readonly string[];
	/** Without a state the first sweep emits the records from this time on; undefined: none. */
	readonly emitsSince?: string | undefined;
}

/** Plain JSON; it grows with the form. A trigger that keeps no values has only the state of the changes. */
export interface FieldHistoryState extends ChangeState {
	/** Over the records that exist; absent once it has ended. */
	readonly sweep?: Sweep | undefined;
	/** By record ID. */
	readonly values?: Readonly<Record<string, string>> | undefined;
	/** Known records that the last sweep did not list: deleted ones, or late ones. */
	readonly unlisted?: readonly string[] | undefined;
	/** Records created before this time existed when the trigger began; absent before the baseline. */
	readonly since?: string | undefined;
	/** The oldest time of the records that the first sweep emits; absent if it emits none. */
	readonly emitsSince?: string | undefined;
	/** The number of records after the last completed sweep, and the newest time then; absent before the first one. */
	readonly counted?: { readonly records: number; readonly newest: string } | undefined;
}

const FULL =
	'The watched values of the form are too long to keep in full. Changes of its oldest records trigger the workflow, but the items lack the values before the change.';

/** Something is kept of each record, and read and written with every event. */
const MOST_RECORDS = 20_000;
/** The form is read again if more records are known than twice those that it had, plus this number. */
const SPARE_RECORDS = 1_000;

/**
 * Watched values, among the changes that `ChangePoll` finds. The first polls sweep the form, after the
 * baseline that fixes the window which later polls look at, and emit only what was created since
 * `emitsSince`: the history of a record begins with these values. If far more records are known than the form
 * had, the form is swept again, to forget deleted records. No poll looks for changes before a sweep ends.
 * Throws an `InputError` for a form that is too large.
 */
export class FieldHistoryPoll
	implements Poll<PageRequest, PageReply, RecordEvent, FieldHistoryState>
{
	private readonly settings: FieldHistorySettings;
	private readonly saved: FieldHistoryState | undefined;
	private readonly last: ReturnType<typeof lastValues>;
	private readonly emitsCreations: boolean;
	private emitsSince: string | undefined;
	private readonly isFirst: boolean;
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
		this.last = lastValues(saved, settings.watched);
		this.emitsCreations = settings.event === 'recordCreatedOrUpdated';
		this.emitsSince = (saved ?? settings).emitsSince;
		this.isFirst = saved?.counted === undefined;
		const expected = Math.min(saved?.counted?.records ?? 0, MOST_RECORDS);
		const knowsFarMore = this.last.count() > 2 * expected + SPARE_RECORDS;
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
		if (!pageFits(this.events.length, this.settings)) return undefined;
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
		const { state: values, isFull } = last.pack();
		const counts = isSweep && !sweep;
		const purpose = emitsSince === undefined ? 'baseline' : 'existing';
		return {
			...found,
			events: this.events,
			warnings: [...(found.warnings ?? []), ...(isFull ? [FULL] : [])],
			fresh: isSweep ? this.swept : found.fresh,
			purpose: this.isFirst ? purpose : undefined,
			unfinished: sweep ? 'unread' : found.unfinished,
			learned: values.values,
			state: {
				...state,
				...values,
				sweep,
				since: saved?.since ?? (state.scan?.purpose === 'baseline' ? undefined : state.windowStart),
				emitsSince: sweep && emitsSince,
				counted: counts ? { records: last.count(), newest: state.newest } : saved?.counted,
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
		mustBeSmall(page.sweep.records, this.isFirst ? MOST_RECORDS : 2 * MOST_RECORDS);
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

	private judge(row: RecordRow): void {
		const { saved, settings, emitsCreations } = this;
		const previous = this.last.note(row);
		if (previous === undefined) {
			// A record that existed before and was never seen may have held anything.
			const isNew = row.createdAt >= (saved?.since ?? '');
			if (isNew && emitsCreations)
				this.emit('recordCreated', row, { cause: 'created since the start' });
		} else if (!isSame(previous, keptIn(row, settings.watched))) {
			const event = emitsCreations ? 'recordUpdated' : settings.event;
			this.emit(event, row, { cause: 'the value differs from the last one' }, previous);
		}
	}

	private emit(
		event: TriggerEventName,
		row: RecordRow,
		why: Pick<RecordEvent, 'cause'> = {},
		previous?: string,
	): void {
		const { event: chosen, appsId, watched } = this.settings;
		const prints = [keptIn(row, watched), previous].map((kept) => kept && asFingerprint(kept));
		const version = fingerprint([row.updatedAt, ...prints]);
		const eventId = [chosen, appsId, row.recordId, row.updatedAt, version].join(':');
		const earlier = previous && { earlier: earlierIn(previous, keptIn(row, watched), watched) };
		this.events.push({ event, eventId, row, ...why, ...earlier });
	}
}

/** Throws an `InputError` for more records than a state can hold. */
export function mustBeSmall(records: number, most = MOST_RECORDS): void {
	if (records > most) throw mistake('tooManyRecords', { most: withThousands(MOST_RECORDS) });
}

function lastValues(saved: FieldHistoryState | undefined, watched: readonly string[]) {
	const kept = new Map(Object.entries(saved?.values ?? {}));
	const unlisted = new Set(saved?.unlisted);
	return {
		count: (): number => kept.size - unlisted.size,

		/** Returns what was kept of the previous values. */
		note(row: RecordRow): string | undefined {
			const id = String(row.recordId);
			const previous = kept.get(id);
			unlisted.delete(id);
			kept.set(id, keptIn(row, watched));
			return previous;
		},

		/** Marks records that a page does not list; forgets those missing for the second time, if `overdue`. */
		forget(rows: readonly RecordRow[], covers: (id: Id) => boolean, isOverdue: boolean): void {
			const listed = new Set(rows.map(({ recordId }) => String(recordId)));
			for (const id of [...kept.keys()].filter((one) => covers(idIn(one) ?? one))) {
				if (listed.has(id)) unlisted.delete(id);
				else if (!unlisted.has(id)) unlisted.add(id);
				else if (isOverdue) {
					kept.delete(id);
					unlisted.delete(id);
				}
			}
		},

		/** The values of the newest records as far as they fit, and fingerprints of the others. */
		pack() {
			// An object has its record IDs in ascending order.
			const { rows, isFull } = packed(Object.entries(Object.fromEntries(kept)));
			const values = Object.fromEntries(rows);
			const state = { values, unlisted: unlisted.size > 0 ? [...unlisted] : undefined };
			return { state, isFull };
		},
	};
}

/** By field ID; null for a value that the record does not have. */
export const watchedIn = (
	{ raw }: Pick<RecordRow, 'raw'>,
	watched: readonly string[],
): JsonObject => Object.fromEntries(watched.map((id) => [id, valueIn(raw as JsonObject, id)]));

const valueIn = (row: JsonObject, id: string): unknown =>
	id === STATUS ? asText(row.status ?? '') : (ownProperty(recordIn(row), id) ?? null);

const keptIn = ({ raw }: RecordRow, watched: readonly string[]): Kept =>
	keep(watched.map((id) => valueIn(raw as JsonObject, id)));
