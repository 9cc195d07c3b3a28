import { isOutcomeOpen } from '../../../core/bulk/effect';
import { codeOf } from '../../../core/directory/plan';
import { entriesLookedUp } from '../../../core/directory/saved-entry';
import { keyOfSent, recordsLookedUp, type SentRecord } from '../../../core/form/saved-record';
import { PAGE_LIMIT } from '../../../core/limits';
import type { Id } from '../../../core/id';
import { numeric, type JsonObject } from '../../../core/json';
import {
	withFacts,
	Failure,
	mayStillRun,
	type LookedUpEntry,
	type RawReply,
} from '../../../core/request/failure';
import { rowsOf } from '../../../core/request/reply';
import { requestOf } from '../../../core/request/request';
import type { Values } from '../../../core/values/validate';
import type { Client } from '../../transport/client';
import { allEntries, readRows, isWholeList, type ReadList } from '../../transport/list-reader';
import type { Job } from '../job';
import { recordList } from './record-edits';

/** An entry that was sent and may have been saved. */
export interface Sought {
	readonly body: JsonObject;
	/** The form of a record, if its fields are already known. */
	readonly form?: Id | undefined;
	/** Whether no such entry was known before; then one that is found is the one that was sent. */
	readonly isNew: boolean;
}

/** Returns the form in which to look a record up, if its fields are known or worth a request. */
export const formOfSought = ({ mapped, findNew, splitRefused, form }: Values): Id | undefined =>
	mapped || findNew || splitRefused ? form : undefined;

/** How long to look, in milliseconds: longer than the service's rate limit takes to reset. */
const PATIENCE_MS = 110_000;

type Rows = readonly JsonObject[];

/** A writing request, and how to find out afterwards what it saved. */
export interface WriteRequest {
	/** The number of its entries. */
	readonly count: number;
	/** Returns the output rows of each entry. */
	send(): Promise<readonly Rows[]>;
	/** Returns what the service has of each entry, with the rows of the output. */
	lookUp(): Promise<readonly LookedUpEntry[]>;
}

/**
 * Sends a request. If it is unknown what was saved, looks it up: the request succeeded if all is there, else
 * the failure says what is. If the look fails as well, the outcome stays unknown.
 */
export const sendOrLookUp = (writing: WriteRequest): Promise<readonly Rows[]> =>
	writing.send().catch(async (error: unknown) => {
		if (!(error instanceof Failure) || !isOutcomeOpen(writing.count, error)) throw error;
		const found: readonly LookedUpEntry[] = await writing.lookUp().catch(() => []);
		// The service may still be working on the request, so absence proves nothing.
		const looks = mayStillRun(error) ? found.map(withoutAbsence) : found;
		const saved = looks.flatMap(({ fate, rows }) => (fate === 'saved' && rows ? [rows] : []));
		if (saved.length === writing.count) return saved;
		throw withFacts(error, { looks });
	});

const withoutAbsence = (look: LookedUpEntry): LookedUpEntry =>
	look.fate === 'absent' ? { fate: 'unknown' } : look;

/**
 * Adds the IDs of new records to output rows, looked up if the service returned none. Records that are not
 * found stay without an ID. If the look fails, all do: the records are saved, so the run must not fail.
 */
export async function withRecordIds(
	job: Job,
	sought: readonly Sought[],
	outputs: readonly Rows[],
): Promise<readonly Rows[]> {
	if (outputs.every(hasRecordId)) return outputs;
	const looks: readonly LookedUpEntry[] = await lookUp(job, sought).catch(() => []);
	return outputs.map((rows, n) => {
		const { recordId } = looks[n]?.rows?.[0] ?? {};
		if (recordId === undefined || hasRecordId(rows)) return rows;
		return rows.map((row) => ({ ...row, recordId: numeric(recordId) }));
	});
}

const hasRecordId = (rows: Rows) => rows.some(({ recordId }) => recordId !== undefined);

/** Requests to look for new records: the newest ones, and whether the list ends there. */
export const MOST_LOOK_UPS = 2;

/**
 * Returns what the service has of some entries of one form or of the directory. Only a list that was read to
 * its end proves that an entry is absent.
 */
export async function lookUp(
	job: Job,
	sought: readonly Sought[],
): Promise<readonly LookedUpEntry[]> {
	const until = performance.now() + PATIENCE_MS;
	const stop = {
		get aborted() {
			return performance.now() > until;
		},
	};
	const client: Client = { ...job.client, send: (request) => job.client.send(request, stop) };
	const { resource } = job.entry;
	if (resource === recordList.resource) return await recordsNow({ ...job, client }, sought);
	return 'code' in resource.entity ? await entriesNow({ ...job, client }, sought) : [];
}

async function recordsNow({ client, forms, zone }: Job, sought: readonly Sought[]) {
	const form = sought[0]?.form;
	if (form === undefined) return [];
	const known = { fields: await forms(form), zone };
	const sent = sought.map(({ body }) => body as JsonObject & SentRecord);
	if (sent.every((one) => keyOfSent(known, one) === undefined)) return [];
	const list = { ...recordList, values: { form }, withDeleted: true };
	const newest = await readRows(client, list, PAGE_LIMIT);
	const looks = recordsLookedUp(known, sent, newest);
	return newest.length < PAGE_LIMIT
		? await proven(client, { ...list, rows: newest }, looks)
		: looks;
}

/** Reads a single entry first. "Not found" proves nothing if the service spells the code differently. */
async function entriesNow(job: Job, sought: readonly Sought[]) {
	const { client, entry } = job;
	const [only] = sought;
	if (only && sought.length === 1) {
		const found = await readEntry(job, codeOf(only.body));
		if (found.length > 0) return entriesLookedUp(entry, sought, found);
	}
	const rows = await allEntries(client, entry.resource);
	const looks = entriesLookedUp(entry, sought, rows);
	const { getAll: operation } = entry.resource.operations;
	return operation
		? await proven(client, { resource: entry.resource, operation, values: {}, rows }, looks)
		: looks;
}

/** Returns the looks that prove absence: the list may continue after its apparent end. */
async function proven(
	client: Client,
	list: ReadList,
	looks: readonly LookedUpEntry[],
): Promise<readonly LookedUpEntry[]> {
	const isCertain =
		looks.every(({ fate }) => fate !== 'absent') || (await isWholeList(client, list));
	return isCertain ? looks : looks.map(withoutAbsence);
}

/** Returns the reply to a request; undefined if the service has no such entry. */
export const orGone = (reply: Promise<RawReply>): Promise<RawReply | undefined> =>
	reply.catch((error: unknown) =>
		error instanceof Failure && error.status === 404 ? undefined : Promise.reject(error),
	);

/** Reads a directory entry by its code; returns no row if there is none. */
export async function readEntry({ client, entry: { resource } }: Job, code: string): Promise<Rows> {
	const { get } = resource.operations;
	if (!get || code === '') throw new Error('There is nothing to look it up by');
	const reply = await orGone(client.send(requestOf(get, { code })));
	return reply ? rowsOf({ resource, operation: get }, { code }, reply) : [];
}
