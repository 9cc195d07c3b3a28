import { resources } from '../../../api';
import { isOutcomeOpen } from '../../../core/bulk/effect';
import { isTable, type FormField } from '../../../core/form/field';
import { hasValues } from '../../../core/form/equality';
import {
	fateOfOthers,
	isLeftOut,
	mergedRecord,
	needsCurrent,
} from '../../../core/form/record-writer';
import { canonical, isEmpty, isJsonObject, type JsonObject, ownProperty } from '../../../core/json';
import { Failure, type FailureKind, type RawReply } from '../../../core/request/failure';
import { objectIn, toRows } from '../../../core/request/reply';
import { toPath, type ApiRequest } from '../../../core/request/request';
import { listInWords } from '../../../core/text';
import { mistake } from '../../../core/values/input-error';
import { recordIn } from '../../../core/values/record-properties';
import { formIn, type Values } from '../../../core/values/validate';
import type { Checked, Job } from '../job';
import { toEntry, untilListed, type Prove, type SentEntry } from './sent';

/** Throws an `InputError` for an update of some fields if the service clears the others. */
export function mustKeepOthers<T extends Pick<Checked, 'values'>>(job: Job, one: T): T {
	if (!one.values.wholeRecord && job.client.learnt.clearsOthers) throw mistake('clearsOthers');
	return one;
}

/** An entry of an import. With a record ID it may be an update. */
export async function importEntry(job: Job, one: Checked): Promise<SentEntry> {
	const { values } = one;
	const entry = toEntry(job, one, false);
	if (values.recordId === undefined) return entry;
	mustKeepOthers(job, one);
	const { client, forms, outcomes } = job;
	const fields = outcomes.plan ? [] : await forms(formIn(values)).catch(() => undefined);
	const path = toPath(resources.record.operations.update, values);
	const request: ApiRequest = { method: 'PUT', path, query: {} };
	return {
		...entry,
		isOpen: () => !fields || openIn(client.learnt.kept.import, values, fields).length > 0,
		prove: (send) => updateRecord(job, values, request, { importIt: send }),
	};
}

/** A site may keep some and clear others, as web forms send no check box that is empty. */
const SORTS = ['values', 'lists', 'tables'] as const;
const sortIn = (field: FormField): (typeof SORTS)[number] =>
	isTable(field) ? 'tables' : field.kind.isList ? 'lists' : 'values';

/** The fields that are left out if nothing has shown that the site keeps such values. */
const openIn = (
	kept: ReadonlySet<unknown>,
	{ record = {} }: Values,
	fields: readonly FormField[],
) => fields.filter((field) => isLeftOut(field, record) && !kept.has(sortIn(field)));

/**
 * Adds what the form requires or the user wants besides the changes. Until a site has shown whether it clears
 * what is left out, which the document does not say (Update), records are read before and after: what was
 * cleared is written back, and no other update is sent. `importIt` imports the record: nothing says whether that
 * updates it or creates another.
 */
