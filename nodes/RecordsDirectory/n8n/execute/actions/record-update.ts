import { mergedRecord, needsCurrent } from '../../../core/form/record-writer';
import { fieldLabel } from '../../../core/form/names';
import { isEmpty, isJsonObject, type JsonObject, ownProperty } from '../../../core/json';
import { Failure, hasStatus, ignoring, type RawReply } from '../../../core/request/failure';
import { objectIn, toRows } from '../../../core/request/reply';
import type { ApiRequest } from '../../../core/request/request';
import { listInWords } from '../../../core/text';
import { mistake } from '../../../core/values/input-error';
import { recordIn } from '../../../core/values/record-properties';
import { formIn, type Values } from '../../../core/values/validate';
import type { Job } from '../job';

/** How often each run has tried to learn what an update does to other values. A record without any shows nothing. */
const tries = new WeakMap<Job, number>();
const MOST_TRIES = 3;

/**
 * Updates a record: adds what its form requires or the user wants besides the changes. The first record of a site is read
 * before and after, as the document does not say whether what is left out is cleared (Update): then that is written back,
 * and no other update is sent. `check` throws if the record must not be updated.
 */
export async function updateRecord(
	job: Job,
	values: Values,
	request: ApiRequest,
	check?: (current: JsonObject) => void,
): Promise<RawReply> {
	const { wholeRecord: isWhole, record: changes = {} } = values;
	const others = isWhole ? 'kept' : job.client.learnt.others;
	if (others === 'cleared') throw mistake('clearsOthers');
	const tried = tries.get(job) ?? 0;
	const isOpen = !others && tried < MOST_TRIES;
	if (isOpen) tries.set(job, tried + 1);
	// The values of a JSON text are sent as they are.
	const fields = values.mapped || isWhole ? await job.forms(formIn(values)) : [];
	const update = { changes, isWhole };
	const mustRead = needsCurrent(fields, update);
	const reading = mustRead || isOpen ? readCurrent(job, values, request.path) : undefined;
	// What only proves something must not fail.
	const before = await reading?.catch((error: unknown) =>
		mustRead ? Promise.reject(error) : undefined,
	);
	if (before) check?.(before);
	const merged = mustRead ? mergedRecord(fields, objectIn(before?.record), update) : changes;
	const record = await job.withSelections(fields, merged);
	const reply = await sendInShape(job, values, { ...request, body: { ...request.body, record } });
	// After a 202, the update may take effect later.
	if (before && isOpen && reply.statusCode !== 202)
		await proveKept(job, values, request, { before: recordIn(before), sent: record });
	return reply;
}

/** Learns whether the service keeps what an update leaves out. Throws an `InputError` once it has put that back. */
async function proveKept(
	job: Job,
	values: Values,
	request: ApiRequest,
	{ before, sent }: { readonly before: JsonObject; readonly sent: JsonObject },
): Promise<void> {
	const isOther = (id: string) => !Object.hasOwn(sent, id) && !isEmpty(before[id]);
	const others = Object.keys(before).filter(isOther);
	if (others.length === 0) return;
	const row = await readCurrent(job, values, request.path).catch(() => undefined);
	if (!row || !isJsonObject(row.record)) return;
	const after = row.record;
	const isGone = (id: string) => isEmpty(ownProperty(after, id));
	const fields = others.some(isGone) ? await job.forms(formIn(values)) : [];
	const writable = fields.filter(({ id, isReadOnly }) => !isReadOnly && others.includes(id));
	const isCleared = writable.length > 0 && writable.every(({ id }) => isGone(id));
	job.client.learnt.others = isCleared ? 'cleared' : 'kept';
	if (!isCleared) return;
	const whole = mergedRecord(fields, before, { changes: {}, isWhole: true });
	const record = await job.withSelections(fields, whole);
	const names = listInWords(writable.map(fieldLabel));
	await job.client.send({ ...request, body: { record } }).catch((error: unknown) => {
		const ids = listInWords(writable.map(({ id }) => id));
		const lost = `The update has cleared ${ids}, and they could not be written back`;
		throw error instanceof Failure
			? error.with({ message: `${lost}: ${error.message}`, ambiguous: true })
			: error;
	});
	throw mistake('clearedOthers', { fields: names });
}

/**
 * Sends a request. If the service rejects the users or organizations of a record, tries their other shapes: it had no effect,
 * and the document shows only how they are returned (Record, value shapes).
 */
export async function sendInShape(
	job: Job,
	values: Values,
	request: ApiRequest,
): Promise<RawReply> {
	const { client, outcomes } = job;
	const { body } = request;
	const record = body && 'record' in body ? objectIn(body.record) : {};
	const given = Object.values(record).some(Array.isArray) ? record : undefined;
	const sent = await client
		.send(request)
		.catch((error: unknown) =>
			given && hasStatus(error, 400) ? (error as Failure) : Promise.reject(error),
		);
	if (!given || !(sent instanceof Failure)) return sent as RawReply;
	const fields = await job.forms(formIn(values));
	for await (const { other, learn } of job.otherSelections(fields, given, sent)) {
		const reply = await client
			.send({ ...request, body: { ...body, record: other } })
			.catch(ignoring(400));
		if (!reply) continue;
		learn();
		outcomes.hint(OTHER_SHAPE);
		return reply;
	}
	throw sent;
}

const OTHER_SHAPE =
	"The service does not take users and organizations as they were given, but in another way, which the node has found. Choose it as 'Users and Organizations As' in the credential, so that imports are sent like that, too.";

/** Reads what an update changes, from the same path. */
export async function readCurrent(
	{ client, entry: { resource } }: Job,
	values: Values,
	path: string,
): Promise<JsonObject> {
	const { get: operation } = resource.operations;
	const reply = await client.send({ method: 'GET', path, query: {} });
	return (operation && toRows({ resource, operation }, values, reply)[0]) ?? {};
}
