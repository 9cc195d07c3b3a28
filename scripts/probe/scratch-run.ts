import { recordIn } from '../../nodes/RecordsDirectory/core/values/record-properties';
import { findKind } from '../../nodes/RecordsDirectory/core/form/kinds';
import { isSet, isTrue } from '../../nodes/RecordsDirectory/core/form/kinds/definition-row';
import { idIn, isAbove, type Id } from '../../nodes/RecordsDirectory/core/id';
import {
	isJsonObject,
	jsonObjectsIn,
	numberIn,
	textIn,
	type JsonObject,
} from '../../nodes/RecordsDirectory/core/json';
import { deletionIn } from '../../nodes/RecordsDirectory/core/request/reply';
import { isPage, isSuccess, type ProbeReply } from './probe-reply';
import {
	BEHIND,
	DOUBLE,
	KEPT,
	LIST_ROWS,
	markText,
	NO_SUM,
	SCRATCH_WORDS,
	type ScratchFields,
	type ScratchTrace,
	type ScratchUser,
} from './scratch-trace';
import { hasText } from './written';
import type { ApiRequest } from '../../nodes/RecordsDirectory/core/request/request';

/** The form that the user has made for the probe, and how to recognize the probe's records there. */
export interface Scratch {
	readonly form: Id;
	/** A text that no earlier record of the form contains. */
	readonly mark: string;
	/** The user whom the person has named. */
	readonly user?: ScratchUser | undefined;
}

export interface ScratchIo {
	send(request: ApiRequest, words: string): Promise<ProbeReply | undefined>;
	/** Waits so many milliseconds. */
	wait(ms: number): Promise<void>;
	/** Milliseconds of a running clock. */
	now(): number;
	/** Whether the user wants to end: then only the own records are deleted. */
	isStopped?(): boolean;
}

/** Ends the writes, because the user wants to end. */
export class Stopped extends Error {}

const unlessStopped = (error: unknown) =>
	error instanceof Stopped ? undefined : Promise.reject(error as Error);

/** Returns the fields to write to; undefined if the form does not have them. */
export function scratchFieldsOf(fields: readonly JsonObject[]): ScratchFields | undefined {
	const kind = (field: JsonObject) => findKind(field, jsonObjectsIn(field.subTable).length)[0];
	const isNeeded = (field: JsonObject) => isTrue(field.required) || isTrue(field.primaryKey);
	const texts = fields.filter((field) => kind(field) === 'text' && isLong(field));
	const required = texts.find(isNeeded);
	const optional = texts.find((field) => !isNeeded(field) && !isSet(field.calc));
	if (!required || !optional || fields.filter(isNeeded).length > 1) return undefined;
	const users = fields.find((field) => kind(field) === 'users');
	const calculated = fields.find((field) => isSet(field.calc));
	return {
		required: textIn(required.uniqueId),
		optional: textIn(optional.uniqueId),
		isKey: isTrue(required.primaryKey),
		...(users && { users: textIn(users.uniqueId) }),
		...(calculated && { calculated: textIn(calculated.uniqueId) }),
	};
}

/** Whether the text of a record of the probe fits in a field. */
const isLong = ({ max_length: most }: JsonObject): boolean =>
	!isSet(most) || (numberIn(most) ?? 0) >= LEAST_LENGTH;

type ScratchName = keyof typeof SCRATCH_WORDS;

const ONLY_WITH: ReadonlyArray<readonly [keyof ScratchFields, RegExp]> = [
	['isKey', / key$|key field$/],
	['calculated', /calculated/],
	['users', /of a user/],
];

/** The requests that a form of these fields gets, each once. */
export const scratchPlan = (fields: ScratchFields): readonly string[] =>
	[...new Set(Object.values(SCRATCH_WORDS))].filter((words) =>
		ONLY_WITH.every(([field, about]) => Boolean(fields[field]) || !about.test(words)),
	);

const MOST_LOOK_UPS = 24;
const BETWEEN_LOOKS_MS = 5_000;
const MORE_THAN_A_SECOND_MS = 1_100;
/** No status is like this by chance. */
const NO_STATUS = 'probe';
/** The longest text of the probe's records. */
export const LEAST_LENGTH = 9;

/** The numbers of the probe's records, by the request that writes them. */
const FIRST = 1;
const IMPORTED = 2;
const GOOD = 3;
const BAD = 4;
/** These may update the first record instead. */
const MAY_UPDATE: readonly number[] = [IMPORTED, DOUBLE];