export async function updateRecord(
	job: Job,
	values: Values,
	request: ApiRequest,
	{ check, importIt }: Pick<Checked, 'check'> & { importIt?: Parameters<Prove>[0] },
): Promise<RawReply> {
	const { wholeRecord: isWhole, record: changes = {} } = values;
	mustKeepOthers(job, { values });
	const kept = job.client.learnt.kept[importIt ? 'import' : isWhole ? 'whole' : 'update'];
	// The values of a JSON text are sent as they are, as are those of an import.
	const fields = (values.mapped || isWhole) && !importIt ? await job.forms(formIn(values)) : [];
	const isUnknown = !kept.has(values.form);
	const known = isUnknown ? await job.forms(formIn(values)).catch(() => undefined) : undefined;
	const isOpen = isUnknown && (!known || openIn(kept, values, known).length > 0);
	const mustRead = needsCurrent(fields, { changes, isWhole });
	const read = () => readCurrent(job, values, request.path);
	const reading = mustRead ? read() : isOpen ? read().catch(read) : undefined;
	const before = await reading?.catch((error: unknown) => {
		if (mustRead || !(error instanceof Failure) || !NEVER_READABLE.includes(error.kind))
			throw error;
		return undefined;
	});
	if (before) check?.(before);
	const current = recordIn(before ?? {});
	const has = hasValues(known ?? fields, job.zone.named);
	// A time that nobody has changed goes back as it is spelled.
	const isSame = ({ id, kind }: FormField) => kind.isTime && has(current, { [id]: changes[id] });
	const same = isWhole ? fields.filter(isSame).map(({ id }) => [id, current[id]]) : [];
	const update = { changes: { ...changes, ...Object.fromEntries(same) }, isWhole };
	const merged = mustRead ? mergedRecord(fields, current, update) : changes;
	const record = await job.withSelections(fields, merged);
	const updateIt = async (sent: JsonObject) =>
		await sendInShape(job, values, { ...request, body: { ...request.body, record: sent } });
	const send = importIt ?? updateIt;
	// Of an update that changes nothing, nothing shows when a service takes it. With all values, it cannot clear any.
	if (isOpen && !isWhole && known && before && has(current, changes)) {
		const whole = await wholeRecord(job, known, before, changes);
		const reply = await send(whole).catch(unlessRejected);
		if (reply) return reply;
	}
	const proof = { kept, fields: known, before, sent: isWhole ? changes : record };
	const prove = async (isSure: boolean) =>
		isOpen && (await proveKept(job, values, request, { ...proof, isSure }));
	const reply = await send(record).catch(async (error: unknown) => {
		// It may be saved, and only this run knows what it may have cleared.
		if (error instanceof Failure && isOutcomeOpen(1, error)) await prove(false);
		throw error;
	});
	if ((await prove(true)) === 'late')
		throw new Failure({ kind: 'others', message: NOT_SHOWN, ambiguous: true });
	if (known?.every((field) => field.isReadOnly || kept.has(sortIn(field)))) kept.add(values.form);
	return reply;
}

/** Failures of a read that another attempt would not change: a key may be allowed to write what it may not read. */
const NEVER_READABLE: readonly FailureKind[] = ['right', 'refused', 'foreign', 'large'];

/** With the changes and all other values that can be written: files cannot. */
async function wholeRecord(
	job: Job,
	fields: readonly FormField[],
	before: JsonObject,
	changes: JsonObject = {},
): Promise<JsonObject> {
	const writable = fields.filter(({ kind }) => !kind.isReadOnly);
	const whole = mergedRecord(writable, recordIn(before), { changes, isWhole: true });
	return await job.withSelections(writable, whole);
}

interface Proof {
	readonly kept: Set<unknown>;
	/** Undefined if nothing tells what other fields the form has. */
	readonly fields: readonly FormField[] | undefined;
	/** Undefined if it cannot be read. */
	readonly before: JsonObject | undefined;
	/** Without the values that are only sent back. */
	readonly sent: JsonObject;
	/** Whether the service has accepted the update. */
	readonly isSure: boolean;
}

