import type { IDataObject } from 'n8n-workflow';
import { OVERLAP_SECONDS, type EventSource } from '../../api/trigger';
import { parseConditions } from '../../core/form/conditions';
import { fieldFor } from '../../core/form/names';
import { omit, type JsonObject } from '../../core/json';
import type { PageRequest } from '../../core/listing/walk';
import { deletionIn, unclearDeletion } from '../../core/request/reply';
import { ChangePoll, type ChangeEvent, type ChangeState } from '../../core/trigger/changes/changes';
import type { Moment, Spread } from '../../core/trigger/changes/clock';
import { orderTime, sampleEvents } from '../../core/trigger/changes/event';
import {
	type FieldChange,
	FieldHistoryPoll,
	type FieldHistoryState,
	findProgress,
	type RecordState,
} from '../../core/trigger/field-history';
import { recordRow, type PageReply } from '../../core/trigger/listed-record';
import type { Ended, Poll } from '../../core/trigger/poll-contract';
import {
	fieldNamesIn,
	mustStayListed,
	propertyReader,
	watchedValueReader,
	withWatched,
	type ValueOf,
} from '../../core/trigger/watched-values';
import { identifiersIn } from '../../core/values/list-parameters';
import { mistake } from '../../core/values/input-error';
import { previousName } from '../../core/values/record-properties';
import { shiftTime, repeatedSeconds, timeIn } from '../../core/values/moment';
import {
	FIRST_READING,
	MORE_THAN_ONE_POLL,
	type PollContext,
	type Report,
	type Source,
	type WatchSettings,
} from './source';
import { MOST_REQUESTS, SAMPLE_SIZE, WatchedRecords } from './watched-records';

/** Rows read in the editor's test step: not all need to match. */
const SAMPLE_ROWS = 20;

type FoundEvent = ChangeEvent | FieldChange;
type Found = Ended<FoundEvent, RecordState>;
type RecordEvents = Extract<EventSource, { kind: 'records' }>;

/** The records of a form, in the list sorted by time: creations and changes. */
export class RecordSource implements Source<RecordState, PageRequest, PageReply, Found> {
	readonly scope: readonly unknown[];
	private readonly settings: WatchSettings;
	private readonly source: RecordEvents;
	private readonly records: WatchedRecords;
	/** Returns the watched value of a record; undefined if any change counts. */
	private readonly watched: ValueOf | undefined;

	constructor(chosen: WatchSettings, source: RecordEvents) {
		const values = withWatched(chosen.values);
		const { watchedFields = null, ...others } = values;
		// Options that do not decide which records are watched: changing them keeps the state.
		const search = omit(others, ['overlap', 'names', 'usersAs', 'conditions', 'existingSince']);
		this.scope = [search, watchedFields, chosen.start ?? null];
		this.settings = { ...chosen, values };
		this.source = source;
		this.records = new WatchedRecords(this.settings);
		if (source.value) this.watched = propertyReader(source.value);
		else if (watchedFields !== null) this.watched = watchedValueReader(watchedFields);
	}

	hasUnfinishedWork(saved: RecordState): boolean {
		return findProgress(saved).isStart;
	}

	async check(): Promise<void> {
		const { query, watchedFields, existingSince = '' } = this.settings.values;
		mustHaveCome(existingSince, this.settings.client.timeZone);
		mustStayListed(query, this.source.value ?? watchedFields);
		await this.mustBeIdentifiers(watchedFields);
		await this.match();
		await this.records.mustHeedKeyword();
	}

	async sample(): Promise<IDataObject[]> {
		const { emits, value } = this.source;
		const reply = await this.answer({
			order: `${orderTime(emits)}:desc`,
			page: 1,
			limit: SAMPLE_ROWS,
		});
		const events = sampleEvents(reply, { event: emits, appsId: this.records.appsId });
		const found = (await this.matching(events)).slice(-SAMPLE_SIZE);
		const { event } = this.settings;
		return await this.items(value ? found.map((one) => ({ ...one, event })) : found);
	}

	start(
		{ saved, isChosen }: PollContext<RecordState>,
		pageSize: number,
	): Poll<PageRequest, PageReply, Found> {
		const { watched, source } = this;
		const { event, values } = this.settings;
		const since = isChosen ? values.existingSince : undefined;
		const settings = {
			appsId: this.records.appsId,
			overlapSeconds: Number(values.overlap ?? OVERLAP_SECONDS),
			maxRequests: MOST_REQUESTS,
			pageSize,
			watchedFields: identifiersIn(values.watchedFields ?? ''),
		};
		if (watched) {
			const chosen = { ...settings, event, watched, emitsSince: since };
			return new FieldHistoryPoll(saved as FieldHistoryState | undefined, chosen);
		}
		const chosen = { ...settings, event: source.emits, since };
		return new ChangePoll(saved as ChangeState | undefined, chosen);
	}