/** Writes to records that it creates itself, and always deletes them afterwards. */
export async function scratched(
	{ form, mark, user }: Scratch,
	fields: ScratchFields,
	io: ScratchIo,
): Promise<ScratchTrace> {
	const run = new ScratchRun(form, { fields, mark, ...(user && { user }) }, io);
	if (await run.begin()) {
		try {
			await run.write().catch(unlessStopped);
		} finally {
			await run.cleanUp();
		}
	}
	return run.trace();
}

/** What an update has beside the mark. */
interface Changed {
	readonly values?: JsonObject;
	readonly status?: string;
}

type Own = Pick<ScratchTrace, 'fields' | 'mark' | 'user'>;

class ScratchRun {
	private readonly replies = new Map<string, ProbeReply>();
	private readonly gone = new Set<Id>();
	/** What was sent and not yet found, with the ID that the answer contains. By number. */
	private readonly sought = new Map<number, Id | undefined>();
	/** The records of the probe, by number. No other record is written to or deleted. */
	private readonly found = new Map<number, Id>();
	private readonly path: string;
	private newest: Id | undefined;
	private looks = 0;
	private listedAfter: number | undefined;
	private left: readonly Id[] = [];
	private isDoubtful = false;
	private isCopied = false;
	private isBlocked = false;

	private readonly own: Own;
	private readonly io: ScratchIo;

	constructor(form: Id, own: Own, io: ScratchIo) {
		this.own = own;
		this.io = io;
		this.path = `/api/apps/${encodeURIComponent(form)}/records`;
	}

	/** Returns whether it is known which records existed before. */
	async begin(): Promise<boolean> {
		const rows = await this.list('before');
		const ids = rows?.map(({ recordId }) => idIn(recordId));
		if (!ids || ids.includes(undefined)) return false;
		for (const id of ids) if (isAbove(id, this.newest)) this.newest = id;
		return true;
	}

	async write(): Promise<void> {
		const id = await this.create();
		if (id === undefined) return;
		await this.update(id, 'scratch update');
		await this.read(id, 'scratch read');
		// Otherwise the record may have another key than the next requests suppose.
		if (!(await this.writeImport(id))) return;
		// What sites may reject comes last: a firewall may block the probe for it.
		await this.writeUser(id);
		await this.writeCalculated(id);
		await this.writeKey(id);
		await this.writeStatus(id);
		await this.writeBadImport();
		// An update of the same second would not show.
		await this.io.wait(MORE_THAN_A_SECOND_MS);
		const reply = await this.delete(id);
		if (reply) this.replies.set('scratch delete', reply);
		await this.read(id, 'scratch read deleted');
		await this.listLater('after deletion');
	}

	/** The ID of the new record, once it is listed. */
	private async create(): Promise<Id | undefined> {
		const record = this.record(FIRST, { [this.own.fields.optional]: KEPT });
		const beganMs = this.io.now();
		this.sought.set(FIRST, undefined);
		await this.send('scratch create', { method: 'POST', path: this.path, body: { record } });
		if (this.isRejected('scratch create')) {
			this.sought.delete(FIRST);
			return undefined;
		}
		this.sought.set(FIRST, this.toldBy('scratch create'));
		return await this.whenListed(beganMs);
	}

	private toldBy(name: ScratchName): Id | undefined {
		const reply = this.replies.get(name);
		return reply && isSuccess(reply) ? toldIn(reply) : undefined;
	}

	private async writeStatus(id: Id): Promise<void> {
		await this.update(id, 'scratch status', { status: NO_STATUS });
		await this.read(id, 'scratch read status');
		const status = this.statusIn('scratch read');
		if (this.isRejected('scratch status') && status !== '')
			await this.update(id, 'scratch same status', { status });
	}

	private statusIn(name: ScratchName): string {
		const { body } = this.replies.get(name) ?? {};
		return isJsonObject(body) ? textIn(body.status ?? '') : '';
	}

