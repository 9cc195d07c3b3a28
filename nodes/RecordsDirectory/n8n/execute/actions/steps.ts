import type { IDataObject } from 'n8n-workflow';
import { batchesOf, withSubjects, positionsNamedIn, type Batch } from '../../../core/bulk/batches';
import type { Subject } from '../../../core/request/subject';
import { withFacts, Failure, type LookedUpEntry } from '../../../core/request/failure';
import type { RawReply } from '../../../core/request/outcome';
import type { Id } from '../../../core/id';
import type { JsonObject } from '../../../core/json';
import type { Job, Step } from '../job';
import type { StopSignal } from '../../transport/pacer';
import {
	lookUp,
	newestBefore,
	sendOrLookUp,
	withRecordId,
	withRecordIds,
	type Search,
	type Sought,
} from './look-up';

/** How entries of one kind are sent in import requests, up to 100 per request (Limits). */
interface Import<T> {
	readonly subjectOf: (one: T) => Subject;
	readonly pathOf: (one: T) => string;
	readonly bodyOf: (one: T) => JsonObject;
	/** Returns the output of an entry whose request the service accepted. */
	readonly rowsOf: (one: T, reply: RawReply) => readonly JsonObject[];
	/** How many requests may be sent in parallel. Default: 1. */
	readonly atOnce?: (one: T) => number;
	/** The form of a record, if its fields are already known. */
	readonly formOf?: (one: T) => Id | undefined;
	/** Whether to look up the IDs of new records. Default: false. */
	readonly findsNew?: (one: T) => boolean;
	/** Whether the service did not have such an entry before. Default: false. */
	readonly isNew?: (one: T) => boolean;
}

/** The only sender of imports, so that every error about an entry names its input item. */
export const importSteps = <T>(job: Job, entries: readonly T[], way: Import<T>): Step[] =>
	batchesOf(entries, way.pathOf).map((batch) => importStep(job, batch, way));

function importStep<T>(job: Job, { path, entries }: Batch<T>, way: Import<T>): Step {
	const { subjectOf, atOnce = () => 1, findsNew = () => false } = way;
	const items = entries.map(subjectOf);
	const isNamed = entries.some(findsNew);
	return {
		items,
		atOnce: Math.min(...entries.map(atOnce)),
		async work(calledOff) {
			const sought = entries.map((one) => soughtOf(one, way));
			const newest = await newestBefore(job, sought, { isWanted: isNamed });
			const rows = await sendOrLookUp({
				count: entries.length,
				send: async () => {
					const bodies = sought.map(({ body }) => body);
					const reply = await sendImport(job, { path, entries: bodies }, { items, calledOff });
					return entries.map((one) => way.rowsOf(one, reply));
				},
				lookUp: async () => await looksAt(job, { sought, newest, entries }, way),
			});
			const named = isNamed ? await withRecordIds(job, { sought, newest }, rows) : rows;
			return items.map((item, n) => outputsOf(job, item, named[n] ?? []));
		},
	};
}

/** The property of the body that lists the entries. */
function rootOf({ entry: { operation } }: Job): string {
	if ('root' in operation.runs) return operation.runs.root;
	throw new Error(`${operation.name} sends no import`);
}

async function sendImport(
	job: Job,
	{ path, entries }: Batch<JsonObject>,
	{ items, calledOff }: Pick<Step, 'items'> & { readonly calledOff: StopSignal | undefined },
): Promise<RawReply> {
	const root = rootOf(job);
	const body = { [root]: entries };
	return await job.client
		.send({ method: 'POST', path, query: {}, body }, calledOff)
		.catch((error: unknown) => {
			throw error instanceof Failure ? namingSubjects(error, root, items) : error;
		});
}

/** Returns what the service has of the entries; the rows are those of an accepted import. */
async function looksAt<T>(
	job: Job,
	{ entries, ...search }: Search & Pick<Batch<T>, 'entries'>,
	{ rowsOf, findsNew }: Import<T>,
): Promise<readonly LookedUpEntry[]> {
	const looks = await lookUp(job, search);
	return looks.map((look, n) => ({
		...look,
		rows: entries.slice(n, n + 1).flatMap((one) => {
			const rows = rowsOf(one, ACCEPTED);
			return findsNew?.(one) ? withRecordId(rows, look) : rows;
		}),
	}));
}

const soughtOf = <T>(one: T, { bodyOf, formOf, isNew }: Import<T>): Sought => ({
	body: bodyOf(one),
	form: formOf?.(one),
	isNew: isNew?.(one) ?? false,
});

/** The reply to use for an import that was found saved. */
const ACCEPTED: RawReply = { statusCode: 204, headers: {}, body: undefined };

/** Names the input items of the entries that the service names by position. */
function namingSubjects(failure: Failure, root: string, subjects: readonly Subject[]): Failure {
	const [place] = positionsNamedIn(failure.message, root);
	const subject = place === undefined ? undefined : subjects[place];
	if (subject === undefined) return failure;
	const named = (text: string) => withSubjects(text, root, subjects);
	return withFacts(failure, {
		message: named(failure.message),
		details: failure.details.map(named),
		subject,
	});
}

/** What a step is about, and its output. */
export interface Subjected {
	readonly subject: Subject;
	readonly row: JsonObject;
}

/** Makes a step of one request for some entries, with an output for each. */
export const stepOf = (
	job: Job,
	entries: readonly Subjected[],
	send: () => Promise<unknown>,
): Step => ({
	items: entries.map(({ subject }) => subject),
	async work() {
		await send();
		return entries.map(({ subject, row }) => outputsOf(job, subject, [row]));
	},
});

/** Outputs of entries for which nothing is sent. */
export const idleStep = (job: Job, entries: readonly Subjected[]): Step => ({
	...stepOf(job, entries, async () => {}),
	isIdle: true,
});

/** Links the outputs of a subject to its item. */
export const outputsOf = ({ linkOf }: Job, subject: Subject, rows: readonly JsonObject[]) =>
	rows.map((row) => ({ json: row as IDataObject, pairedItem: linkOf(subject) }));
