import type { IDataObject } from 'n8n-workflow';
import { resources } from '../api';
import { sampleEvents, sampleRequest } from '../core/change-event';
import { startChanges } from '../core/changes';
import type { ChangeEvent, ChangeKind, ChangeState } from '../core/changes';
import { Failure } from '../core/failure';
import { fingerprint } from '../core/fingerprint';
import type { Row } from '../core/json';
import type { Values } from '../core/limits';
import { recordRow } from '../core/record-row';
import { listIn, objectIn, ofEntity } from '../core/reply';
import { pageOf, requestOf } from '../core/request';
import type { PageReply } from '../core/scan';
import { simplified } from '../core/simplify';
import type { PageRequest } from '../core/walk';
import type { Client } from './client';
import { endOfList } from './collect';
import type { Watch } from './watch';

const { record } = resources;
const list = record.operations.getAll;

/** Requests of one poll, and rows of one page; what is left over is work for the next polls. */
const MOST_REQUESTS = 30;
const PAGE_SIZE = 1000;
/** Rows read for the editor's test, as not all of them need to be what is watched, and rows shown. */
const SAMPLE_ROWS = 20;
const SAMPLE_SIZE = 3;
const OVERLAP_SECONDS = 120;

/** What an item says beside the record; a field of such a name must not be lost behind it. */
const OWN_WORDS = { event: 'string', eventId: 'string' } as const;
const layout = { ...record, entity: { ...record.entity, ...OWN_WORDS } };

/** Watches the records of a form. */
export function recordWatch(
	client: Client,
	event: ChangeKind,
	values: Values,
	simplify: boolean,
): Watch<ChangeState> {
	const { overlap, ...search } = values;
	const appsId = Number(values.form);
	const scope = fingerprint([client.site, event, search]);
	const toJson = (name: string, eventId: string, row: Row): IDataObject => {
		const laidOut = simplify ? simplified(layout, row) : row;
		return { ...laidOut, event: name, eventId, appsId } as IDataObject;
	};
	const toItems = (events: readonly ChangeEvent[]) =>
		events.map(({ event: name, eventId, row }) =>
			toJson(name, eventId, ofEntity(record.entity, row.raw as Row)),
		);
	const read = async ({ order, page, limit }: PageRequest): Promise<PageReply> => {
		const request = pageOf(requestOf(list, { ...search, order }), page, limit);
		const reply = await client.send(request).catch(endOfList(page));
		if (!reply) return { rows: [] };
		const { headers, body } = reply;
		const rows = listIn(body, 'records').map((row) => recordRow(objectIn(row)));
		const date = Date.parse(String(headers.date));
		return Number.isNaN(date) ? { rows } : { rows, date };
	};

	return {
		async sample() {
			const reply = await read(sampleRequest(event, SAMPLE_ROWS));
			return toItems(sampleEvents(reply, { event, appsId }).slice(-SAMPLE_SIZE));
		},
		async changes(saved, isTimeUp) {
			const poll = startChanges(saved, {
				event,
				appsId,
				scope,
				overlapSeconds: Number(overlap ?? OVERLAP_SECONDS),
				maxRequests: MOST_REQUESTS,
				pageSize: PAGE_SIZE,
			});
			let pages = 0;
			// Our own count of the site's requests is full: what is read counts, the rest is for later.
			const enough = (error: unknown) =>
				pages > 0 && isOwnLimit(error) ? undefined : Promise.reject(error);
			for (let ask = poll.ask; ask && !isTimeUp(); ask = poll.ask, pages++) {
				const reply = await read(ask).catch(enough);
				if (!reply) break;
				poll.take(reply);
			}
			const { events, state } = poll.end();
			return { items: toItems(events), state };
		},
	};
}

const isOwnLimit = (error: unknown): boolean =>
	error instanceof Failure && error.kind === 'rate' && error.status === undefined;