/** Returns `late` if the update does not show. Fails once it has put back what the service cleared. */
async function proveKept(
	job: Job,
	values: Values,
	request: ApiRequest,
	{ kept, fields, before, sent, isSure }: Proof,
) {
	const isWhole = values.wholeRecord;
	const unknown = () => (isWhole ? undefined : job.outcomes.note(UNPROVEN, 'warning'));
	if (!fields || !before) return unknown();
	const old = recordIn(before);
	const open = openIn(kept, { record: sent }, fields);
	const others = open.filter(({ id }) => !isEmpty(ownProperty(old, id)));
	if (others.length === 0) return undefined;
	const written = fields.filter(({ id, isReadOnly }) => !isReadOnly && Object.hasOwn(sent, id));
	let lost = others;
	const read = async () => {
		const current = () => readCurrent(job, values, request.path);
		const after = await current()
			.catch(current)
			.catch(() => undefined);
		if (!isJsonObject(after?.record)) return unknown();
		const { record } = after;
		const ofSort = (sort: string) => others.filter((field) => sortIn(field) === sort);
		const fates = SORTS.map((sort) => fateOfOthers(ofSort(sort), old, record));
		const isCleared = fates.includes('cleared');
		const isChanged = ({ id }: FormField) =>
			canonical(ownProperty(record, id)) !== canonical(ownProperty(old, id));
		if (isCleared) lost = others.filter(isChanged);
		const isNewer = after.updatedAt !== before.updatedAt;
		// Where an update takes its time, a record may be newer by the edit of another person.
		const isOwn = isSure && (!job.client.learnt.isDeferred || isCleared);
		return { fates, isCleared, isNewer, isShown: written.some(isChanged) || (isNewer && isOwn) };
	};
	const judge = async () => {
		const first = await read();
		if (!first || first.isShown) return first;
		if (isWhole) return undefined;
		await untilListed(job.context).catch(() => undefined);
		const seen = await read();
		if (!seen || seen.isShown) return seen;
		if (isSure && !seen.isNewer) return 'late';
		return isSure && !job.client.learnt.isDeferred ? undefined : unknown();
	};
	const shown = await judge();
	if (shown === 'late') return shown;
	for (const [n, fate] of shown?.fates.entries() ?? []) if (fate === 'kept') kept.add(SORTS[n]);
	if (!shown?.isCleared) return undefined;
	const were = lost.map(({ id }) => `${id}: ${JSON.stringify(old[id])}`);
	if (isWhole) return job.outcomes.note(notKept(listInWords(were)), 'warning');
	job.client.learnt.clearsOthers = true;
	const record = await wholeRecord(job, fields, before);
	const toLost = (why: string) =>
		`The update has cleared ${listInWords(were)}, and they could not be written back${why}`;
	await sendInShape(job, values, { ...request, body: { record } }).catch((error: unknown) => {
		throw error instanceof Failure
			? error.with({ kind: 'others', message: toLost(`: ${error.message}`), ambiguous: true })
			: error;
	});
	const isLost = async () => (await read())?.isCleared;
	if ((await isLost()) && (await untilListed(job.context).then(isLost)))
		throw new Failure({ kind: 'others', message: toLost(''), ambiguous: true });
	const { message } = mistake('clearedOthers', { fields: listInWords(lost.map(({ id }) => id)) });
	throw new Failure({ kind: 'others', message });
}

const NOT_SHOWN =
	'The record does not show the new values yet. The service may clear fields that an update does not contain, or may have created another record';

const notKept = (values: string) =>
	`The service has not kept all values that the node sent back unchanged: ${values}. If no automation of the service has changed them, enter them there again.`;

const UNPROVEN =
	"Nothing shows whether an update has cleared other fields of its record. Check them in the service, or use 'Update' with 'Keep Unmapped Values'.";

/** Tries other shapes of users and organizations: only how they are returned is documented (Record, value shapes). */
export async function sendInShape(job: Job, values: Values, request: ApiRequest) {
	const { client, outcomes } = job;
	const { body } = request;
	const record = body && 'record' in body ? objectIn(body.record) : {};
	const given = Object.values(record).some(Array.isArray) ? record : undefined;
	const sent = await client
		.send(request)
		.catch((error: unknown) => (given && isRejection(error) ? error : Promise.reject(error)));
	if (!given || !(sent instanceof Failure)) return sent as RawReply;
	const fields = await job.forms(formIn(values));
	for await (const { other, shape } of job.otherSelections(fields, given, sent)) {
		const reply = await client
			.send({ ...request, body: { ...body, record: other } })
			.catch(unlessRejected);
		if (!reply) continue;
		client.learnt.selections = shape;
		outcomes.hint(
			`The service rejected the format of users and organizations, and accepted another one. Choose '${SHAPES[shape]}' as 'Send Users and Organizations As' in the credential, so that imports use it, too.`,
		);
		return reply;
	}
	throw sent;
}

/** Services also say 409 or 422. Such a request had no effect. */
const isRejection = (error: unknown): error is Failure =>
	error instanceof Failure && error.kind === 'refused' && !error.ambiguous;
const unlessRejected = (error: unknown) => (isRejection(error) ? undefined : Promise.reject(error));

/** What the credential calls them. */
const SHAPES = { codeAndName: 'Code and Name', code: 'Code as Object', text: 'Code as Text' };

export async function readCurrent(
	{ client, entry: { resource } }: Job,
	values: Values,
	path: string,
): Promise<JsonObject> {
	const { get: operation } = resource.operations;
	const reply = await client.send({ method: 'GET', path, query: {} });
	return (operation && toRows({ resource, operation }, values, reply)[0]) ?? {};
}
