import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import { deletionId } from '../../core/trigger/deletions/types';
import { startDeletions } from '../../core/trigger/deletions/poll';
import type {
	DeletionAsk,
	DeletionEvent,
	DeletionReply,
	DeletionState,
	PageAsk,
} from '../../core/trigger/deletions/types';
import { idOfWhole, wholeOf } from '../../core/trigger/deletions/whole';
import { PAGE_LIMIT } from '../../core/limits';
import { idIn, type Id } from '../../core/id';
import { deletionIn, unclearDeletion } from '../../core/trigger/listed-record';
import { Failure } from '../../core/request/failure';
import { fingerprint } from '../../core/fingerprint';
import type { JsonObject } from '../../core/json';
import { formIn, type Values } from '../../core/values/validate';
import { listIn, objectIn, ofEntity } from '../../core/request/reply';
import { pageOf, requestOf } from '../../core/request/request';
import { EVENT_PROPERTIES } from '../../core/output/simplify';
import type { Client } from '../transport/client';
import { endOfList } from '../transport/list-reader';
import { drive, MORE_THAN_ONE_POLL } from './poll-loop';
import { formsOf } from '../form/form-cache';
import { keywordsOf } from '../form/keywords';
import { layoutOf } from '../form/output-rows';
import { timesOf } from '../form/times';
import { deletionShape } from '../../core/trigger/state-shapes';
import type { Watch } from './watch';

const { record } = resources;
const { get, getAll: list } = record.operations;

/** Requests of one poll; what is left over is work for the next polls. */
const MOST_REQUESTS = 30;
const SAMPLE_SIZE = 3;

const layout = { ...record, entity: { ...record.entity, ...EVENT_PROPERTIES } };

/** Watches the records of a form for deletions. */
export function deletionWatch(
	client: Client,
	values: Values,
	simplify = true,
): Watch<DeletionState> {
	const { form, fields, keyword, query } = values;
	const appsId = formIn(values);
	const given = { form, keyword, query };
	const keywords = keywordsOf(client);
	// Which fields a list shows decides nothing, so that changing them is no new beginning.
	const scope = fingerprint([client.site, 'recordDeleted', given]);

	const read = async ({ order, page, limit }: PageAsk): Promise<readonly JsonObject[]> => {
		const request = pageOf(requestOf(list, { ...given, fields, order }), page, limit);
		const reply = await client
			.send(request)
			.catch(order === 'isDeleted:desc' ? unsortable : endOfList(page));
		return reply ? listIn(reply.body, 'records').map(objectIn) : [];
	};

	/** The record as the service gives it; none for 404. Anything else that is unclear is a failure. */
	const single = async (recordId: Id): Promise<DeletionReply> => {
		const reply = await client.send(requestOf(get, { form, recordId })).catch(notThere);
		if (!reply) return { kind: 'record' };
		const raw = ofEntity(record.entity, objectIn(reply.body));
		if (idIn(raw.recordId) !== recordId) throw unclearDeletion(recordId);
		return { kind: 'record', record: { isDeleted: deletionIn(raw), raw } };
	};

	const answer = async (ask: DeletionAsk): Promise<DeletionReply> => {
		if (ask.kind === 'record') return await single(idOfWhole(ask.recordId));
		const rows = (await read(ask)).map((row) => {
			// What is no ID is reported by the core.
			const recordId = wholeOf(idIn(row.recordId) ?? NaN);
			return { recordId, isDeleted: deletionIn(row) };
		});
		return { kind: 'page', rows };
	};

	const toItems = async (events: readonly DeletionEvent[]): Promise<IDataObject[]> => {
		if (events.length === 0) return [];
		const forms = formsOf(client);
		const layOut = await layoutOf(layout, forms, { values, simplify });
		const timed = await timesOf(record, forms, { values, zone: client.timeZone ?? '' });
		return events.map(({ event, eventId, recordId, record: found }) => {
			const [laidOut] = layOut(timed((found?.raw ?? {}) as JsonObject));
			return { ...laidOut, event, eventId, appsId, recordId: idOfWhole(recordId) } as IDataObject;
		});
	};

	return {
		scope,
		shape: deletionShape,
		async sample() {
			await keywords(given);
			const ask = { kind: 'page', order: 'recordId:desc', page: 1, limit: SAMPLE_SIZE } as const;
			return (await read(ask)).slice(0, SAMPLE_SIZE).map((row) => {
				const { recordId, uniqueId } = ofEntity(record.entity, row);
				const eventId = deletionId(appsId, idIn(recordId) ?? NaN, 1);
				return { event: 'recordDeleted', eventId, appsId, recordId, uniqueId } as IDataObject;
			});
		},
		async changes(saved, occasion) {
			// A new baseline: whoever has just chosen the settings hears of a mistake.
			if (saved?.scope !== scope) await keywords(given);
			const settings = { scope, appsId, maxRequests: MOST_REQUESTS, pageSize: PAGE_LIMIT };
			const poll = startDeletions(saved, settings);
			const { rest, rows } = await drive(poll, answer, occasion);
			const { events, state } = poll.end();
			const window = 'all records';
			const trace = { window, rows, fresh: events.length, rest: rest ?? restOf(state) };
			// An empty form says nothing about keywords, neither before its first record nor after its last.
			const isFilled = saved?.listed === '' && state.listed !== '';
			if (events.length > 0 || isFilled) await keywords(given);
			return { items: await toItems(events), state, trace };
		},
	};
}

/** What is not confirmed yet, and a reading of the whole form, are work of the next poll. */
const restOf = ({ pending, sweep }: DeletionState): string | undefined =>
	pending !== undefined || (sweep && sweep.kind !== 'patrol') ? MORE_THAN_ONE_POLL : undefined;

/** Only a 404 says that a record is gone; a lost key or right (401, 403) says nothing of it. */
function notThere(error: unknown): undefined {
	if (error instanceof Failure && error.status === 404) return undefined;
	throw error;
}

/** A service that cannot sort by `isDeleted` shows what is listed as deleted to the patrol only. */
function unsortable(error: unknown): undefined {
	if (error instanceof Failure && error.status === 400) return undefined;
	throw error;
}
