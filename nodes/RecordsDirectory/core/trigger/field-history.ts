import type { TriggerEventName } from '../../api/trigger';
import { beginningOf, withoutKnown, wasThere, type Beginning } from './beginning';
import {
	startChanges,
	type ChangePoll,
	type ChangeSettings,
	type ChangeState,
} from './changes/changes';
import { isDeleted } from '../request/deletion';
import {
	FormReading,
	MOST_RECORDS,
	type CoveringPage,
	type FormReadingState,
} from './form-reading';
import { LastValues } from './last-values';
import { fingerprint } from '../fingerprint';
import { stateOfScope } from './saved-state';
import type { PageReply, RecordRow } from './listed-record';
import { mayFindMore, type Ended, type Poll } from './poll-contract';
import { shiftTime } from './text-time';
import type { PageRequest } from '../listing/walk';
import type { ValueOf } from './watched-values';

export interface FieldHistorySettings extends Omit<ChangeSettings, 'event'> {
	readonly event: TriggerEventName;
	readonly watched: ValueOf;
	/** Without a state the first reading emits the records from this time on, '' for all; undefined: none. */
	readonly emitsSince?: string | undefined;
}

/** A change of watched values; `previous` has the values before it, and is absent for a creation. */
export interface FieldChange {
	readonly event: TriggerEventName;
	readonly eventId: string;
	readonly row: RecordRow;
	readonly previous?: string;
	/** Why it is an event, for the log. */
	readonly cause?: string;
}

/** The state between polls, as plain JSON; it grows with the form. */
export interface FieldHistoryState {
	readonly version: 1;
	readonly scope: string;
	readonly changes: ChangeState;
	/** The last known values of each record, by record ID. */
	readonly ledger: Readonly<Record<string, string>>;
	/** Which records existed when the trigger began; absent before the baseline. */
	readonly beginning?: Beginning;
	/** The first reading of the form, if earlier polls have not completed it. */
	readonly first?: FormReadingState;
	/** The oldest time of the records that the first reading emits, '' for any; absent if it emits none. */
	readonly emitsSince?: string;
	/** A later reading, which forgets deleted records, if earlier polls have not completed it. */
	readonly again?: FormReadingState;
	/** The number of records of the last completed reading, and the newest time at its end. */
	readonly counted?: { readonly records: number; readonly newest: string };
	/** Known records that the last readings did not list: deleted ones, or late ones. */
	readonly unlisted?: Readonly<Record<string, string>>;
}

/** The form is read again if more records are known than twice those that it had, plus this number. */
const SPARE_RECORDS = 1_000;

/**
 * Starts a poll for changes of watched values, among the changes that `startChanges` finds. Throws an
 * `InputError` for a form that is too large.
 */
export const startFieldHistory = (
	saved: FieldHistoryState | undefined,
	settings: FieldHistorySettings,
): FieldHistoryPoll => new FieldHistoryPoll(saved, settings);

/**
 * The first polls also read the whole form and emit nothing: the history of a record begins with these values. If
 * far more records are known than the form had, the form is read again, to forget deleted records.
 */
