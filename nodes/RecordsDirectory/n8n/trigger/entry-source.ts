import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import type { Resource } from '../../api/define';
import type { EventSource } from '../../api/trigger';
import { ignoring } from '../../core/request/failure';
import { entityReader, objectIn } from '../../core/request/reply';
import { toRequest } from '../../core/request/request';
import type { JsonObject } from '../../core/json';
import { listInWords } from '../../core/text';
import { EntryPoll, type EntryEvent } from '../../core/trigger/entries';
import { InputError, mistake } from '../../core/values/input-error';
import { identifiersIn } from '../../core/values/list-parameters';
import { openPages } from '../transport/list-reader';
import { onlyOfOne, type SourceOf, type WatchSettings } from './source';
import { SAMPLE_SIZE } from './watched-records';

/** A list that has no times. */
export function entrySource(
	{ client, event, values, simplify }: WatchSettings,
	{ list, key, compares, emits }: Extract<EventSource, { kind: 'entries' }>,
): SourceOf<EntryPoll> {
	const resource: Resource = resources[list];
	const { getAll, get } = resources[list].operations;
	const { form, watchedFields, mostRemovals } = values;
	const chosen = identifiersIn(watchedFields ?? '');
	// In one order: what is kept of an entry is a list.
	const watched = (chosen.length > 0 ? chosen : Object.keys(compares)).toSorted();
	const shown = new Set(simplify ? (resource.simplified ?? Object.keys(resource.entity)) : []);
	const pages = openPages(client, { resource, operation: getAll, values: { form } });
	const decode = entityReader(resource.entity);
	const read = async (page: number, limit: number) =>
		(await pages.read({ page, limit })).map(decode);
	const layOut = (row: JsonObject) => {
		const all = Object.entries(decode(row));
		return Object.fromEntries(simplify ? all.filter(([name]) => shown.has(name)) : all);
	};
	const toItem = ({ event, eventId, change, row, earlier }: EntryEvent) => {
		const changes = Object.entries(earlier ?? {}).map(
			([name, from]) =>
				[name, { ...(from !== undefined && { from }), to: row[name] ?? null }] as const,
		);
		const changed = earlier && { changes: Object.fromEntries(changes) };
		return { ...layOut(row), event, eventId, change, ...changed } as IDataObject;
	};

	return {
		scope: [form ?? null, watched],
		async check() {
			const unknown = watched.find((name) => !(name in compares));
			if (unknown === undefined) return;
			const named = Object.entries(compares).map(([name, label]) => `${label} (${name})`);
			const about = { field: `'Watched Fields'`, value: unknown };
			throw mistake('notChoice', { ...about, choices: listInWords(named) });
		},
		async sample() {
			const rows = (await read(1, SAMPLE_SIZE)).slice(0, SAMPLE_SIZE);
			const [change = 'changed'] = emits;
			return rows.map((row) => {
				const earlier = Object.fromEntries(watched.map((name) => [name, row[name]]));
				const before = change === 'changed' ? { earlier } : {};
				return toItem({ event, eventId: 'sample', change, row, cause: '', ...before });
			});
		},
		start({ saved }, pageSize) {
			return new EntryPoll(saved, { event, emits, key, watched, mostRemovals, pageSize });
		},
		async answer(asked, situation) {
			if (asked.kind === 'page') {
				const rows = await read(asked.page, asked.limit);
				return { kind: 'page', rows, most: pages.most(), at: client.serviceTime || 0 };
			}
			try {
				const request = toRequest(get, { form, [key]: asked.key });
				const reply = await client.send(request).catch(ignoring(404));
				return { kind: 'entry', ...(reply && { row: decode(objectIn(reply.body)) }) };
			} catch (error) {
				// No address can contain a code like this one.
				if (error instanceof InputError) return { kind: 'entry', failure: error.message };
				return { kind: 'entry', failure: onlyOfOne(situation, error).message };
			}
		},
		async items({ events }) {
			return events.map(toItem);
		},
	};
}
