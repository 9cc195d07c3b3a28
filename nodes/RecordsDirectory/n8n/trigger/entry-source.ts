import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import type { Resource } from '../../api/define';
import type { EventSource } from '../../api/trigger';
import { ignoring } from '../../core/request/failure';
import { entityReader, objectIn } from '../../core/request/reply';
import { toRequest } from '../../core/request/request';
import { listInWords } from '../../core/text';
import {
	EntryPoll,
	type EntryEvent,
	type EntryReply,
	type EntryRequest,
	type EntryState,
} from '../../core/trigger/entries';
import { mistake } from '../../core/values/input-error';
import { identifiersIn } from '../../core/values/list-parameters';
import { readRows } from '../transport/list-reader';
import { onlyOfOne, type Source, type WatchSettings } from './source';
import { SAMPLE_SIZE } from './watched-records';

/** The entries of a list that has no times: users, organizations, or the fields of a form. */
export function entrySource(
	{ client, event, values, simplify }: WatchSettings,
	{ list, key, compares, emits }: Extract<EventSource, { kind: 'entries' }>,
): Source<EntryState, EntryRequest, EntryReply, EntryEvent> {
	const resource: Resource = resources[list];
	const { getAll, get } = resources[list].operations;
	const { form, watchedFields, mostRemovals } = values;
	const chosen = identifiersIn(watchedFields ?? '');
	const watched = chosen.length > 0 ? chosen : Object.keys(compares);
	const shown = new Set(simplify ? (resource.simplified ?? Object.keys(resource.entity)) : []);
	const read = async (wanted: number) =>
		await readRows(client, { resource, operation: getAll, values: { form } }, wanted);
	const layOut = (row: object) => {
		const all = Object.entries(entityReader(resource.entity)(row as never));
		return Object.fromEntries(simplify ? all.filter(([name]) => shown.has(name)) : all);
	};
	const toItem = ({ event, eventId, change, row, earlier }: EntryEvent) => {
		const changes = Object.entries(earlier ?? {}).map(
			([name, from]) => [name, { ...(from !== undefined && { from }), to: row[name] }] as const,
		);
		const own = {
			event,
			eventId,
			change,
			...(earlier && { changes: Object.fromEntries(changes) }),
		};
		return { ...layOut(row), ...own } as IDataObject;
	};

	return {
		scope: [form ?? null, watched],
		async check() {
			const unknown = watched.find((name) => !(name in compares));
			if (unknown === undefined) return;
			const about = { field: `'Watched Fields'`, value: unknown };
			throw mistake('notChoice', { ...about, choices: listInWords(Object.keys(compares)) });
		},
		async sample() {
			const rows = await read(SAMPLE_SIZE);
			const [change = 'changed'] = emits;
			return rows.map((row) => {
				const earlier = Object.fromEntries(watched.map((name) => [name, row[name]]));
				const before = change === 'changed' ? { earlier } : {};
				return toItem({ event, eventId: 'sample', change, row, cause: '', ...before });
			});
		},
		start({ saved }) {
			return new EntryPoll(saved, { event, emits, key, watched, mostRemovals });
		},
		async answer(asked, situation) {
			if (asked.kind === 'list') return { kind: 'list', rows: await read(asked.most) };
			try {
				const request = toRequest(get, { form, [key]: asked.key });
				const reply = await client.send(request).catch(notThere);
				return { kind: 'entry', ...(reply && { row: objectIn(reply.body) }) };
			} catch (error) {
				return { kind: 'entry', failure: onlyOfOne(situation)(error).message };
			}
		},
		async items({ events }) {
			return events.map(toItem);
		},
	};
}

/** Only a 404 proves that an entry is gone; a missing key or right (401, 403) does not. */
const notThere = ignoring(404);
