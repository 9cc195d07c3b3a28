import { resources } from '../../../api';
import { isOpen } from '../../../core/bulk/effect';
import { codeOf } from '../../../core/directory/plan';
import { entryLooks } from '../../../core/directory/saved-entry';
import { keyOfSent, recordLooks, type SentRecord } from '../../../core/form/saved-record';
import { PAGE_LIMIT } from '../../../core/limits';
import type { Id } from '../../../core/id';
import { numeric, type JsonObject } from '../../../core/json';
import { changed, Failure, mayStillRun, type Look } from '../../../core/request/failure';
import { rowsOf } from '../../../core/request/reply';
import { requestOf } from '../../../core/request/request';
import type { Values } from '../../../core/values/validate';
import type { Client } from '../../transport/client';
import { allOf, collected, isWhole, type ReadList } from '../../transport/list-reader';
import type { Job } from '../job';

/** An entry as it was sent, which may have been saved. */
export interface Sought {
	readonly body: JsonObject;
	/** The form of a record, where its fields are known anyway. */
	readonly form?: Id | undefined;
	/** It is not known to have been there before. */
	readonly isNew: boolean;
}

/** The form in which a record is looked up: its fields are known, or are worth a request. */
export const formOfSought = ({ mapped, findNew, form }: Values): Id | undefined =>
	mapped || findNew ? form : undefined;

/** How long is looked, in milliseconds: longer than the service's limit takes to pass. */
const PATIENCE_MS = 110_000;

type Rows = readonly JsonObject[];

/** A request that writes something, and how it can be known afterwards what became of it. */
export interface WriteRequest {
	/** How many entries it has. */
	readonly count: number;
	/** The output rows of each entry. */
	send(): Promise<readonly Rows[]>;
	/** What the service says of each entry; its rows are the output's. */
	look(): Promise<readonly Look[]>;
	/** Whether a rejected request is not looked up, as it is sent again in parts. */
	readonly isSplit?: boolean;
}

/**
 * Sends a request. Where it is unknown afterwards what was saved, it is looked up: if all is there, it has succeeded,
 * else the failure says what is. The look may fail as well; then it stays unknown.
 */
export async function sendAndLook(writing: WriteRequest): Promise<readonly Rows[]> {
	const { count, isSplit = false, look } = writing;
	const isUnknown = (error: unknown): error is Failure =>
		error instanceof Failure && isOpen(count, error) && !(isSplit && error.status === 400);
	const sent = await writing
		.send()
		.catch((error: unknown) => (isUnknown(error) ? error : Promise.reject(error)));
	if (!(sent instanceof Failure)) return sent;
	const found: readonly Look[] = await look().catch(() => []);
	// What the service may still be working on can come yet.
	const looks = found.map(
		(one): Look => (one.fate === 'absent' && mayStillRun(sent) ? { fate: 'unknown' } : one),
	);
	const saved = looks.flatMap(({ fate, rows }) => (fate === 'saved' && rows ? [rows] : []));
	if (saved.length === count) return saved;
	throw changed(sent, { looks });
}

/**
 * Output rows with the IDs of new records, which are looked up where the service has returned none. What is not found
 * stays without one, and so does everything if the look fails, as the records are saved.
 */
export async function withRecordIds(
	job: Job,
	sought: readonly Sought[],
	outputs: readonly Rows[],
): Promise<readonly Rows[]> {
	if (outputs.every(hasRecordId)) return outputs;
	const looks: readonly Look[] = await lookUp(job, sought).catch(() => []);
	return outputs.map((rows, n) => {
		const { recordId } = looks[n]?.rows?.[0] ?? {};
		if (recordId === undefined || hasRecordId(rows)) return rows;
		return rows.map((row) => ({ ...row, recordId: numeric(recordId) }));
	});
}

const hasRecordId = (rows: Rows) => rows.some(({ recordId }) => recordId !== undefined);

/** Requests of a look for new records: the newest, and whether the list ends there. */
export const MOST_LOOKS = 2;

/** What the service has of some entries of one form or of the directory. Absent is only what a list shows to its end. */
export async function lookUp(job: Job, sought: readonly Sought[]): Promise<readonly Look[]> {
	const until = performance.now() + PATIENCE_MS;
	const stop = {
		get aborted() {
			return performance.now() > until;
		},
	};
	const client: Client = { ...job.client, send: (request) => job.client.send(request, stop) };
	const { resource } = job.entry;
	if (resource === resources.record) return await recordsNow({ ...job, client }, sought);
	return 'code' in resource.entity ? await entriesNow({ ...job, client }, sought) : [];
}

async function recordsNow({ client, forms, zone }: Job, sought: readonly Sought[]) {
	const form = sought[0]?.form;
	if (form === undefined) return [];
	const known = { fields: await forms(form), zone };
	const sent = sought.map(({ body }) => body as JsonObject & SentRecord);
	if (sent.every((one) => keyOfSent(known, one) === undefined)) return [];
	const { record: resource } = resources;
	const list = { resource, operation: resource.operations.getAll, values: { form } };
	const newest = await collected(client, list, PAGE_LIMIT);
	const looks = recordLooks(known, sent, newest);
	return newest.length < PAGE_LIMIT
		? await proven(client, { ...list, rows: newest }, looks)
		: looks;
}

/** A single entry is read first. That it is not there says nothing of one whose code the service spells in another way. */
async function entriesNow(job: Job, sought: readonly Sought[]) {
	const { client, entry } = job;
	const [only] = sought;
	if (only && sought.length === 1) {
		const found = await readEntry(job, codeOf(only.body));
		if (found.length > 0) return entryLooks(entry, sought, found);
	}
	const rows = await allOf(client, entry.resource);
	const looks = entryLooks(entry, sought, rows);
	const { getAll: operation } = entry.resource.operations;
	if (!operation) return looks;
	return await proven(client, { resource: entry.resource, operation, values: {}, rows }, looks);
}

/** Looks of which absence is certain: else the list may go on where it seemed to end. */
async function proven(
	client: Client,
	list: ReadList,
	looks: readonly Look[],
): Promise<readonly Look[]> {
	const isCertain = looks.every(({ fate }) => fate !== 'absent') || (await isWhole(client, list));
	return isCertain
		? looks
		: looks.map((look) => (look.fate === 'absent' ? { fate: 'unknown' } : look));
}

const isGone = (error: unknown): boolean => error instanceof Failure && error.status === 404;

/** An entry of the directory by its code; none where it is not there. */
export async function readEntry({ client, entry: { resource } }: Job, code: string): Promise<Rows> {
	const { get } = resource.operations;
	if (!get || code === '') throw new Error('There is nothing to look it up by');
	const reply = await client
		.send(requestOf(get, { code }))
		.catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
	return reply ? rowsOf({ resource, operation: get }, { code }, reply) : [];
}
