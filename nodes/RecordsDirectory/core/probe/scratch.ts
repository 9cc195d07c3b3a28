import { idIn, isAbove, type Id } from '../id';
import { isTrue, kindOf, saysText } from '../form/kind';
import { isJsonObject, jsonObjectsIn, textIn, type JsonObject } from '../json';
import type { ApiRequest } from '../request/request';
import { isSuccess } from './answers';
import { recordIn } from '../form/edits';
import type { ProbeReply } from './reply';
import type { ScratchFields, ScratchTrace } from './scratch-trace';

/** The form that the user has made for the probe, and how to recognize the probe's records there. */
export interface Scratch {
	readonly form: Id;
	/** A text that no other record of the form contains. */
	readonly mark: string;
}

export interface ScratchIo {
	send(request: ApiRequest, words: string): Promise<ProbeReply | undefined>;
	/** Waits before the list is read again. */
	wait(): Promise<void>;
}

/** Returns the fields to write to; undefined if the form does not have them. */
export function scratchFieldsOf(fields: readonly JsonObject[]): ScratchFields | undefined {
	const texts = fields.filter((field) => {
		const isText = kindOf(field, jsonObjectsIn(field.subTable).length) === 'text';
		return isText && saysText(field) && !isTrue(field.primaryKey);
	});
	const required = texts.find((field) => isTrue(field.required));
	const optional = texts.find((field) => !isTrue(field.required));
	const others = fields.filter((field) => isTrue(field.required) || isTrue(field.primaryKey));
	if (!required || !optional || others.length > 1) return undefined;
	return { required: textIn(required.uniqueId), optional: textIn(optional.uniqueId) };
}

/** The requests of the writing part, as they are announced and shown. */
export const SCRATCH_WORDS = {
	'scratch list': 'GET /api/apps/{scratchForm}/records?order=recordId:desc&page=1&limit=50',
	'scratch create': 'POST /api/apps/{scratchForm}/records',
	'scratch update': 'PUT /api/apps/{scratchForm}/records/{own}',
	'scratch read': 'GET /api/apps/{scratchForm}/records/{own}',
	'scratch import': 'POST /api/apps/{scratchForm}/records/import with the ID of the own record',
	'scratch bad import': 'POST /api/apps/{scratchForm}/records/import with a bad second row',
	'scratch delete': 'DELETE /api/apps/{scratchForm}/records/{own}',
	'scratch read deleted': 'GET /api/apps/{scratchForm}/records/{own}',
} as const;

type ScratchName = keyof typeof SCRATCH_WORDS;

const MOST_LOOKS = 24;

/** Writes to records that it creates itself, and always deletes them afterwards. */
export async function scratched(
	{ form, mark }: Scratch,
	fields: ScratchFields,
	io: ScratchIo,
): Promise<ScratchTrace> {
	const run = new ScratchRun(form, { fields, mark }, io);
	if (await run.begin()) {
		try {
			await run.write();
		} finally {
			await run.cleanUp();
		}
	}
	return run.trace();
}

/** Returns the probe's own records of a list: with the mark, and newer than all earlier records. */
const ownRowsIn = (
	rows: readonly JsonObject[],
	{ required }: ScratchFields,
	mark: string,
): readonly JsonObject[] =>
	rows.filter((row) => textIn(recordIn(row)[required] ?? '').startsWith(`${mark} `));

class ScratchRun {
	private readonly replies = new Map<string, ProbeReply>();
	private readonly gone = new Set<Id>();
	private readonly path: string;
	private newest: Id | undefined;
	private created: Id | undefined;
	private looks = 0;
	private left: readonly Id[] = [];
	private isDoubtful = false;

	private readonly own: Pick<ScratchTrace, 'fields' | 'mark'>;
	private readonly io: ScratchIo;