	/** A site that clears what is left out would clear the mark, and with it what tells the record from others. */
	private async writeKey(id: Id): Promise<void> {
		const { fields } = this.own;
		if (!fields.isKey) return;
		const { body } = this.replies.get('scratch read') ?? {};
		if (isJsonObject(body) && textIn(recordIn(body)[fields.optional] ?? '') === KEPT) {
			const record = { [fields.optional]: KEPT };
			const request = { method: 'PUT', path: this.pathOf(id), body: { record } } as const;
			await this.send('scratch without key', request);
		}
		const record = this.record(FIRST, { [fields.optional]: markText(this.own.mark, DOUBLE) });
		this.sought.set(DOUBLE, undefined);
		await this.send('scratch double key', { method: 'POST', path: this.path, body: { record } });
		this.sought.set(DOUBLE, this.toldBy('scratch double key'));
		await this.listLater('after double key');
		// The next updates may clear it, and then a copy would look like the new record.
		this.sought.delete(DOUBLE);
	}

	private async writeCalculated(id: Id): Promise<void> {
		const { calculated } = this.own.fields;
		if (calculated === undefined) return;
		await this.update(id, 'scratch calculated', { values: { [calculated]: NO_SUM } });
		await this.read(id, 'scratch read calculated');
	}

	private async writeUser(id: Id): Promise<void> {
		const { fields, user } = this.own;
		if (fields.users === undefined || !user) return;
		const { code, name } = user;
		const field = fields.users;
		await this.update(id, 'scratch user object', { values: { [field]: [{ code }] } });
		await this.update(id, 'scratch user pair', { values: { [field]: [{ code, name }] } });
		await this.update(id, 'scratch user text', { values: { [field]: [code] } });
		await this.read(id, 'scratch read user');
	}

	/** Returns whether the record has its text again. */
	private async writeImport(id: Id): Promise<boolean> {
		this.sought.set(IMPORTED, undefined);
		await this.import('scratch import', [{ recordId: id, record: this.record(IMPORTED) }]);
		await this.listLater('after import');
		await this.update(id, 'scratch restore');
		const reply = this.replies.get('scratch restore');
		return reply !== undefined && isSuccess(reply);
	}

	private async writeBadImport(): Promise<void> {
		const { fields, mark } = this.own;
		// If it is accepted anyway, it is found by its text.
		const bad = { [fields.required]: '', [fields.optional]: markText(mark, BAD) };
		for (const number of [GOOD, BAD, BEHIND]) this.sought.set(number, undefined);
		const records = [
			{ record: this.record(GOOD) },
			{ record: bad },
			{ record: this.record(BEHIND) },
		];
		await this.import('scratch bad import', records);
		await this.listLater('after bad import');
	}

	private update(id: Id, name: ScratchName, { values = {}, ...more }: Changed = {}) {
		const body = { record: this.record(FIRST, values), ...more };
		return this.send(name, { method: 'PUT', path: this.pathOf(id), body });
	}

	private read(id: Id, name: ScratchName): Promise<void> {
		return this.send(name, { method: 'GET', path: this.pathOf(id) });
	}

	/** Deletes every own record that is listed. */
	async cleanUp(): Promise<void> {
		for (let tries = 0; tries < 3; tries++) {
			// What is listed late may have been written last.
			const rows = await this.listLater('at the end');
			const there = this.thereIn(rows ?? []);
			const own = there.filter((id) => this.isOwn(id));
			this.left = own.filter((id) => !this.gone.has(id));
			const isListed = rows !== undefined || tries < 2;
			// A deletion that was answered with success may not have happened.
			this.isDoubtful ||= !isListed || own.length > this.left.length;
			this.isCopied = own.length < there.length;
			if (rows && this.left.length === 0) return;
			for (const id of this.left) await this.delete(id);
		}
		this.left = this.left.filter((id) => !this.gone.has(id));
	}

	private readonly isOwn = (id: Id) => [...this.found.values()].includes(id);

	private async delete(id: Id): Promise<ProbeReply | undefined> {
		const request = { method: 'DELETE', path: this.pathOf(id), query: {} } as const;
		const reply = await this.io.send(request, SCRATCH_WORDS['scratch delete']);
		if (reply && (isSuccess(reply) || reply.status === 404)) this.gone.add(id);
		return reply;
	}

	private import(name: ScratchName, records: readonly object[]): Promise<void> {
		return this.send(name, { method: 'POST', path: `${this.path}/import`, body: { records } });
	}

	private isRejected(name: ScratchName): boolean {
		const { status = 0 } = this.replies.get(name) ?? {};
		return status >= 400 && status < 500;
	}

	private readonly pathOf = (id: Id) => `${this.path}/${encodeURIComponent(id)}`;

	trace(): ScratchTrace {
		const { replies, listedAfter, left, isBlocked } = this;
		const created = this.found.get(FIRST);
		return {
			...this.own,
			...{ replies, left, isBlocked },
			isDoubtful: this.isDoubtful || this.isCopied || this.sought.has(FIRST),
			...(created && { created }),
			...(listedAfter !== undefined && { listedAfter }),
		};
	}

