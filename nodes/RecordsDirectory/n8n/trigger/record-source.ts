import type { IDataObject } from 'n8n-workflow';
import { OVERLAP_SECONDS, type EventSource } from '../../api/trigger';
import { parseConditions } from '../../core/form/conditions';
import { hasValues } from '../../core/form/equality';
import { fieldFor } from '../../core/form/names';
import { omit, textIn, type JsonObject } from '../../core/json';
import { ScanError, type PageRequest } from '../../core/listing/walk';
import { hasStatus } from '../../core/request/failure';
import { deletionIn, unclearDeletion } from '../../core/request/reply';
import { BY_RECORD_ID } from '../../core/request/request';
import { ChangePoll } from '../../core/trigger/changes/changes';
import type { Moment, Spread } from '../../core/trigger/changes/clock';
import {
	KnownVersions,
	orderTime,
	type RecordEvent,
} from '../../core/trigger/changes/known-versions';
import {
	FieldHistoryPoll,
	mustBeSmall,
	watchedIn,
	type FieldHistoryState,
} from '../../core/trigger/field-history';
import type { PageReply, RecordRow } from '../../core/trigger/poll-contract';
import { identifiersIn } from '../../core/values/list-parameters';
import { mistake } from '../../core/values/input-error';
import { previousName, recordIn, STATUS } from '../../core/values/record-properties';
import {
	isZoned,
	recordTime,
	repeatedSeconds,
	shiftTime,
	timeIn,
	utcTime,
} from '../../core/values/moment';
import type { Values } from '../../core/values/validate';
import { endOfList, recordCount, requireRecordId } from '../transport/list-reader';
import type { PollContext, SourceOf, WatchSettings } from './source';
import { SAMPLE_SIZE, watchedRecords } from './watched-records';

/** Rows read in the editor's test step: not all need to match. */
const SAMPLE_ROWS = 20;

export function recordSource(
	chosen: WatchSettings,
	{ emits, value }: Extract<EventSource, { kind: 'records' }>,
): SourceOf<FieldHistoryPoll> {
	const { client, event } = chosen;
	const { named: timeZone, zone } = client.zone;
	const values = withWatched(chosen.values);
	const { watchedFields = null, ...others } = values;
	const records = watchedRecords({ ...chosen, values });
	const { appsId } = records.pollSettings;
	/** Undefined if any change counts. */
	const chosenFields = watchedFields === null ? undefined : identifiersIn(watchedFields);
	const watched = value ? [value] : chosenFields;

	const match = async () => {
		if (!values.conditions?.length) return undefined;
		const isMatch = parseConditions(await records.fields(), values, client.zone);
		return (row: JsonObject) => {
			try {
				return isMatch(row);
			} catch {
				// A value that cannot be compared must neither stop the trigger nor hide a record.
				return true;
			}
		};
	};

	const matching = async (events: readonly RecordEvent[]): Promise<readonly RecordEvent[]> => {
		const isMatch = events.length > 0 ? await match() : undefined;
		return isMatch ? events.filter(({ row }) => isMatch(row.raw as JsonObject)) : events;
	};

	/** Leaves out values that are only spelled in another way, and events without another change. */
	const changed = async (events: readonly RecordEvent[]): Promise<readonly RecordEvent[]> => {
		const named = events.flatMap(({ earlier = {} }) => Object.keys(earlier));
		if (fieldNamesIn(named).length === 0) return events;
		const isEqual = hasValues(await records.fields(), timeZone);
		return events.flatMap((event) => {
			if (!event.earlier) return event;
			const record = recordIn(event.row.raw as JsonObject);
			const differing = Object.entries(event.earlier).filter(
				([id, was]) => id === STATUS || was === undefined || !isEqual(record, { [id]: was }),
			);
			return differing.length > 0 ? { ...event, earlier: Object.fromEntries(differing) } : [];
		});
	};

	const toItems = async (found: readonly RecordEvent[]): Promise<IDataObject[]> =>
		await records.items(
			found.map(({ event: name, eventId, row: { raw }, earlier }) => {
				const previous = value && { [previousName(value)]: earlier?.[value] };
				return { raw, earlier, own: { event: name, eventId, appsId, ...previous } };
			}),
		);

	/** A name that is not a field ID would be watched forever without an event. */
	const mustBeIdentifiers = async () => {
		for (const name of fieldNamesIn(watchedFields)) {
			const { id } = fieldFor(await records.fields(), name);
			if (id !== name) throw mistake('watchedCaption', { name, id });
		}
	};

	const answer = async (
		asked: PageRequest,
		context?: PollContext<FieldHistoryState>,
	): Promise<PageReply> => {
		// A site may reject pages of old records, which changes can do without. The walk tells such a limit from a failure.
		const mayReject = asked.mayBeRejected && asked.page > 1;
		const { rows, date } = await records.read(asked, (error) =>
			mayReject && hasStatus(error, 400) ? undefined : endOfList(asked.page)(error),
		);
		const isNew = !context?.saved;
		const isFirst = isNew && asked.order === BY_RECORD_ID && asked.page === 1;
		// Publishing fails for a form that is too large, before many pages are read.
		if (watched && isFirst && rows.length === asked.limit && !values.query && !values.keyword)
			mustBeSmall((await recordCount(client, values)) ?? 0);
		// The service leaves the status out where a form has no process.
		if (value && (isFirst || !context) && rows.length > 0 && !rows.some((raw) => value in raw)) {
			const problem = mistake('noStatus');
			if (!context) throw problem;
			context.reject(problem);
		}
		const isUtc = rows.some(({ updatedAt }) => isZoned(updatedAt));
		const { existingSince } = values;
		const moment = readMoment(date, isUtc ? 'UTC' : timeZone);
		const now = new Date(moment.date);
		return {
			rows: rows.map((raw) => {
				const type = deletionIn(raw);
				if (type === undefined)
					context?.warn(
						`${unclearDeletion(raw).message}. The trigger emits it like a record that is not deleted.`,
					);
				return toRow(raw, (type ?? 0) !== 0);
			}),
			moment,
			...(isNew && isUtc && existingSince && { since: utcTime(zone, existingSince) }),
			...(timeZone !== undefined && !isUtc && { repeatedSeconds: repeatedSeconds(timeZone, now) }),
		};
	};

	return {
		scope: [
			// Options that do not decide which records are watched: changing them keeps the state.
			omit(others, ['overlap', 'names', 'usersAs', 'conditions', 'mustMatch', 'existingSince']),
			watchedFields,
			chosen.start ?? null,
		],
		hasUnfinishedWork({ scan, emitsSince }) {
			return scan?.purpose === 'existing' || emitsSince !== undefined;
		},
		async check() {
			mustHaveCome(values.existingSince ?? '', timeZone);
			mustStayListed(values.query, value ?? watchedFields);
			await mustBeIdentifiers();
			await match();
			await records.mustHeedKeyword();
		},
		async sample() {
			const by = orderTime(emits);
			const { rows } = await answer({ order: `${by}:desc`, page: 1, limit: SAMPLE_ROWS });
			const events = new KnownVersions({ seen: {} }, { event: emits, appsId }).sample(rows);
			const found = (await matching(events)).slice(-SAMPLE_SIZE);
			if (!watched) return await toItems(found);
			return await toItems(
				found.map((one) => ({
					...one,
					...(value && { event, eventId: one.eventId.replace(emits, event) }),
					...(one.event !== 'recordCreated' && { earlier: watchedIn(one.row, watched) }),
				})),
			);
		},
		start({ saved, isChosen }, pageSize) {
			const since = isChosen ? values.existingSince : undefined;
			const settings = {
				...records.pollSettings,
				overlapSeconds: Number(values.overlap ?? OVERLAP_SECONDS),
				pageSize,
				watchedFields: identifiersIn(watchedFields),
			};
			return watched
				? new FieldHistoryPoll(saved, { ...settings, event, watched, emitsSince: since })
				: new ChangePoll(saved, { ...settings, event: emits, since });
		},
		answer,
		async items({ events }) {
			const found = await changed(await matching(events));
			// An empty form showed nothing about keywords.
			if (events.length > 0) await records.mustHeedKeyword();
			return await toItems(found);
		},
	};
}

