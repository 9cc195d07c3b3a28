import { resources } from '../../../api';
import { isOutcomeOpen } from '../../../core/bulk/effect';
import { entryCode } from '../../../core/directory/plan';
import { entriesLookedUp } from '../../../core/directory/saved-entry';
import { keyOfSent, recordsLookedUp, type SentRecord } from '../../../core/form/saved-record';
import { PAGE_LIMIT } from '../../../core/limits';
import { idIn, isAbove, type Id } from '../../../core/id';
import { numeric, type JsonObject } from '../../../core/json';
import { Failure, ignoring, type LookedUpEntry } from '../../../core/request/failure';
import { toRows } from '../../../core/request/reply';
import { pageRequest, toRequest } from '../../../core/request/request';
import type { Values } from '../../../core/values/validate';
import type { Client } from '../../transport/client';
import { allEntries, readRows, isWholeList, type ReadList } from '../../transport/list-reader';
import type { Job, KnownRecords } from '../job';

export const recordList = {
	resource: resources.record,
	operation: resources.record.operations.getAll,
};

/** An entry that was sent and may have been saved. */
export interface Sought {
	readonly body: JsonObject;
	/** The form of a record, if its fields are already known. */
	readonly form?: Id | undefined;
	/**
	 * Whether the service did not have it before, so that what is found is what was sent; false for an entry of the
	 * directory that an import may replace. Undefined if unknown.
	 */
	readonly isNew: boolean | undefined;
}

/** Returns the form in which to look a record up, if its fields are known or worth a request. */
export const knownForm = ({ mapped, findNew, form }: Values): Id | undefined =>
	mapped || findNew ? form : undefined;

const knownIn = ({ records }: Job, form: Id): KnownRecords => {
	const known = records.get(String(form)) ?? { sent: new Map() };
	records.set(String(form), known);
	return known;
};

/** Takes the newest records of a form, newest first: any record sent later has a higher record ID. */
export function learnNewest(job: Job, form: Id, rows: Rows): void {
	const known = knownIn(job, form);
	const ids = rows.map(({ recordId }) => idIn(recordId));
	// A service that sorts IDs as text does not show the highest one.
	const inOrder = ids.every((id, n) => id !== undefined && (n === 0 || isAbove(ids[n - 1], id)));
	const [newest = 0] = ids;
	if (inOrder && isAbove(newest, known.newest)) known.newest = newest;
}

/** Enough rows to show whether the service sorts record IDs by number. */
const FEW_ROWS = 10;

async function readNewest(job: Job, form: Id): Promise<void> {
	const page = pageRequest(toRequest(recordList.operation, { form }), 1, FEW_ROWS);
	learnNewest(job, form, toRows(recordList, { form }, await job.client.send(page)));
}

/**
 * To be called before records are sent. Returns the highest record ID of their form: only records above it can
 * be the ones that are sent. Reads it only if `isWanted`, once per form and run. Undefined if
 * it cannot be known; the records are sent anyway.
 */
export async function newestBefore(
	job: Job,
	sought: readonly Sought[],
	{ isWanted }: { readonly isWanted: boolean },
): Promise<Id | undefined> {
	const form = sought[0]?.form;
	if (form === undefined) return undefined;
	const known = knownIn(job, form);
	if (!isWanted && known.newest === undefined) return undefined;
	try {
		const at = { fields: await job.forms(form), zone: job.zone };
		const keys = sought.flatMap(({ body }) => keyOfSent(at, body as JsonObject & SentRecord) ?? []);
		if (keys.length === 0) return undefined;
		if (known.newest === undefined) await (known.reading ??= readNewest(job, form));
		for (const key of keys) known.sent.set(key, (known.sent.get(key) ?? 0) + 1);
		return known.newest;
	} catch {
		return undefined;
	}
}

/** How long to look, in milliseconds: longer than the service's rate limit takes to reset. */
const PATIENCE_MS = 110_000;

/** The output of an entry. */
export type Rows = readonly JsonObject[];

/** Entries to look up, and the highest record ID before they were sent. */
interface Search {
	readonly sought: readonly Sought[];
	readonly newest: Id | undefined;
}

/** How to send some new entries. */
interface Sending {
	/** Whether to look up the record IDs that the service does not return. */
	readonly findsNew: boolean;
	/** Sends the request and returns the output rows of each entry. */
	send(): Promise<readonly Rows[]>;
	/** Returns the output rows of an entry that a look-up has found, and those of other looks. */
	rowsOfSaved(look: LookedUpEntry, index: number): Rows;
}

/** Sends new entries in one request and returns the output rows of each. If it fails, looks up what it has saved. */
export async function sendEntries(
	job: Job,
	sought: readonly Sought[],
	{ findsNew, send, rowsOfSaved }: Sending,
): Promise<readonly Rows[]> {
	const newest = await newestBefore(job, sought, { isWanted: findsNew });
	const search = { sought, newest };
	const rows = await sendOrLookUp({
		count: sought.length,
		send,
		lookUp: async () =>
			(await lookUp(job, search)).map((look, n) => {
				const saved = rowsOfSaved(look, n);
				return { ...look, rows: findsNew ? withRecordId(saved, look) : saved };
			}),
	});
	return findsNew ? await withRecordIds(job, search, rows) : rows;
}

