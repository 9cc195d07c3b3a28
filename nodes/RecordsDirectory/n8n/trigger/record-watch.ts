import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import { sampleEvents, sampleRequest } from '../../core/trigger/changes/event';
import { startChanges } from '../../core/trigger/changes/changes';
import type { ChangeEvent, ChangeKind, ChangeState } from '../../core/trigger/changes/changes';
import type { FormField } from '../../core/form/definition';
import { fieldFor } from '../../core/form/names';
import { fingerprint } from '../../core/fingerprint';
import { PAGE_LIMIT } from '../../core/limits';
import { identifiersIn } from '../../core/values/identifier-list';
import type { JsonObject } from '../../core/json';
import { newestOnly } from '../../core/trigger/newest-only';
import { startLedger } from '../../core/trigger/field-history';
import type { LedgerEvent, LedgerState } from '../../core/trigger/field-history';
import { STATUS, statusIn, valuesIn } from '../../core/trigger/watched-values';
import { repeatedSeconds } from '../../core/values/time-zone';
import { formIn, type Values } from '../../core/values/validate';
import { InputError } from '../../core/values/input-error';
import { recordRow } from '../../core/trigger/listed-record';
import { listIn, objectIn, ofEntity } from '../../core/request/reply';
import { pageOf, requestOf } from '../../core/request/request';
import { EVENT_PROPERTIES } from '../../core/output/simplify';
import type { PageReply } from '../../core/trigger/listed-record';
import type { PageRequest } from '../../core/listing/walk';
import type { Client } from '../transport/client';
import { endOfList } from '../transport/list-reader';
import { drive, MORE_THAN_ONE_POLL } from './poll-loop';
import { formsOf } from '../form/form-cache';
import { keywordsOf } from '../form/keywords';
import { layoutOf } from '../form/output-rows';
import { timesOf } from '../form/times';
import { changeShape, ledgerShape } from '../../core/trigger/state-shapes';
import type { Watch } from './watch';

const { record } = resources;
const list = record.operations.getAll;

/** Requests of one poll; what is left over is work for the next polls. */
const MOST_REQUESTS = 30;
/** Rows read for the editor's test, as not all of them need to be what is watched, and rows shown. */
const SAMPLE_ROWS = 20;
const SAMPLE_SIZE = 3;
const OVERLAP_SECONDS = 120;
const CATCH_UP_LIMIT = 50;

const layout = { ...record, entity: { ...record.entity, ...EVENT_PROPERTIES } };

/** The events of records, all found in the list sorted by time. */
type RecordEvent = ChangeKind | 'recordStatusChanged';

/** The state of either kind of poll, and how many changes are still wanted while a catching up with the newest goes on. */
type RecordState = (ChangeState | LedgerState) & {
	readonly catchUpLeft?: number;
	/** States of earlier versions: none is wanted any more. */
	readonly dropsOlder?: boolean;
};

/** Watches the records of a form. */
export function recordWatch(
	client: Client,
	event: RecordEvent,
	values: Values,
	simplify: boolean,
): Watch<RecordState> {
	const { overlap, watchedFields, catchUp, catchUpLimit, names, timesWithOffset, ...search } =
		withWatched(values);
	const { timeZone } = client;
	const appsId = formIn(values);
	const forms = formsOf(client);
	const keywords = keywordsOf(client);
	const watched =
		event === 'recordStatusChanged'
			? statusIn
			: watchedFields === undefined
				? undefined
				: valuesIn(watchedFields);
	const settings = {
		appsId,
		scope: fingerprint([client.site, event, search, watchedFields ?? null]),
		overlapSeconds: Number(overlap ?? OVERLAP_SECONDS),
		maxRequests: MOST_REQUESTS,
		pageSize: PAGE_LIMIT,
		watchedFields: identifiersIn(watchedFields ?? ''),
	};
	const start = (saved: RecordState | undefined) =>
		watched && event !== 'recordCreated'
			? startLedger(saved as LedgerState | undefined, { ...settings, event, watched })
			: startChanges(saved as ChangeState | undefined, { ...settings, event: event as ChangeKind });
	const toItems = async (
		found: ReadonlyArray<ChangeEvent | LedgerEvent>,
	): Promise<IDataObject[]> => {
		if (found.length === 0) return [];
		const layOut = await layoutOf(layout, forms, { values: { ...search, names }, simplify });
		const timed = await timesOf(record, forms, {
			values: { ...search, timesWithOffset },
			zone: timeZone ?? '',
		});
		return found.map((one) => {
			const [laidOut] = layOut(timed(ofEntity(record.entity, one.row.raw as JsonObject)));
			const own = { event: one.event, eventId: one.eventId, appsId };
			return { ...laidOut, ...own, ...previousStatus(event, one) } as IDataObject;
		});
	};
	const read = async ({ order, page, limit }: PageRequest): Promise<PageReply> => {
		const request = pageOf(requestOf(list, { ...search, order }), page, limit);
		const reply = await client.send(request).catch(endOfList(page));
		if (!reply) return { rows: [] };
		const { headers, body } = reply;
		const rows = listIn(body, 'records').map((row) => recordRow(objectIn(row)));
		const date = Date.parse(String(headers.date));
		const isDated = !Number.isNaN(date);
		const now = isDated ? new Date(date) : new Date();
		return {
			rows,
			...(isDated && { date }),
			...(timeZone !== undefined && { repeatedSeconds: repeatedSeconds(timeZone, now) }),
		};
	};

	const mustFit = async () => {
		mustStayListed(values.query, event === 'recordStatusChanged' ? STATUS : watchedFields);
		await mustKnow(watchedFields, () => forms(appsId));
		await keywords(values);
	};

	return {
		scope: settings.scope,
		shape: watched && event !== 'recordCreated' ? ledgerShape : changeShape,
		async sample() {
			await mustFit();
			const kind = event === 'recordStatusChanged' ? 'recordUpdated' : event;
			const reply = await read(sampleRequest(kind, SAMPLE_ROWS));
			const found = sampleEvents(reply, { event: kind, appsId }).slice(-SAMPLE_SIZE);
			return await toItems(found.map((one) => (kind === event ? one : { ...one, event })));
		},
		async changes(saved, occasion) {
			const { mayHaveMissed } = occasion;
			// A new baseline: whoever has just chosen the settings hears of a mistake.
			if (saved?.scope !== settings.scope) await mustFit();
			const poll = start(saved);
			const { rest, rows } = await drive(poll, read, occasion);
			const { events, state, fresh = 0 } = poll.end();
			const reason = isBaseline(saved) ? 'the baseline goes on, which emits nothing' : undefined;
			const trace = { window: windowOf(saved), rows, fresh, rest: rest ?? restOf(state), reason };
			// A form that was empty before said nothing about keywords.
			if (events.length > 0) await keywords(values);
			const wanted = mayHaveMissed ? Number(catchUpLimit ?? CATCH_UP_LIMIT) : leftOf(saved);
			if (catchUp === 'newest' && wanted !== undefined) {
				const by = event === 'recordCreated' ? 'createdAt' : 'updatedAt';
				const { kept, left } = newestOnly<ChangeEvent | LedgerEvent>(events, {
					by,
					until: newestIn(state),
					left: wanted,
				});
				const next = isPending(state) ? { ...state, catchUpLeft: left } : state;
				const older = events.length - kept.length;
				const reason =
					older > 0 ? `older changes left out as 'Catch Up' is Newest: ${older}` : undefined;
				return { items: await toItems(kept), state: next, trace: { ...trace, reason } };
			}
			return { items: await toItems(events), state, trace };
		},
	};
}