/** Throws a `ScanError` for a record without one of its times. */
function toRow(raw: JsonObject, isDeleted: boolean): RecordRow {
	const recordId = requireRecordId(raw);
	const [createdAt, updatedAt] = [recordTime(raw.createdAt), recordTime(raw.updatedAt)];
	if (createdAt !== undefined && updatedAt !== undefined)
		return { recordId, createdAt, updatedAt, isDeleted, raw };
	const times = `createdAt "${textIn(raw.createdAt)}", updatedAt "${textIn(raw.updatedAt)}"`;
	throw new ScanError(`Record ${recordId} has no times as YYYY-MM-DD hh:mm:ss: ${times}`);
}

/** Without the process status, which is not a field of the form. */
const fieldNamesIn = (watchedFields: unknown): readonly string[] =>
	identifiersIn(watchedFields).filter((name) => name !== STATUS);

/** Adds the watched fields to the output: without them no change would be visible. */
function withWatched(values: Values): Values {
	const { fields, watchedFields } = values;
	if (fields === undefined || watchedFields === undefined) return values;
	const all = new Set([...identifiersIn(fields), ...fieldNamesIn(watchedFields)]);
	return { ...values, fields: [...all].join(',') };
}

/** Throws an `InputError`: a change of a watched value takes a record out of the list, or adds one never seen. */
function mustStayListed(query: unknown, watched: unknown): void {
	const asked = String(query ?? '')
		.replace(QUOTED, ' ')
		.split(SIGNS);
	const name = identifiersIn(watched ?? '').find((one) => asked.includes(one));
	if (name !== undefined) throw mistake('watchedInQuery', { name });
}

/** A text without an end quote continues to the end of the query. */
const QUOTED = /"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?/g;
const SIGNS = /[\s()=!<>,:]/;

/** Without a `Date` header, the clock of n8n is another one. */
function readMoment(header: unknown, zone: string | undefined): Moment {
	const at = performance.timeOrigin + performance.now();
	const sent = Date.parse(String(header));
	const date = Number.isNaN(sent) ? at : sent;
	const spread = clockSpread(Number.isNaN(sent) ? undefined : zone);
	return { date, shows: timeIn(zone ?? 'UTC', new Date(date)) ?? '', spread, at };
}

/** Existing records from a time that no clock of the site can show yet are none. */
function mustHaveCome(since: string, zone: string | undefined): void {
	const now = timeIn(zone ?? 'UTC', new Date()) ?? '';
	if (since > shiftTime(now, clockSpread(zone)[1])) throw mistake('startInFuture', { since });
}

/** The clocks of a site may differ by ten minutes; zones are up to 12 hours behind and 14 ahead of UTC. */
const clockSpread = (zone: string | undefined): Spread =>
	zone === undefined ? [-43_800, 51_000] : [-600, 600];