	async answer(asked: PageRequest, context?: PollContext<RecordState>): Promise<PageReply> {
		const { rows, date } = await this.records.read(asked);
		const { timeZone } = this.settings.client;
		const moment = readMoment(date, timeZone);
		const now = new Date(moment?.date ?? Date.now());
		return {
			rows: rows.map((raw) => {
				const type = deletionIn(raw);
				if (type === undefined) context?.warn(`${unclearDeletion(raw).message}. ${COUNTS}`);
				return recordRow(raw, type);
			}),
			moment,
			...(timeZone !== undefined && { repeatedSeconds: repeatedSeconds(timeZone, now) }),
		};
	}

	async report(
		{ events, state }: Found,
		{ saved, isChosen, warn }: PollContext<RecordState>,
	): Promise<Report> {
		const matching = await this.matching(events);
		// An empty form showed nothing about keywords.
		if (events.length > 0) await this.records.mustHeedKeyword();
		const [before, after] = [findProgress(saved), findProgress(state)];
		const { existingSince } = this.settings.values;
		const isStart = before.isStart || (isChosen && existingSince !== undefined);
		if (!isStart && after.isBaseline) warn(FIRST_READING);
		const isBaseline = before.isBaseline && matching.length === 0;
		const unproven = after.isUnproven ? NOT_PROVEN : undefined;
		return {
			items: await this.items(matching),
			window: before.windowStart === '' ? 'the newest records' : `from ${before.windowStart}`,
			whyUnfinished: after.isOpen ? MORE_THAN_ONE_POLL : unproven,
			reason: isStart ? EXISTING : isBaseline ? BASELINE : undefined,
			learned: 'ledger' in state ? state.ledger : undefined,
		};
	}

	/** Returns the events of records that match the conditions. */
	private async matching<E extends FoundEvent>(events: readonly E[]): Promise<readonly E[]> {
		const isMatch = events.length > 0 ? await this.match() : undefined;
		return isMatch ? events.filter(({ row }) => isMatch(row.raw as JsonObject)) : events;
	}

	/** Returns the test for the conditions; undefined without any. */
	private async match() {
		const { client, values, zone } = this.settings;
		if (!values.conditions?.length) return undefined;
		const named = client.timeZone;
		const isMatch = parseConditions(await this.records.fields(), values, {
			named,
			zone: named ?? zone,
		});
		return (row: JsonObject) => {
			try {
				return isMatch(row);
			} catch {
				// A value that cannot be compared must neither stop the trigger nor hide a record.
				return true;
			}
		};
	}

	private async items(found: readonly FoundEvent[]): Promise<IDataObject[]> {
		const { appsId } = this.records;
		const { value } = this.source;
		return await this.records.items(
			found.map(({ event, eventId, row, ...more }) => {
				const previous = value && 'previous' in more && { [previousName(value)]: more.previous };
				return { raw: row.raw, own: { event, eventId, appsId, ...previous } };
			}),
		);
	}

	/** A name that is not a field ID would be watched forever without an event. */
	private async mustBeIdentifiers(watchedFields: unknown): Promise<void> {
		for (const name of fieldNamesIn(watchedFields)) {
			const field = fieldFor(await this.records.fields(), name);
			if (field.id === name) continue;
			throw mistake('watchedCaption', { name, id: field.id });
		}
	}
}

/** Returns when a reply was made; undefined without a `Date` header. */
function readMoment(header: unknown, zone: string | undefined): Moment | undefined {
	const date = Date.parse(String(header));
	const shows = Number.isNaN(date) ? undefined : timeIn(zone ?? 'UTC', new Date(date));
	if (shows === undefined) return undefined;
	const at = performance.timeOrigin + performance.now();
	return { date, shows, spread: clockSpread(zone), at };
}

/** Existing records from a time that no clock of the site can show yet are none. */
function mustHaveCome(since: string, zone: string | undefined): void {
	const now = timeIn(zone ?? 'UTC', new Date()) ?? '';
	if (since <= shiftTime(now, clockSpread(zone)[1])) return;
	throw mistake('startInFuture', { since });
}

/** The clocks of a site may differ by this many seconds. */
const CLOCKS_DIFFER = 600;
const clockSpread = (zone: string | undefined): Spread =>
	zone === undefined ? ANY_ZONE : SAME_ZONE;
const SAME_ZONE: Spread = [-CLOCKS_DIFFER, CLOCKS_DIFFER];
const HOUR = 3600;
/** Between the zones that are furthest behind and ahead. */
const ANY_ZONE: Spread = [-12 * HOUR - CLOCKS_DIFFER, 14 * HOUR + CLOCKS_DIFFER];

const COUNTS = 'The trigger emits it like a record that is not deleted.';
const NOT_PROVEN = 'a later one must prove that no record is missing';
const BASELINE = 'the baseline continues, which emits nothing';
const EXISTING = "existing records, as chosen in 'Existing Records Since'";