class FieldHistoryPoll
	implements Poll<PageRequest, PageReply, Ended<FieldChange, FieldHistoryState>>
{
	request: PageRequest | undefined;
	private readonly settings: FieldHistorySettings;
	private readonly known: FieldHistoryState | undefined;
	private readonly changes: ChangePoll;
	private readonly last: LastValues;
	private readonly isFirst: boolean;
	private readonly emitsSince: string | undefined;
	/** A reading that earlier polls have begun. */
	private readonly begun: FormReadingState | undefined;
	private readonly reading: FormReading | undefined;
	/** Pages of the reading, before and after the changes were read. */
	private readonly pages: { readonly before: CoveringPage[]; readonly after: CoveringPage[] } = {
		before: [],
		after: [],
	};
	private hasReadChanges = false;
	/** The request of the reading, if it is its turn. */
	private pageRequest: PageRequest | undefined;
	/** Requests of the reading: its own, as a busy form may need all others for its changes. */
	private left: number;
	/** Records read that may be emitted. */
	private listed = 0;

	constructor(saved: FieldHistoryState | undefined, settings: FieldHistorySettings) {
		const known = stateOfScope(saved, settings.scope);
		this.settings = settings;
		this.known = known;
		this.changes = startChanges(known?.changes, { ...settings, event: 'recordCreatedOrUpdated' });
		this.last = new LastValues(known, settings.watched);
		this.isFirst = known === undefined || known.first !== undefined;
		this.emitsSince = (known ?? settings).emitsSince;
		this.begun = known?.first ?? known?.again;
		const kind = this.isFirst ? 'first' : 'again';
		if (this.isFirst || this.begun || this.knowsFarMore())
			this.reading = new FormReading(this.begun, { ...settings, kind });
		this.left = settings.maxRequests;
		this.request = this.next();
	}

	take(reply: PageReply): void {
		if (this.pageRequest) {
			this.left--;
			const page = this.reading?.take(reply);
			if (page) this.pages[this.hasReadChanges ? 'after' : 'before'].push(page);
			if (this.emitsSince !== undefined) this.listed += reply.rows.length;
		} else {
			this.changes.take(reply);
			this.hasReadChanges = true;
		}
		this.request = this.next();
	}

	end(): Ended<FieldChange, FieldHistoryState> {
		const { known, last, settings, reading } = this;
		const { events, state, fresh, warnings } = this.changes.end();
		const beginning = known?.beginning ?? beginningOf(state);
		const isOld = beginning ? wasThere(beginning) : () => true;
		const { before, after } = this.pages;
		// In the order in which they were read: a page may show a later version than the changes, or an earlier one.
		const existing = this.takePages(before, isOld);
		const changed = events.flatMap(({ row }) =>
			judged({ row, isOld: isOld(row), previous: last.note(row) }, settings),
		);
		existing.push(...this.takePages(after, isOld));
		const rest = reading?.rest;
		const counted =
			reading && !rest ? { records: reading.records, newest: state.newest } : known?.counted;
		const next: FieldHistoryState = {
			version: 1,
			scope: settings.scope,
			changes: state,
			...(beginning && { beginning: withoutKnown(beginning, (id) => last.isKnown(id)) }),
			...(rest && { [this.isFirst ? 'first' : 'again']: rest }),
			...(rest && this.emitsSince !== undefined && { emitsSince: this.emitsSince }),
			...(counted && { counted }),
			...last.pack(),
		};
		return { events: [...existing, ...changed], state: next, fresh, warnings };
	}

	private next(): PageRequest | undefined {
		if (!mayFindMore(this.listed + this.changes.found, this.settings)) return undefined;
		this.pageRequest = this.mayRead() ? this.reading?.request : undefined;
		// Changes made meanwhile come after the existing records.
		const waits = this.emitsSince !== undefined && !this.changes.isBaseline;
		return this.pageRequest ?? (waits && this.reading?.rest ? undefined : this.changes.request);
	}

	/** A baseline emits nothing, so it comes first. Otherwise it would hide changes made after a record was read. */
	private mayRead(): boolean {
		// A page before the changes, so that a poll of one request makes progress, too.
		const isBefore = this.begun !== undefined && this.left === this.settings.maxRequests;
		const isDue = isBefore || this.emitsSince !== undefined || !this.changes.request;
		return this.left > 0 && !this.changes.isBaseline && isDue;
	}

	private knowsFarMore(): boolean {
		const { records = 0 } = this.known?.counted ?? {};
		return this.last.size > 2 * Math.min(records, MOST_RECORDS) + SPARE_RECORDS;
	}

	/**
	 * Returns the events of records that existed before. The first reading must not hide a creation that the
	 * changes find later; if creations are not emitted, a new record has a history from here on, too.
	 */
	private takePages(
		pages: readonly CoveringPage[],
		isOld: (row: RecordRow) => boolean,
	): FieldChange[] {
		const { last, isFirst, settings, emitsSince } = this;
		if (!isFirst) for (const page of pages) last.forget(page, this.isOverdue());
		const rows = isFirst ? pages.flatMap((page) => page.rows) : [];
		const old = rows.filter(isOld);
		last.begin(settings.event === 'recordCreatedOrUpdated' ? old : rows);
		return old.flatMap((row) => existingIn(row, settings, emitsSince));
	}

	/** Late records are listed before the look-back window closes. */
	private isOverdue(): boolean {
		const { known, settings } = this;
		const missingSince = shiftTime(known?.counted?.newest ?? '', settings.overlapSeconds);
		return known !== undefined && known.changes.newest > missingSince;
	}
}

/** The event of a record that the first reading emits. */
function existingIn(
	row: RecordRow,
	settings: FieldHistorySettings,
	emitsSince: string | undefined,
): FieldChange[] {
	const isWanted = emitsSince !== undefined && row.updatedAt >= emitsSince && !isDeleted(row);
	if (!isWanted) return [];
	const name = row.createdAt >= emitsSince ? 'recordCreated' : 'recordUpdated';
	return [{ event: name, eventId: idOf(row, undefined, settings), row }];
}

function idOf(
	row: RecordRow,
	previous: string | undefined,
	{ event, appsId, watched }: FieldHistorySettings,
): string {
	const version = fingerprint([row.updatedAt, watched(row), previous ?? null]);
	return [event, appsId, row.recordId, row.updatedAt, version].join(':');
}

interface Sighting {
	readonly row: RecordRow;
	/** Whether the record existed when the trigger began. */
	readonly isOld: boolean;
	readonly previous: string | undefined;
}

function judged({ row, isOld, previous }: Sighting, settings: FieldHistorySettings): FieldChange[] {
	const { event, watched } = settings;
	const isCreation = previous === undefined && !isOld;
	if (isCreation ? event !== 'recordCreatedOrUpdated' : previous === watched(row)) return [];
	// A record that was never seen before may have held anything.
	if (!isCreation && previous === undefined) return [];
	const eventId = idOf(row, previous, settings);
	const known = event === 'recordCreatedOrUpdated' ? 'recordUpdated' : event;
	const name = isCreation ? 'recordCreated' : known;
	if (previous === undefined)
		return [{ event: name, eventId, row, cause: 'created since the start' }];
	return [{ event: name, eventId, row, previous, cause: 'the value differs from the last one' }];
}