	constructor(form: Id, own: Pick<ScratchTrace, 'fields' | 'mark'>, io: ScratchIo) {
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
		const { required, optional } = this.own.fields;
		const record = this.record(1, { [optional]: 'kept' });
		// Until it is found, it may exist.
		this.isDoubtful = true;
		await this.send('scratch create', { method: 'POST', path: this.path, body: { record } });
		const id = this.isRejected('scratch create') ? undefined : await this.whenListed();
		this.isDoubtful = id === undefined && !this.isRejected('scratch create');
		if (id === undefined) return;
		const path = this.pathOf(id);
		await this.send('scratch update', { method: 'PUT', path, body: { record: this.record(1) } });
		await this.send('scratch read', { method: 'GET', path });
		await this.import('scratch import', [{ recordId: id, record: this.record(2) }]);
		await this.list('after import');
		const bad = { record: { [required]: '' } };
		await this.import('scratch bad import', [{ record: this.record(3) }, bad]);
		await this.list('after bad import');
		await this.delete(id);
		await this.send('scratch read deleted', { method: 'GET', path });
		await this.list('after deletion');
	}

	/** Deletes every own record that is listed. */
	async cleanUp(): Promise<void> {
		for (let tries = 0; tries < 3; tries++) {
			// A record that was listed late may be the one written last.
			for (let n = 1; n < this.looks; n++) await this.io.wait();
			const rows = await this.list('at the end');
			this.isDoubtful ||= rows === undefined && tries === 2;
			this.left = this.ownIds(rows ?? []);
			if (rows && this.left.length === 0) return;
			for (const id of this.left) await this.delete(id);
		}
		this.left = this.left.filter((id) => !this.gone.has(id));
	}

	private async delete(id: Id): Promise<void> {
		await this.send('scratch delete', { method: 'DELETE', path: this.pathOf(id) });
		const reply = this.replies.get('scratch delete');
		if (reply && (isSuccess(reply) || reply.status === 404)) this.gone.add(id);
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
		const { replies, created, looks, left, isDoubtful } = this;
		return { ...this.own, replies, looks, left, isDoubtful, ...(created && { created }) };
	}

	private record(nth: number, more: JsonObject = {}): JsonObject {
		const { fields, mark } = this.own;
		return { [fields.required]: `${mark} ${nth}`, ...more };
	}

	/** Returns the own records that still exist: a deleted one may still be listed. */
	private ownIds(rows: readonly JsonObject[]): readonly Id[] {
		const { fields, mark } = this.own;
		return ownRowsIn(rows, fields, mark).flatMap(({ recordId, isDeleted }) => {
			const id = idIn(recordId);
			const isThere = /^(|0|false)$/.test(textIn(isDeleted ?? ''));
			if (id === undefined || !isThere || this.gone.has(id)) return [];
			return isAbove(id, this.newest) ? [id] : [];
		});
	}

	/** Returns the ID of the new record once it is listed. */
	private async whenListed(): Promise<Id | undefined> {
		while (this.created === undefined && this.looks < MOST_LOOKS) {
			if (this.looks > 0) await this.io.wait();
			this.looks++;
			[this.created] = this.ownIds((await this.list('after creation')) ?? []);
		}
		return this.created;
	}

	private async list(when: string): Promise<readonly JsonObject[] | undefined> {
		const query = { order: 'recordId:desc', page: 1, limit: 50 };
		const request = { method: 'GET', path: this.path, query } as const;
		const reply = await this.io.send(request, SCRATCH_WORDS['scratch list']);
		if (reply) this.replies.set(`scratch list ${when}`, reply);
		const body = reply && isSuccess(reply) && isJsonObject(reply.body) ? reply.body : {};
		return Array.isArray(body.records) ? jsonObjectsIn(body.records) : undefined;
	}

	private async send(name: ScratchName, request: Omit<ApiRequest, 'query'>): Promise<void> {
		this.replies.delete(name);
		const reply = await this.io.send({ ...request, query: {} }, SCRATCH_WORDS[name]);
		if (reply) this.replies.set(name, reply);
	}
}
