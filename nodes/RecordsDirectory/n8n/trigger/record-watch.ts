import type { IDataObject } from 'n8n-workflow';
import { OVERLAP_SECONDS } from '../../api/trigger';
import { fingerprint } from '../../core/fingerprint';
import { parseConditions, type IsMatch } from '../../core/form/conditions';
import { fieldFor } from '../../core/form/names';
import { omit, type JsonObject } from '../../core/json';
import type { PageRequest } from '../../core/listing/walk';
import { deletionIn, mustSayDeletion, unclearDeletion } from '../../core/request/deletion';
import { objectIn } from '../../core/request/reply';
import type { ChangeEvent, ChosenEvent, ChangeState } from '../../core/trigger/changes/changes';
import type { Moment, Spread } from '../../core/trigger/changes/clock';
import { sampleEvents, sampleRequest } from '../../core/trigger/changes/event';
import { startRecords } from '../../core/trigger/existing';
import {
	FieldHistoryPoll,
	type FieldChange,
	type FieldHistoryState,
} from '../../core/trigger/field-history';
import { recordRow, type PageReply } from '../../core/trigger/listed-record';
import type { Ended, Poll } from '../../core/trigger/poll-contract';
import {
	windowStartOf,
	isBaselineOpen,
	isStartOpen,
	isReadingOpen,
	isUnproven,
	type RecordState,
} from '../../core/trigger/record-state';
import { fieldNamesIn, mustStayListed, withWatched } from '../../core/trigger/watched-fields';
import {
	isValueEvent,
	VALUE_EVENTS,
	watchedValueReader,
	type ValueEvent,
	type ValueOf,
} from '../../core/trigger/watched-values';
import { identifiersIn } from '../../core/values/identifier-list';
import { InputError } from '../../core/values/input-error';
import { repeatedSeconds, timeIn } from '../../core/values/time-zone';
import { answerPoll, FIRST_READING, MORE_THAN_ONE_POLL } from './poll-loop';
import type { PollSituation, PollResult, Watch, WatchSettings } from './watch';
import { MOST_REQUESTS, WatchedRecords } from './watched-records';

/** Rows read and shown in the editor's test. More than one is read because not all need to match. */
const SAMPLE_ROWS = 20;
const SAMPLE_SIZE = 3;

type RecordSettings = WatchSettings<ChosenEvent | ValueEvent>;

type FoundEvent = ChangeEvent | FieldChange;

/** Options that do not decide which records are watched: changing them keeps the state. */
const NO_SEARCH = [
	'overlap',
	'names',
	'usersAs',
	'conditions',
	'conditionsHold',
	'startWith',
	'startTime',
] as const;

/** Watches the records of a form for creations and changes, using the list sorted by time. */
export class RecordWatch implements Watch<RecordState> {
	readonly scope: string;
	private readonly settings: RecordSettings;
	private readonly records: WatchedRecords;
	/** Returns the watched value of a record; undefined if any change counts. */
	private readonly watched: ValueOf | undefined;

	constructor(chosen: RecordSettings) {
		const { client, event } = chosen;
		const values = withWatched(chosen.values);
		const { watchedFields = null, ...others } = values;
		const search = omit(others, NO_SEARCH);
		this.scope = fingerprint([client.site, event, search, watchedFields, chosen.start ?? null]);
		this.settings = { ...chosen, values };
		this.records = new WatchedRecords(this.settings);
		if (isValueEvent(event)) this.watched = VALUE_EVENTS[event].valueOf;
		else if (watchedFields !== null) this.watched = watchedValueReader(watchedFields);
	}

	async sample(): Promise<IDataObject[]> {
		await this.mustFit();
		const { kind, settings } = this;
		const { event } = settings;
		const reply = await this.read(sampleRequest(kind, SAMPLE_ROWS));
		const watched = { event: kind, appsId: this.records.appsId };
		const found = (await this.matching(sampleEvents(reply, watched))).slice(-SAMPLE_SIZE);
		return await this.items(found.map((one) => (kind === event ? one : { ...one, event })));
	}