/** A writing request, and how to find out afterwards what it saved. */
interface WriteRequest extends Pick<Sending, 'send'> {
	/** The number of its entries. */
	readonly count: number;
	/** Returns what the service has of each entry, with the rows of the output. */
	lookUp(): Promise<readonly LookedUpEntry[]>;
}

/**
 * Sends a request. If it is unknown what was saved, looks it up: the request succeeded if all is there, else
 * the failure says what is. If the look fails as well, the outcome stays unknown.
 */
export const sendOrLookUp = ({ count, send, lookUp }: WriteRequest): Promise<readonly Rows[]> =>
	send().catch(async (error: unknown) => {
		if (!(error instanceof Failure) || !isOutcomeOpen(count, error)) throw error;
		const found: readonly LookedUpEntry[] = await lookUp().catch(() => []);
		// The service may still be working on the request, so absence proves nothing.
		const looks = error.mayStillRun ? found.map(withoutAbsence) : found;
		const saved = looks.flatMap(({ fate, rows }) => (fate === 'saved' && rows ? [rows] : []));
		if (saved.length === count) return saved;
		throw error.with({ looks });
	});

const withoutAbsence = (look: LookedUpEntry): LookedUpEntry =>
	look.fate === 'absent' ? { fate: 'unknown' } : look;

/**
 * Adds the IDs of new records to output rows, looked up if the service returned none. Records that are not
 * found stay without an ID. If the look fails, all do: the records are saved, so the run must not fail.
 */
export async function withRecordIds(
	job: Job,
	{ sought, newest }: Search,
	outputs: readonly Rows[],
): Promise<readonly Rows[]> {
	if (outputs.every(hasRecordId)) return outputs;
	const looks: readonly LookedUpEntry[] = await lookUp(job, { sought, newest }).catch(() => []);
	return outputs.map((rows, n) => (hasRecordId(rows) ? rows : withRecordId(rows, looks[n])));
}

/** Adds the record ID that a look-up has found, if it has. */
function withRecordId(rows: Rows, look: LookedUpEntry | undefined): Rows {
	const { recordId } = look?.rows?.[0] ?? {};
	if (recordId === undefined) return rows;
	return rows.map((row) => ({ ...row, recordId: numeric(recordId) }));
}

const hasRecordId = (rows: Rows) => rows.some(({ recordId }) => recordId !== undefined);

/**
 * Returns what the service has of some entries of one form or of the directory. Only a list that was read to
 * its end proves that an entry is absent.
 */
export async function lookUp(
	job: Job,
	{ sought, newest }: Search,
): Promise<readonly LookedUpEntry[]> {
	const until = performance.now() + PATIENCE_MS;
	const stop = {
		get aborted() {
			return performance.now() > until;
		},
	};
	const client: Client = { ...job.client, send: (request) => job.client.send(request, stop) };
	const { resource } = job.entry;
	if (resource === recordList.resource)
		return await recordsNow({ ...job, client }, { sought, newest });
	return 'code' in resource.entity ? await entriesNow({ ...job, client }, sought) : [];
}

async function recordsNow(job: Job, { sought, newest }: Search) {
	const { client, forms, zone } = job;
	const form = sought[0]?.form;
	if (form === undefined) return [];
	const known = { fields: await forms(form), zone };
	const sent = sought.map(({ body, isNew }) => ({ ...(body as JsonObject & SentRecord), isNew }));
	if (sent.every((one) => keyOfSent(known, one) === undefined)) return [];
	const list = { ...recordList, values: { form }, withDeleted: true };
	const rows = await readRows(client, list, PAGE_LIMIT);
	const sentWith = (key: string) => knownIn(job, form).sent.get(key) ?? 0;
	const looks = recordsLookedUp(known, sent, { rows, newest, sentWith });
	learnNewest(job, form, rows);
	return rows.length < PAGE_LIMIT ? await proven(client, { ...list, rows }, looks) : looks;
}

/** Reads a single entry first. "Not found" proves nothing if the service spells the code differently. */
async function entriesNow(job: Job, sought: readonly Sought[]) {
	const { client, entry } = job;
	const [only] = sought;
	if (only && sought.length === 1) {
		const found = await readEntry(job, entryCode(only.body));
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

/** Reads a directory entry by its code; returns no row if there is none. */
export async function readEntry({ client, entry: { resource } }: Job, code: string): Promise<Rows> {
	const { get } = resource.operations;
	if (!get || code === '') throw new Error('There is nothing to look it up by');
	const reply = await client.send(toRequest(get, { code })).catch(ignoring(404));
	return reply ? toRows({ resource, operation: get }, { code }, reply) : [];
}
