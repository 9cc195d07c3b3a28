import type { IDataObject } from 'n8n-workflow';
import { resources } from '../api';
import { startChanges, type ChangeKind, type ChangeState } from '../core/changes';
import { fingerprint } from '../core/fingerprint';
import type { Values } from '../core/limits';
import { recordRow } from '../core/record-row';
import { listIn, objectIn, ofEntity, rowsOf, type Row } from '../core/reply';
import { pageOf, requestOf } from '../core/request';
import { simplified } from '../core/simplify';
import type { Client } from './client';
import type { Watch } from './watch';

const { record } = resources;
const list = record.operations.getAll;

/** Requests of one poll, and rows of one page; what is left over is work for the next polls. */
const MOST_REQUESTS = 30;
const PAGE_SIZE = 1000;
const SAMPLE_SIZE = 3;
const OVERLAP_SECONDS = 120;

/** Watches the records of a form. */
export function recordWatch(
	client: Client,
	event: ChangeKind,
	values: Values,
	simplify: boolean,
): Watch<ChangeState> {
	const { overlap, ...search } = values;
	const scope = fingerprint([client.site, event, search]);
	const toJson = (name: string, eventId: string, row: Row): IDataObject => {
		const laidOut = simplify ? simplified(record, row) : row;
		return { ...laidOut, event: name, eventId, appsId: values.form } as IDataObject;
	};
	const page = (order: string, number: number, limit: number) =>
		client.send(pageOf(requestOf(list, { ...search, order }), number, limit));

	return {
		async sample() {
			const order = event === 'recordCreated' ? 'createdAt:desc' : 'updatedAt:desc';
			const reply = await page(order, 1, SAMPLE_SIZE);
			return rowsOf(record, list, values, reply).map((row) => toJson(event, 'sample', row));
		},
		async changes(saved, isTimeUp) {
			const poll = startChanges(saved, {
				event,
				appsId: Number(values.form),
				scope,
				overlapSeconds: Number(overlap ?? OVERLAP_SECONDS),
				maxRequests: MOST_REQUESTS,
				pageSize: PAGE_SIZE,
			});
			for (let ask = poll.ask; ask && !isTimeUp(); ask = poll.ask) {
				const { headers, body } = await page(ask.order, ask.page, ask.limit);
				const rows = listIn(body, 'records').map((row) => recordRow(objectIn(row)));
				const date = Date.parse(String(headers.date));
				poll.take(Number.isNaN(date) ? { rows } : { rows, date });
			}
			const { events, state } = poll.end();
			const items = events.map(({ event: name, eventId, row }) =>
				toJson(name, eventId, ofEntity(record.entity, row.raw as Row)),
			);
			return { items, state };
		},
	};
}