	async changes(
		saved: RecordState | undefined,
		situation: PollSituation,
	): Promise<PollResult<RecordState>> {
		// A new baseline means that a user has just chosen the settings and must see a mistake.
		if (saved?.scope !== this.scope) await this.mustFit();
		const since = situation.isChosen ? this.since : undefined;
		const isStart = since !== undefined || isStartOpen(saved);
		const found = await answerPoll(
			(pageSize) => this.start(saved, since, pageSize),
			async (asked) => await this.read(asked, situation),
			situation,
		);
		const { state, fresh = 0, rows, whyUnfinished, warnings = [] } = found;
		for (const sentence of warnings) situation.warn(sentence);
		const events = await this.matching(found.events);
		// An empty form showed nothing about keywords.
		if (found.events.length > 0) await this.records.mustHeedKeyword();
		if (!isStart && isBaselineOpen(state)) situation.warn(FIRST_READING);
		const isBaseline = isBaselineOpen(saved) && events.length === 0;
		return {
			items: await this.items(events),
			state,
			learned: 'ledger' in state ? state.ledger : undefined,
			trace: {
				window: windowOf(saved),
				rows,
				fresh,
				found: found.events,
				whyUnfinished: whyUnfinished ?? whyOpen(state),
				reason: isStart ? EXISTING : isBaseline ? BASELINE : undefined,
			},
		};
	}

	hasUnfinishedWork(saved: RecordState): boolean {
		return isStartOpen(saved);
	}

	/** The oldest time of existing records that a new trigger emits, '' for all; undefined: none. */
	private get since(): string | undefined {
		const { startWith, startTime } = this.settings.values;
		if (startWith === 'everything') return '';
		return startWith === 'since' ? startTime : undefined;
	}

	/** Returns the events of records that match the conditions. */
	private async matching<E extends FoundEvent>(events: readonly E[]): Promise<readonly E[]> {
		const isMatch = events.length > 0 ? await this.match() : undefined;
		return isMatch ? events.filter(({ row }) => isMatch(row.raw as JsonObject)) : events;
	}

	/** Returns the test for the conditions; undefined without any. */
	private async match(): Promise<IsMatch | undefined> {
		const { client, values, zone } = this.settings;
		if (!values.conditions?.length) return undefined;
		const named = client.timeZone;
		const isMatch = parseConditions(await this.records.fields(), values, {
			named,
			zone: named ?? zone,
		});
		return (row) => {
			try {
				return isMatch(row);
			} catch {
				// A value that cannot be compared must neither stop the trigger nor hide a record.
				return true;
			}
		};
	}

	/** The kind of change that the list is sorted by. */
	private get kind(): ChosenEvent {
		const { event } = this.settings;
		return isValueEvent(event) ? 'recordUpdated' : event;
	}

	private start(
		saved: RecordState | undefined,
		since: string | undefined,
		pageSize: number,
	): Poll<PageRequest, PageReply, Ended<FoundEvent, RecordState>> {
		const { kind, watched } = this;
		const { event, values } = this.settings;
		const settings = {
			appsId: this.records.appsId,
			scope: this.scope,
			overlapSeconds: Number(values.overlap ?? OVERLAP_SECONDS),
			maxRequests: MOST_REQUESTS,
			pageSize,
			watchedFields: identifiersIn(values.watchedFields ?? ''),
		};
		if (watched && event !== 'recordCreated') {
			const chosen = { ...settings, event, watched, emitsSince: since };
			return new FieldHistoryPoll(saved as FieldHistoryState | undefined, chosen);
		}
		return startRecords(saved as ChangeState | undefined, { ...settings, event: kind, since });
	}

