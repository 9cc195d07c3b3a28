import { isOutcomeOpen } from '../../../core/bulk/effect';
import { idIn, isAbove, type Id } from '../../../core/id';
import { SMALLEST_PAGE } from '../../../core/listing/pages';
import { numeric, type JsonObject } from '../../../core/json';
import { Failure, type LookedUpEntry, type RawReply } from '../../../core/request/failure';
import { isDeleted, toRows } from '../../../core/request/reply';
import { pageRequest, restValues, toPath, toRequest } from '../../../core/request/request';
import type { Subject } from '../../../core/text';
import { cancelSignal } from '../../transport/attempt';
import { sleepUntilStopped, type Client } from '../../transport/client';
import { readRows, recordCount, recordList, type Rows } from '../../transport/list-reader';
import type { Checked, Job } from '../job';
import { entriesLookedUp } from '../../../core/directory/plan';
import { keyOfSent, recordsLookedUp, type SentRecord } from '../../../core/form/equality';

export type Prove = (send: (record: JsonObject) => Promise<RawReply>) => Promise<RawReply>;

export interface SentEntry {
	readonly subject: Subject;
	readonly path: string;
	readonly body: JsonObject;
	/** Of an import that may update a record: whether it may clear what it leaves out. Then `prove` sends it and looks. */
	readonly isOpen?: () => boolean;
	readonly prove?: Prove;
	/** If its fields are already known. */
	readonly form?: Id | undefined;
	/** True: what is found is what was sent. False for an entry that an import may replace, undefined if unknown. */
	readonly isNew: boolean | undefined;
	/** Whether to look up the ID of the new record if the service does not return it. Default: false. */
	readonly findsNew?: boolean | undefined;
	readonly rowsFrom: (reply?: RawReply) => Rows;
}

/** A record is looked up only if the fields of its form are known or worth a request. */
export const toEntry = (
	{ entry }: Job,
	{ item, values }: Checked,
	isNew: boolean | undefined,
): SentEntry => ({
	subject: item,
	path: toPath(entry.operation, values),
	body: restValues(entry.operation, values),
	form: values.mapped || values.findNew ? values.form : undefined,
	isNew,
	findsNew: values.findNew ?? values.keepExisting,
	rowsFrom: (reply) => toRows(entry, values, reply),
});

/**
 * If it is unknown what was saved, looks it up: the request succeeded if all is there, else the failure says
 * what is, or it stays unknown. Looks up missing record IDs, too; a record that is not found stays without.
 */
export async function sendEntries(
	job: Job,
	sent: readonly SentEntry[],
	send: () => Promise<RawReply>,
): Promise<readonly Rows[]> {
	const findsNew = sent.some((one) => one.findsNew);
	const form = sent[0]?.form;
	const reading = form === undefined ? undefined : newestBefore(job, form, sent, findsNew);
	const newest = await reading?.catch(() => undefined);
	const look = (aim: Aim) =>
		lookUp(job, sent, { form, newest }, aim).catch((): readonly LookedUpEntry[] => []);
	const outputs = await send()
		.then((reply) => sent.map(({ rowsFrom }) => rowsFrom(reply)))
		.catch(async (error: unknown) => {
			if (!(error instanceof Failure) || !isOutcomeOpen(sent.length, error)) throw error;
			// What may have been saved must not be listed later, nor a record that is retried.
			const isRetried = job.context.continueOnFail() && form !== undefined;
			const isLater = error.ambiguous || isRetried;
			const found = await look(isLater ? 'absenceLater' : 'absence');
			// The service may still be working on the request, or save it later, so absence proves nothing.
			const mayComeLater = error.mayStillRun || job.client.learnt.isDeferred;
			const certain = mayComeLater ? found.map(withoutAbsence) : found;
			const looks = sent.flatMap(({ rowsFrom }, n) => {
				const seen = certain[n];
				if (!seen) return [];
				const row = seen.rows?.[0] ?? {};
				const body = { recordId: row.recordId, code: row.code };
				const rows = rowsFrom({ statusCode: 200, headers: {}, body });
				return { fate: seen.fate, rows: findsNew ? addRecordId(rows, row) : rows };
			});
			const saved = looks.filter(({ fate }) => fate === 'saved');
			if (saved.length === sent.length) return saved.map(({ rows }) => rows);
			throw error.with({ looks });
		});
	if (!findsNew || outputs.every(hasRecordId)) return outputs;
	// The records are saved, so the run must not fail.
	const looks = await look('ids');
	return outputs.map((rows, n) =>
		hasRecordId(rows) ? rows : addRecordId(rows, looks[n]?.rows?.[0]),
	);
}

const hasRecordId = (rows: Rows) => rows.some(({ recordId }) => recordId !== undefined);

const addRecordId = (rows: Rows, { recordId }: JsonObject = {}): Rows =>
	recordId === undefined ? rows : rows.map((row) => ({ ...row, recordId: numeric(recordId) }));

const withoutAbsence = (look: LookedUpEntry): LookedUpEntry =>
	look.fate === 'absent' ? { fate: 'unknown' } : look;

const knownIn = ({ records }: Job, form: Id) => {
	const known = records.get(String(form)) ?? { sent: new Map<string, number>() };
	records.set(String(form), known);
	return known;
};