	private record(nth: number, more: JsonObject = {}): JsonObject {
		const { fields, mark } = this.own;
		return { [fields.required]: markText(mark, nth), ...more };
	}

	/** Returns the records with the mark that are younger than the run and not deleted. */
	private thereIn(rows: readonly JsonObject[]): readonly Id[] {
		const { mark } = this.own;
		return rows.filter((row) => JSON.stringify(recordIn(row)).includes(mark)).flatMap(this.youngIn);
	}

	private readonly youngIn = (row: JsonObject): readonly Id[] => {
		const id = idIn(row.recordId);
		// A deleted one may still be listed as deleted.
		return id !== undefined && deletionIn(row) === 0 && isAbove(id, this.newest) ? [id] : [];
	};

	/**
	 * Finds the records that the requests so far have created. An automation of the site may copy them with their
	 * text, so a record is one of the probe only if the answer contains its ID or no other has its text.
	 */
	private findIn(rows: readonly JsonObject[]): void {
		const first = this.found.get(FIRST);
		const listed = rows.map(({ recordId }) => idIn(recordId));
		for (const [nth, told] of this.sought) {
			if (MAY_UPDATE.includes(nth) && !listed.includes(first)) continue;
			const ids = rows.filter((row) => hasText(row, this.own, nth)).flatMap(this.youngIn);
			if (ids.length === 0) continue;
			const isUpdate = nth !== FIRST && ids.some((id) => id === first);
			const id = told ?? (ids.length === 1 ? ids[0] : undefined);
			if (!isUpdate && id !== undefined && ids.includes(id)) this.found.set(nth, id);
			this.sought.delete(nth);
		}
	}

	/** The ID of the new record, once the list has it; undefined if another could be it. */
	private async whenListed(beganMs: number): Promise<Id | undefined> {
		let isMissed = true;
		while (this.sought.has(FIRST) && this.looks < MOST_LOOK_UPS) {
			if (this.looks > 0) await this.io.wait(BETWEEN_LOOKS_MS);
			this.mayContinue();
			this.looks++;
			const rows = await this.list('after creation');
			// A list that was not answered may have had it.
			if (this.found.has(FIRST) && isMissed) this.listedAfter = this.secondsSince(beganMs);
			isMissed = rows !== undefined;
		}
		return this.found.get(FIRST);
	}

	private secondsSince(beganMs: number): number {
		return this.looks === 1 ? 0 : Math.ceil((this.io.now() - beganMs) / 1000);
	}

	/** The list, once it has what was written before: as long after it as after the creation. */
	private async listLater(when: string): Promise<readonly JsonObject[] | undefined> {
		for (let n = 1; n < this.looks; n++) await this.io.wait(BETWEEN_LOOKS_MS);
		return await this.list(when);
	}

	private async list(when: string): Promise<readonly JsonObject[] | undefined> {
		const query = { order: 'recordId:desc', page: 1, limit: LIST_ROWS };
		const request = { method: 'GET', path: this.path, query } as const;
		const reply = await this.io.send(request, SCRATCH_WORDS['scratch list']);
		if (reply) this.replies.set(`scratch list ${when}`, reply);
		const body = reply && isSuccess(reply) && isJsonObject(reply.body) ? reply.body : {};
		if (!Array.isArray(body.records)) return undefined;
		const rows = jsonObjectsIn(body.records);
		this.findIn(rows);
		return rows;
	}

	private mayContinue(): void {
		if (this.io.isStopped?.()) throw new Stopped();
	}

	private async send(name: ScratchName, request: Omit<ApiRequest, 'query'>): Promise<void> {
		this.mayContinue();
		this.replies.delete(name);
		const reply = await this.io.send({ ...request, query: {} }, SCRATCH_WORDS[name]);
		if (reply) this.replies.set(name, reply);
		this.isBlocked = reply !== undefined && (reply.status === 403 || isPage(reply));
		if (this.isBlocked) throw new Stopped();
	}
}

/** The ID that the answer to a new record contains. */
function toldIn({ body, headers }: ProbeReply): Id | undefined {
	const given = isJsonObject(body) ? idIn(body.recordId) : undefined;
	return given ?? idIn(/\/(\d+)\/?$/.exec(textIn(headers.location ?? ''))?.[1]);
}
