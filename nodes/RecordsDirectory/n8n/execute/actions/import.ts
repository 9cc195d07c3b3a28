import { grouped } from '../../../core/grouped';
import type { JsonObject } from '../../../core/json';
import { IMPORT_LIMIT } from '../../../core/limits';
import { Failure, type LookedUpEntry } from '../../../core/request/failure';
import { itemsInWords, type Subject } from '../../../core/text';
import type { Job, Step } from '../job';
import { sendEntries, type SentEntry } from './sent';

/** The only sender of imports, so that every error names its item. By path, in order, up to 100 each (Limits). */
export function importSteps(job: Job, all: readonly SentEntry[]): Step[] {
	const steps: Step[] = [];
	for (const [path, same] of grouped(all, (one) => one.path))
		for (let from = 0; from < same.length; from += IMPORT_LIMIT)
			steps.push(importStep(job, path, same.slice(from, from + IMPORT_LIMIT)));
	return steps;
}

/** Parts of a rejected request that may be rejected: with more, the rest costs more requests than it has entries. */
const MOST_REJECTED = 15;

/** `part` is that of a rejected request, which may have saved its entries if `isOpen`; `left` counts these down. */
function importStep(
	job: Job,
	path: string,
	entries: readonly SentEntry[],
	part?: { left: number },
	isOpen = false,
): Step {
	const { client, entry } = job;
	const items = entries.map(({ subject }) => subject);
	const parts = part ?? { left: MOST_REJECTED };
	return {
		items,
		isBatch: part === undefined,
		plan: () => entries.map(({ rowsFrom }) => rowsFrom()),
		split() {
			const at = entries.findIndex(({ isOpen: mayClear }) => mayClear?.());
			if (at < 0 || entries.length === 1) return [this];
			return [entries.slice(0, at), entries.slice(at, at + 1), entries.slice(at + 1)]
				.filter(({ length }) => length > 0)
				.map((some) => importStep(job, path, some, part, isOpen));
		},
		async work() {
			const { path: route, runs } = entry.operation;
			if (!('root' in runs)) throw new Error(`${route} takes no import`);
			const { root } = runs;
			const send = async (records: readonly JsonObject[]) => {
				const request = { method: 'POST', path, query: {}, body: { [root]: records } } as const;
				return await client.send(request).catch((error: unknown) => {
					if (!(error instanceof Failure)) throw error;
					const ambiguous = isOpen || error.ambiguous;
					throw withSubjects(error, root, items).with({ ambiguous });
				});
			};
			const [one] = entries;
			const outputs = await sendEntries(job, entries, () =>
				one?.prove && entries.length === 1
					? one.prove((record) => send([{ ...one.body, record }]))
					: send(entries.map(({ body }) => body)),
			);
			return outputs.map((rows) => rows.map((json) => ({ json })));
		},
		again({ blamed, looks }) {
			// By its code, an entry is replaced by itself; a record would be there twice.
			const isReplaced = ({ isNew }: SentEntry) => 'code' in entry.resource.entity && !isNew;
			const isLeft = (one: SentEntry, { fate }: Partial<LookedUpEntry> = {}) =>
				fate === 'absent' || (fate !== 'saved' && isReplaced(one));
			const rest = entries.filter(
				(one, n) => !blamed.includes(one.subject) && isLeft(one, looks[n]),
			);
			// A service that names one mistake at a time would need a request for each.
			const most = blamed.length > 0 && !part ? IMPORT_LIMIT : Math.ceil(rest.length / 2);
			const isUnknown = ({ fate }: LookedUpEntry) => fate === 'unknown';
			if (entries.length === 1 || parts.left-- <= 0) return [];
			return [rest.slice(0, most), rest.slice(most)]
				.filter(({ length }) => length > 0)
				.map((some) => importStep(job, path, some, parts, isOpen || looks.some(isUnknown)));
		},
	};
}

/** `records[5] (item 105)`; `root` is the list of the request. */
function withSubjects(failure: Failure, root: string, subjects: readonly Subject[]): Failure {
	const { message, details } = failure;
	const blamed = new Set<Subject>();
	const named = (text: string) =>
		text.replace(PLACE, (place, list, n) => {
			const one = list === root ? subjects[n] : undefined;
			if (one === undefined) return place;
			blamed.add(one);
			return `${place} (${itemsInWords([one])})`;
		});
	return failure.with({
		message: named(message),
		details: details.map(named),
		blamed: [...blamed],
	});
}

/** Matches `records[5]`, but not the `rows[1]` of `records[5].rows[1]`. */
const PLACE = /(?<![\w.\]])(\w+)\[(\d+)\]/g;

interface SubjectRow {
	readonly subject: Subject;
	readonly row: JsonObject;
	readonly changes?: JsonObject | undefined;
}

export const singleStep = (
	{ subject, row, changes }: SubjectRow,
	send: () => Promise<unknown>,
): Step => ({
	items: [subject],
	plan: () => [[{ ...row, changes }]],
	async work() {
		await send();
		return [[{ json: row }]];
	},
});

/** Nothing is sent for them. */
export function passOn({ outcomes }: Job, entries: readonly SubjectRow[]): void {
	for (const { subject, row } of entries) outcomes.succeed(subject, [{ json: row }]);
}
