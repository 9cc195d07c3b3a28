import type { IDataObject } from 'n8n-workflow';
import { resources } from '../api';
import { fingerprint } from '../core/fingerprint';
import type { Values } from '../core/limits';
import { noticeChanges, type NoticeKind, type NoticeState } from '../core/notices';
import { rowsOf } from '../core/reply';
import { requestOf } from '../core/request';
import type { Client } from './client';
import type { Watch } from './watch';

const { notice } = resources;
const read = notice.operations.get;

/** Watches the notice counts of a person: one request a poll. */
export function noticeWatch(client: Client, event: NoticeKind, values: Values): Watch<NoticeState> {
	const code = String(values.code);
	const scope = fingerprint([client.site, event]);
	const rows = async () => rowsOf(notice, read, values, await client.send(requestOf(read, values)));

	return {
		async sample() {
			return (await rows()).map((row) => ({
				...(row as IDataObject),
				event,
				eventId: 'sample',
				previousCount: row.count as number,
				difference: 0,
			}));
		},
		async changes(saved) {
			const people = [{ code, rows: await rows() }];
			const { events, state } = noticeChanges(saved, people, { event, scope });
			return { items: events.map((found) => ({ ...found }) as IDataObject), state };
		},
	};
}
