import { resources } from '../../../api';
import { isOpen } from '../../../core/bulk/effect';
import { codeOf } from '../../../core/directory/plan';
import { entryLook } from '../../../core/directory/saved-entry';
import { keyOfSent, recordLooks, type SentRecord } from '../../../core/form/saved-record';
import type { Id } from '../../../core/id';
import type { Row } from '../../../core/json';
import { changed, Failure, mayStillRun, type Look } from '../../../core/request/failure';
import { rowsOf } from '../../../core/request/reply';
import { requestOf } from '../../../core/request/request';
import { PAGE_LIMIT } from '../../../core/values/validate';
import type { Client } from '../../transport/client';
import { allOf, collected } from '../../transport/list-reader';
import type { Job } from '../job';

/** An entry as it was sent, which may have been saved. */
export interface Sought {
	readonly body: Row;
	/** The form of a record, where its fields are known anyway. */
	readonly form?: unknown;
	/** It was not there before. */
	readonly isNew: boolean;
}

/** How long is looked, in milliseconds: longer than the service's limit takes to pass. */
const PATIENCE_MS = 110_000;

type Rows = readonly Row[];

/** A request that writes something, and how it can be known afterwards what became of it. */
export interface Writing {
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
export async function sendAndLook(writing: Writing): Promise<readonly Rows[]> {
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

/** What the service has of some entries of one form or of the directory, by one list, or one read for a single entry of the directory. */
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
	const form = sought[0]?.form as Id | undefined;
	if (form === undefined) return [];
	const known = { fields: await forms(form), zone };
	const sent = sought.map(({ body }) => body as Row & SentRecord);
	if (sent.every((one) => keyOfSent(known, one) === undefined)) return [];
	const { record: resource } = resources;
	const list = { resource, operation: resource.operations.getAll };
	return recordLooks(known, sent, await collected(client, list, { form }, PAGE_LIMIT));
}

async function entriesNow(job: Job, sought: readonly Sought[]) {
	const { operation, resource } = job.entry;
	const [only] = sought;
	const listed =
		only && sought.length === 1
			? await readEntry(job, codeOf(only.body))
			: await allOf(job.client, resource);
	const byCode = new Map(listed.map((row) => [codeOf(row), row]));
	return sought.map((one) =>
		entryLook(operation, resource.entity, one, byCode.get(codeOf(one.body))),
	);
}

const isGone = (error: unknown): boolean => error instanceof Failure && error.status === 404;

/** An entry of the directory by its code; none where it is not there. */
export async function readEntry({ client, entry: { resource } }: Job, code: string): Promise<Rows> {
	const { get } = resource.operations;
	if (!get || code === '') throw new Error('There is nothing to look it up by');
	const reply = await client
		.send(requestOf(get, { code }))
		.catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
	return reply ? rowsOf(resource, get, { code }, reply) : [];
}