	private async read(
		asked: PageRequest,
		{ warn }: Partial<PollSituation> = {},
	): Promise<PageReply> {
		const page = await this.records.read(asked);
		if (!page) return { rows: [] };
		const listed = page.rows.map(objectIn);
		mustSayDeletion(listed);
		const rows = listed.map((raw) => {
			const type = deletionIn(raw);
			if (type === undefined) warn?.(`${unclearDeletion(raw).message}. ${COUNTS}`);
			return recordRow(raw, type);
		});
		const { timeZone } = this.settings.client;
		const moment = momentOf(page.date, timeZone);
		const now = new Date(moment?.date ?? Date.now());
		return {
			rows,
			moment,
			...(timeZone !== undefined && { repeatedSeconds: repeatedSeconds(timeZone, now) }),
		};
	}

	private async items(found: readonly FoundEvent[]): Promise<IDataObject[]> {
		const { appsId } = this.records;
		const { event } = this.settings;
		const before = isValueEvent(event) ? VALUE_EVENTS[event].previous : undefined;
		return await this.records.items(
			found.map(({ event: name, eventId, row, ...more }) => {
				const previous = before && 'previous' in more && { [before]: more.previous };
				return { raw: row.raw, own: { event: name, eventId, appsId, ...previous } };
			}),
		);
	}

	/** Throws an `InputError` for settings that would never emit what the user wants. */
	private async mustFit(): Promise<void> {
		const { event, values } = this.settings;
		const { query, watchedFields, startWith, startTime } = values;
		if (startWith === 'since' && startTime === undefined)
			throw InputError.about(
				"'Start With'",
				" is 'Everything Since', but 'Start Time' is empty",
				"Add the option 'Start Time', or choose another value in 'Start With'.",
			);
		mustStayListed(query, isValueEvent(event) ? VALUE_EVENTS[event].name : watchedFields);
		await this.mustBeIdentifiers(watchedFields);
		await this.match();
		await this.records.mustHeedKeyword();
	}

	/** A name that is not a field ID would be watched forever without an event. */
	private async mustBeIdentifiers(watchedFields: unknown): Promise<void> {
		for (const name of fieldNamesIn(watchedFields)) {
			const field = fieldFor(await this.records.fields(), name);
			if (field.id === name) continue;
			throw InputError.about(
				"'Watched Field Names or IDs'",
				` takes field IDs, but '${name}' is a caption`,
				`Choose the field from the list, or use ${field.id}.`,
			);
		}
	}
}

/** Returns when a reply was made; undefined without a `Date` header. */
function momentOf(header: unknown, zone: string | undefined): Moment | undefined {
	const date = Date.parse(String(header));
	const shows = Number.isNaN(date) ? undefined : timeIn(zone ?? 'UTC', new Date(date));
	if (shows === undefined) return undefined;
	const at = performance.timeOrigin + performance.now();
	return { date, shows, spread: zone === undefined ? ANY_ZONE : SAME_ZONE, at };
}

/** The clocks of a site may differ by this many seconds. */
const CLOCKS_DIFFER = 600;
const SAME_ZONE: Spread = [-CLOCKS_DIFFER, CLOCKS_DIFFER];
const HOUR = 3600;
/** Between the zones that are furthest behind and ahead. */
const ANY_ZONE: Spread = [-12 * HOUR - CLOCKS_DIFFER, 14 * HOUR + CLOCKS_DIFFER];

/** Returns the oldest time that a poll looks at, in words. */
function windowOf(saved: RecordState | undefined): string {
	const start = windowStartOf(saved);
	return start === '' ? 'the newest records' : `from ${start}`;
}

/** Returns why a later poll continues; undefined if it does not. */
function whyOpen(state: RecordState): string | undefined {
	if (isReadingOpen(state)) return MORE_THAN_ONE_POLL;
	return isUnproven(state) ? NOT_PROVEN : undefined;
}

const COUNTS = 'The trigger emits it like a record that is not deleted.';
const NOT_PROVEN = 'a later one must prove that no record is missing';
const BASELINE = 'the baseline continues, which emits nothing';
const EXISTING = "existing records, as chosen in 'Start With'";
