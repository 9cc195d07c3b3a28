import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import { fingerprint } from '../../core/fingerprint';
import type { Values } from '../../core/values/validate';
import {
	noticeChanges,
	type NoticeKind,
	type NoticeState,
	type PersonNotices,
} from '../../core/trigger/notices';
import { rowsOf } from '../../core/request/reply';
import { requestOf } from '../../core/request/request';
import type { Client } from '../transport/client';
import type { Watch } from './watch';

const { notice } = resources;
const read = notice.operations.get;

/** Watches the notice counts of one or several people: a request for each in every poll. */
export function noticeWatch(client: Client, event: NoticeKind, values: Values): Watch<NoticeState> {
	const more = (values.moreCodes ?? []) as readonly string[];
	const codes = [...new Set([String(values.code), ...more])];
	const scope = fingerprint([client.site, event]);
	const rowsOfPerson = async (code: string) =>
		rowsOf(notice, read, { code }, await client.send(requestOf(read, { code })));

	return {
		async sample() {
			const items: IDataObject[] = [];
			for (const code of codes) {
				for (const row of await rowsOfPerson(code)) {
					const count = row.count as number;
					const now = { event, eventId: 'sample', previousCount: count, difference: 0 };
					items.push({ ...(row as IDataObject), ...now });
				}
			}
			return items;
		},
		async changes(saved) {
			const people: PersonNotices[] = [];
			for (const code of codes) people.push({ code, rows: await rowsOfPerson(code) });
			const { events, state } = noticeChanges(saved, people, { event, scope });
			return { items: events.map((found) => ({ ...found }) as IDataObject), state };
		},
	};
}