/** What is watched must be output as well. */
function withWatched(values: Values): Values {
	const { fields, watchedFields } = values;
	if (fields === undefined || watchedFields === undefined) return values;
	const more = identifiersIn(watchedFields).filter((name) => name !== STATUS);
	return { ...values, fields: [...new Set([...identifiersIn(fields), ...more])].join(',') };
}

/** A change of what the query asks for takes a record out of the list, or brings one that was never seen. */
function mustStayListed(query: unknown, names: unknown): void {
	const asked = String(query ?? '')
		.replace(QUOTED, ' ')
		.split(SIGNS);
	const name = identifiersIn(names ?? '').find((one) => asked.includes(one));
	if (name === undefined) return;
	throw new InputError(
		`The 'Query' asks for ${name}, whose changes are to start the workflow`,
		`Take ${name} out of the query: a record that leaves the search is not seen. Look at ${name} in the workflow, for example with an If node.`,
	);
}

/** A text whose end is missing goes on to the end of the query. */
const QUOTED = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|'(?:[^'\\]|\\[^])*(?:'|\\?$)/g;
const SIGNS = /[\s()=!<>,:]+/;

/** What no field is called would be watched for ever, and nothing be told. */
async function mustKnow(
	names: unknown,
	fieldsOf: () => Promise<readonly FormField[]>,
): Promise<void> {
	for (const name of identifiersIn(names ?? '').filter((one) => one !== STATUS)) {
		const field = fieldFor(await fieldsOf(), name);
		if (field.id === name) continue;
		throw new InputError(
			`'Only When These Fields Change' takes identifiers, but '${name}' is a caption`,
			`Write ${field.id} instead.`,
		);
	}
}

const previousStatus = (event: RecordEvent, found: ChangeEvent | LedgerEvent) =>
	event === 'recordStatusChanged' && 'previous' in found ? { previousStatus: found.previous } : {};

const changesIn = (state: RecordState): ChangeState => ('changes' in state ? state.changes : state);

const isPending = (state: RecordState): boolean => changesIn(state).scan !== undefined;

const isBaseline = (state: RecordState | undefined): boolean =>
	state !== undefined && changesIn(state).scan?.isBaseline === true;

/** The newest time when the last scan began. */
function newestIn(state: RecordState): string {
	const { scan, newest } = changesIn(state);
	return scan?.top ?? newest;
}

const leftOf = (saved: RecordState | undefined): number | undefined =>
	saved?.catchUpLeft ?? (saved?.dropsOlder ? 0 : undefined);

/** The oldest time that a poll looks at. */
const windowOf = (saved: RecordState | undefined): string => {
	const { bound = '' } = saved ? changesIn(saved) : {};
	return bound === '' ? 'the newest records' : `from ${bound}`;
};

const restOf = (state: RecordState): string | undefined =>
	isPending(state) || 'first' in state || 'again' in state ? MORE_THAN_ONE_POLL : undefined;
