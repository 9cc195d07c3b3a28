import type { TriggerEventName } from '../../api/trigger';
import { isDeleted } from '../request/reply';
import {
	startChanges,
	type ChangeEvent,
	type ChangeSettings,
	type ChangeState,
} from './changes/changes';
import { fingerprint } from '../json';
import type { PageRequest } from '../listing/walk';
import { MOST_RECORDS, SweepPoll, wasThere } from './existing';
import { stateOfScope } from './saved-state';
import { type PageReply, type RecordRow } from './listed-record';
import type { Ended, Poll } from './poll-contract';
import { type SweptPage } from './sweep';
import { shiftTime } from '../values/moment';
import { type ValueOf } from './watched-values';
import { idIn } from '../id';

export interface FieldHistorySettings extends Omit<ChangeSettings, 'event' | 'since'> {
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
	readonly version: 1;
	readonly scope: string;
	/** The changes, with the sweep that earlier polls have not completed. */
	readonly changes: ChangeState;
	/** The last known values of each record, by record ID. */
	readonly ledger: Readonly<Record<string, string>>;
	/** Records created before this time existed when the trigger began; absent before the baseline. */
	readonly since?: string;
	/** The oldest time of the records that the first sweep emits; absent if it emits none. */
	readonly emitsSince?: string;
	/** The number of records after the last completed sweep, and the newest time then; absent before the first one. */
	readonly counted?: { readonly records: number; readonly newest: string };
	/** Known records that the last sweep did not list: deleted ones, or late ones. */
	readonly unlisted?: readonly string[];
}

/** The form is read again if more records are known than twice those that it had, plus this number. */
const SPARE_RECORDS = 1_000;

/**
 * A poll for changes of watched values, among the changes that `startChanges` finds. The first polls sweep the form and emit
 * nothing: the history of a record begins with these values. If far more records are known than the form had, the form is
 * swept again, to forget deleted records. Throws an `InputError` for a form that is too large.
 */
export class FieldHistoryPoll
	implements Poll<PageRequest, PageReply, Ended<FieldChange, FieldHistoryState>>
{
	private readonly settings: FieldHistorySettings;
	private readonly known: FieldHistoryState | undefined;
	private readonly last: LastValues;
	/** Whether no sweep has ended so far. */
	private readonly isFirst: boolean;
	private readonly isSweep: boolean;
	private readonly emitsSince: string | undefined;
	private readonly source: Poll<PageRequest, PageReply, Ended<FieldChange, ChangeState>>;

	constructor(saved: FieldHistoryState | undefined, settings: FieldHistorySettings) {
		const known = stateOfScope(saved, settings.scope);
		this.settings = settings;
		this.known = known;
		this.last = new LastValues(known, settings.watched);
		this.emitsSince = (known ?? settings).emitsSince;
		this.isFirst = known?.counted === undefined;
		this.isSweep = this.isFirst || known?.changes.existing !== undefined || this.knowsFarMore();
		const mostRecords = this.isFirst ? MOST_RECORDS : 2 * MOST_RECORDS;
		const chosen = { ...settings, event: 'recordCreatedOrUpdated' as const, mostRecords };
		this.source = this.isSweep
			? new SweepPoll(known?.changes, chosen, (page, open) => this.takePage(page, open))
			: startChanges(known?.changes, chosen);
	}

	get request(): PageRequest | undefined {
		return this.source.request;
	}

	take(reply: PageReply): void {
		this.source.take(reply);
	}

	end(): Ended<FieldChange, FieldHistoryState> {
		const { known, last, settings, isSweep, emitsSince } = this;
		const { events, state: changes, ...more } = this.source.end();
		const isOld = wasThere(this.beginning);
		const found = isSweep ? events : events.flatMap(({ row }) => this.judge(row, isOld(row)));
		const since = known?.since ?? (changes.scan?.isBaseline ? undefined : changes.windowStart);
		const isOpen = changes.existing !== undefined;
		const counted =
			isSweep && !isOpen ? { records: last.size, newest: changes.newest } : known?.counted;
		const state: FieldHistoryState = {
			version: 1,
			scope: settings.scope,
			changes,
			...(since !== undefined && { since }),
			...(isOpen && emitsSince !== undefined && { emitsSince }),
			...(counted && { counted }),
			...last.pack(),
		};
		return { events: found, state, ...more };
	}

	/** What existed when the trigger began; the first sweep has read all that is younger. */
	private get beginning() {
		return { windowStart: this.known?.since ?? '', seen: {} };
	}

	/** The first sweep must not hide a creation: the changes find it later, and emit it if the event does. */
	private takePage(page: SweptPage<RecordRow>, changes: ChangeState): FieldChange[] {
		const { isFirst, last, settings, emitsSince } = this;
		if (!isFirst) last.forget(page, this.isOverdue());
		const isOld = wasThere(isFirst ? changes : this.beginning);
		return page.rows.flatMap((row) => {
			if (!isFirst) return isDeleted(row) ? [] : this.judge(row, isOld(row));
			if (isOld(row) || settings.event !== 'recordCreatedOrUpdated') last.note(row);
			return isOld(row) ? existingIn(row, settings, emitsSince) : [];
		});
	}

	/** Late records are listed before the look-back window closes. */
	private isOverdue(): boolean {
		const { known, settings } = this;
		const missingSince = shiftTime(known?.counted?.newest ?? '', settings.overlapSeconds);
		return known !== undefined && known.changes.newest > missingSince;
	}

	private knowsFarMore(): boolean {
		const { records = 0 } = this.known?.counted ?? {};
		return this.last.size > 2 * Math.min(records, MOST_RECORDS) + SPARE_RECORDS;
	}

	/** Compares the values of a record with those before. */
	private judge(row: RecordRow, isOld: boolean): FieldChange[] {
		const { event, watched } = this.settings;
		const previous = this.last.note(row);
		const emitsCreations = event === 'recordCreatedOrUpdated';
		// A record that existed before and was never seen may have held anything.
		const isNone = previous === undefined ? isOld || !emitsCreations : previous === watched(row);
		if (isNone) return [];
		const eventId = eventIdFor(row, previous, this.settings);
		if (previous === undefined)
			return [{ event: 'recordCreated', eventId, row, cause: 'created since the start' }];
		const name = emitsCreations ? 'recordUpdated' : event;
		return [{ event: name, eventId, row, previous, cause: 'the value differs from the last one' }];
	}
}

/** The event of a record that the first sweep emits. */
function existingIn(
	row: RecordRow,
	settings: FieldHistorySettings,
	emitsSince: string | undefined,
): FieldChange[] {
	const isWanted = emitsSince !== undefined && row.updatedAt >= emitsSince && !isDeleted(row);
	if (!isWanted) return [];
	const name = row.createdAt >= emitsSince ? 'recordCreated' : 'recordUpdated';
	return [{ event: name, eventId: eventIdFor(row, undefined, settings), row }];
}

function eventIdFor(
	row: RecordRow,
	previous: string | undefined,
	{ event, appsId, watched }: FieldHistorySettings,
): string {
	const version = fingerprint([row.updatedAt, watched(row), previous ?? null]);
	return [event, appsId, row.recordId, row.updatedAt, version].join(':');
}

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
		return {
			ledger: Object.fromEntries(this.ledger),
			...(this.unlisted.size > 0 && { unlisted: [...this.unlisted] }),
		};
	}
}