/** Newest first: any record sent later has a higher record ID. */
export function learnNewest(job: Job, form: Id, rows: Rows): void {
	const known = knownIn(job, form);
	const ids = rows.map(({ recordId }) => idIn(recordId));
	// A service that sorts IDs as text does not show the highest one.
	const inOrder = ids.every((id, n) => id !== undefined && (n === 0 || isAbove(ids[n - 1], id)));
	const [newest = 0] = ids;
	if (inOrder && isAbove(newest, known.newest)) known.newest = newest;
}

/** Only records above it can be the sent ones. Read if `isWanted`, once per form and run; undefined if unknown. */
async function newestBefore(job: Job, form: Id, sent: readonly SentEntry[], isWanted: boolean) {
	const known = knownIn(job, form);
	if (!isWanted && known.newest === undefined) return undefined;
	const at = { fields: await job.forms(form), zone: job.zone };
	const keys = sent.flatMap(({ body }) => keyOfSent(at, body as JsonObject & SentRecord) ?? []);
	if (keys.length === 0) return undefined;
	if (known.newest === undefined && !known.isRead) {
		known.isRead = true;
		const page = pageRequest(toRequest(recordList.operation, { form }), 1, SMALLEST_PAGE);
		learnNewest(job, form, toRows(recordList, {}, await job.client.send(page)));
	}
	for (const key of keys) known.sent.set(key, (known.sent.get(key) ?? 0) + 1);
	return known.newest;
}

/** The form of the entries, and the highest record ID before they were sent; undefined if unknown. */
type Before = Readonly<Record<'form' | 'newest', Id | undefined>>;

/** What a look-up is for: record IDs, or whether a record is absent, now or after a while. */
type Aim = 'ids' | 'absence' | 'absenceLater';

/** In milliseconds: longer than the service's rate limit takes to reset. */
const PATIENCE_MS = 110_000;

/** Only a list read to its end proves that an entry is absent. */
async function lookUp(
	job: Job,
	sent: readonly SentEntry[],
	before: Before,
	aim: Aim,
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
		return await recordsNow({ ...job, client }, sent, before, aim);
	return 'code' in resource.entity ? await entriesNow({ ...job, client }, sent, aim) : [];
}

/** Some services list a new record, or show an update, only after some seconds. */
const LISTED_AFTER_MS = 10_000;
export const untilListed = (context: Job['context']): Promise<void> =>
	sleepUntilStopped(LISTED_AFTER_MS, [cancelSignal(context)]);

/** Reads again after a while if anything is missing: only that shows that an entry is absent. */
async function onceListed<Read extends { readonly looks: readonly LookedUpEntry[] }>(
	context: Job['context'],
	aim: Aim,
	read: () => Promise<Read>,
): Promise<Read> {
	const first = await read();
	if (aim !== 'absenceLater' || first.looks.every(({ fate }) => fate !== 'absent')) return first;
	await untilListed(context);
	return await read();
}

/** The newest rows. Those just sent are among them, unless others created a thousand meanwhile. */
const LOOKED_THROUGH = 1000;

async function recordsNow(job: Job, sent: readonly SentEntry[], before: Before, aim: Aim) {
	const { client, context, forms, zone } = job;
	const { form, newest } = before;
	if (form === undefined) return [];
	const known = { fields: await forms(form), zone };
	const bodies = sent.map(({ body }) => body as JsonObject & SentRecord);
	const keys = bodies.map((one) => keyOfSent(known, one));
	if (keys.every((key) => key === undefined)) return [];
	const isOfIds = aim === 'ids';
	const list = { ...recordList, values: { form }, withDeleted: true, mustShowEnd: !isOfIds };
	const records = knownIn(job, form);
	const counts = records.sent;
	const sentWith = (key: string) => counts.get(key) ?? 0;
	const { rows, looks } = await onceListed(context, aim, async () => {
		const rows = await readRows(client, list, LOOKED_THROUGH);
		return { rows, looks: recordsLookedUp(known, bodies, { rows, newest, sentWith }) };
	});
	// What is not there may be retried.
	for (const [n, key] of keys.entries())
		if (key !== undefined && looks[n]?.fate === 'absent') counts.set(key, sentWith(key) - 1);
	learnNewest(job, form, rows);
	if (isOfIds || rows.length >= LOOKED_THROUGH || looks.every(({ fate }) => fate !== 'absent'))
		return looks;
	// A key may have no permission to read what it has sent.
	const ofForm = records.areAllListed ? 0 : ((await recordCount(client, { form })) ?? 0);
	records.areAllListed = ofForm <= rows.filter((row) => !isDeleted(row)).length;
	return records.areAllListed ? looks : looks.map(withoutAbsence);
}

async function entriesNow({ client, context, entry }: Job, sent: readonly SentEntry[], aim: Aim) {
	const { resource } = entry;
	const { getAll: operation } = resource.operations;
	if (!operation) return [];
	const list = { resource, operation, values: {}, mustShowEnd: true };
	const { looks } = await onceListed(context, aim, async () => ({
		looks: entriesLookedUp(entry, sent, await readRows(client, list)),
	}));
	return looks;
}
