import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
	closing,
	LOGIN_PAGE,
	refusal,
	Refused,
	write,
	writeHalf,
	type Answer,
} from '../support/stories/answers';
import { listen } from '../support/listen';
import type { Got, Row, Rows } from './rows';
import { Problem, parsed, spelled, timeOf, understood } from './spelling';
import {
	DIRECTORY,
	type Dialect,
	type DirectoryKind,
	type Fault,
	type Field,
	type On,
	type Values,
} from './story';

/*
 * A second service, written from the document alone and sharing nothing with the sandbox: a plain set of rows. Where the document
 * is silent it does what the story's dialect says.
 */

export const FORM = 7;

interface Site {
	readonly url: string;
	/** From now on requests count, faults strike and others work. */
	begin(): void;
	close(): Promise<void>;
}

interface Happenings {
	/** What strikes a request of the run. */
	faultAt(request: number): Fault | undefined;
	/** Called before each request of the run takes effect, with its number from 1 on. */
	between(request: number): void;
}

/** The identification ID that people see. */
export const shownId = ({ id }: Row, { shown }: Dialect): string =>
	`O-${String(BigInt(id) + (shown === 'another' ? 1n : 0n)).padStart(5, '0')}`;

/** The path of the list of rows. */
export const pathOf = (on: On): string =>
	on === 'records' ? `/api/apps/${FORM}/records` : `/api/admin/${on}`;

export async function openSite(rows: Rows, happenings: Happenings): Promise<Site> {
	let began = false;
	let requests = 0;
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()));
	});

	function answer(request: IncomingMessage, response: ServerResponse, text: string): void {
		const url = new URL(request.url!, 'http://site');
		if (began) happenings.between(++requests);
		const got: Got = {
			at: rows.moment(),
			method: request.method!,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			body: text ? parsed(text) : undefined,
			status: 0,
		};
		if (began) rows.got.push(got);
		const fault = began ? happenings.faultAt(requests) : undefined;
		got.fault = fault?.kind;
		const isBefore = fault !== undefined && !fault.kind.endsWith('after');
		spoil(response, got, isBefore ? undefined : answered(rows, got));
	}

	/** Sends the answer, or what the fault leaves of it. */
	function spoil(response: ServerResponse, got: Got, result: Answer | undefined): void {
		const { fault = '' } = got;
		const send = (one: Answer) => {
			got.status = one.status;
			write(response, one);
		};
		const status = Number(/^\d+/.exec(fault)?.[0]);
		if (fault === '200 HTML') return send(LOGIN_PAGE);
		if (status) return send(refusal(rows.dialect.errors, status));
		if (fault.startsWith('reset')) return void response.socket!.destroy();
		// What hangs is never answered.
		if (fault.startsWith('hang')) return;
		if (fault === '' || result!.status >= 300 || result!.body === undefined) return send(result!);
		got.status = result!.status;
		writeHalf(response, result!);
	}

	const url = await listen(server);
	return { url, begin: () => void (began = true), close: closing(server) };
}

function answered(rows: Rows, got: Got): Answer {
	try {
		return new Operation(rows, got).answer();
	} catch (error) {
		const { errors } = rows.dialect;
		if (error instanceof Refused) return refusal(errors, error.status, error.message);
		if (error instanceof Problem) return refusal(errors, 400, error.message);
		throw error;
	}
}

class Operation {
	private readonly rows: Rows;
	private readonly got: Got;

	constructor(rows: Rows, got: Got) {
		this.rows = rows;
		this.got = got;
	}

	answer(): Answer {
		const { method, path } = this.got;
		if (path === `/api/apps/${FORM}/fields` && method === 'GET')
			return { status: 200, body: { fields: this.page(this.rows.fields.records.map(definition)) } };
		const kinds = Object.keys(DIRECTORY) as DirectoryKind[];
		const on = (['records', ...kinds] as const).find((one) => path.startsWith(pathOf(one)));
		if (!on) throw new Refused(404);
		const name = path.slice(pathOf(on).length + 1);
		if (name === '' && method === 'GET') return { status: 200, body: this.list(on) };
		if (name === '' && method === 'POST') return this.written(201, on, this.prepared(on)());
		if (name === 'import' && method === 'POST') return this.imported(on);
		return this.ofRow(on, decodeURIComponent(name));
	}

	private ofRow(on: On, name: string): Answer {
		const { rows, got } = this;
		const byId = rows.of.records.find(({ id, now }) => id === name && now);
		const row = on === 'records' ? byId : rows.entry(on, name);
		if (!row) throw new Refused(404);
		if (got.method === 'GET') return { status: 200, body: this.shown(on, row) };
		if (got.method === 'PUT') return this.written(204, on, this.prepared(on, got.body, row)());
		if (got.method !== 'DELETE') throw new Refused(405);
		const isUsed =
			on === 'organizations' && rows.of[on].some(({ now }) => now?.parentCode === name);
		if (isUsed) throw new Problem('An organization belongs to it');
		rows.write(row, undefined, 'node');
		return { status: 204 };
	}

	private page<T>(all: readonly T[]): readonly T[] {
		const { page: at = '1', limit = '20' } = this.got.query;
		const { cap, pastEnd } = this.rows.dialect;
		if (Number(limit) > 1000) throw new Refused(400, 'limit is at most 1000');
		const from = (Number(at) - 1) * Math.min(Number(limit), cap);
		if (from > 0 && from >= all.length && pastEnd === '404') throw new Refused(404);
		return all.slice(from, from + Math.min(Number(limit), cap));
	}

	private list(on: On): object {
		const { rows } = this;
		const { dialect } = rows;
		const { fields, order } = this.got.query;
		const isListed = ({ now }: Row) => now || (on === 'records' && dialect.deleted === 'listed');
		const only = fields?.split(',');
		const known = rows.fields[on];
		const unknown = only?.find((id) => known.every((field) => field.id !== id));
		if (unknown) throw new Problem(`The specified field [${unknown}] does not exist`);
		const all = rows.of[on].filter(isListed);
		// The node asks for no other order.
		if (order !== undefined && order !== 'recordId:desc') throw new Problem('order is invalid');
		all.sort(order === undefined ? this.usualOrder() : (a, b) => byId(b, a));
		const page = this.page(all).map((row) => this.shown(on, row, only));
		return { [rootOf(on)]: page };
	}

	private usualOrder(): (a: Row, b: Row) => number {
		const { unordered } = this.rows.dialect;
		if (unordered === 'last updated first') return (a, b) => b.updatedAt - a.updatedAt;
		return unordered === 'by ID' ? byId : (a, b) => byId(b, a);
	}

	private shown(on: On, row: Row, only?: readonly string[]): object {
		const { rows } = this;
		const { dialect } = rows;
		const nameOf = (code: string) => rows.entry('users', code)?.now?.name;
		const number = (text: string) =>
			dialect.numbers === 'texts' || !Number.isSafeInteger(Number(text)) ? text : Number(text);
		const fields = rows.fields[on].filter(({ id }) => !only || only.includes(id));
		if (on !== 'records') {
			const entry = spelled(fields, row.last, {
				dialect: { ...dialect, tableRows: 'plain' },
				nameOf,
			});
			return on === 'positions' ? entry : { ...entry, id: number(row.id) };
		}
		return {
			appsId: number(String(FORM)),
			recordId: number(row.id),
			uniqueId: shownId(row, dialect),
			creatorCode: 'E1',
			creator: 'One',
			createdAt: timeOf(row.createdAt, dialect.zone),
			updaterCode: 'E1',
			updater: 'One',
			updatedAt: timeOf(row.updatedAt, dialect.zone),
			accessUrl: `http://site/${row.id}`,
			accessEditUrl: `http://site/${row.id}/edit`,
			isDeleted: number(row.now ? '0' : '1'),
			record: spelled(fields, row.last, { dialect, nameOf }),
		};
	}

	/** Checks what is sent for a new row, or for one that is there; the result writes it. */
	private prepared(on: On, body: unknown = this.got.body, row?: Row): () => Row {
		const { rows } = this;
		const { leftOut, keyOnUpdate } = rows.dialect;
		const fields = rows.fields[on];
		const json = (on === 'records' ? (body as { record?: unknown }).record : body) as object;
		const given: Record<string, Values[string]> = {};
		for (const [id, value] of Object.entries(json)) {
			const field = fields.find((one) => one.id === id);
			if (field) given[field.name] = understood(field, value, { dialect: rows.dialect, by: 'id' });
			// In a record it is ignored.
			else if (on !== 'records') throw new Problem(`${id} cannot be set`);
		}
		const isWhole = on !== 'records' || !row || keyOnUpdate === 'needed';
		for (const field of fields) {
			const value = given[field.name] ?? '';
			if (field.isNeeded && isWhole && value.length === 0)
				throw new Problem(`[${field.caption}] is required`);
			this.mustExist(field, value);
			if (this.rows.dialect.unsaid === 'no markup' && /^[=<]/.test(String(value)))
				throw new Problem(`[${field.caption}] has markup`);
		}
		if (on === 'users' && !row && !given.loginPass) throw new Problem('loginPass is required');
		if (on !== 'records' && rows.entry(on, String(given.code)) !== row)
			throw new Problem(`${String(given.code)} is in use`);
		const kept = ({ isSecret }: Field) => isSecret || on === 'records' || leftOut === 'kept';
		const left = fields.map((field) => [
			field.name,
			row && kept(field) ? row.now![field.name] : field.start,
		]);
		const state = { ...Object.fromEntries(left), ...given } as Values;
		return () => (row ? rows.write(row, state, 'node') : rows.add(on, state, 'node'));
	}

	/** The entries that a value names, also in the rows of a table and among users. */
	private mustExist({ kind, names, columns = [] }: Field, value: Values[string]): void {
		for (const column of columns)
			for (const cells of value as readonly Values[])
				this.mustExist(column, cells[column.name] ?? '');
		const on = kind === 'users' ? 'users' : names;
		if (!on || columns.length > 0) return;
		for (const code of kind === 'users' ? (value as readonly string[]) : [String(value)])
			if (code && !this.rows.entry(on, code)) throw new Problem(`${code} does not exist`);
	}

	private imported(on: On): Answer {
		const all = (this.got.body as Record<string, readonly object[]>)[rootOf(on)];
		if (!Array.isArray(all) || all.length < 1 || all.length > 100)
			throw new Problem('1 to 100 rows');
		const codes = new Set<unknown>();
		const ready: Array<() => Row> = [];
		all.forEach((one: { readonly code?: unknown }, place) => {
			try {
				const row = on === 'records' ? undefined : this.rows.entry(on, String(one.code));
				if (on !== 'records' && codes.has(one.code)) throw new Problem('The code is there twice');
				codes.add(one.code);
				const write = this.prepared(on, one, row);
				if (this.rows.dialect.refusedImport === 'keeps rows before') write();
				else ready.push(write);
			} catch (error) {
				if (!(error instanceof Problem)) throw error;
				throw new Problem(`${rootOf(on)}[${place}]: ${error.message}`);
			}
		});
		for (const write of ready) write();
		return this.written(204, on);
	}

	private written(status: number, on: On, row?: Row): Answer {
		const { writeAnswer } = this.rows.dialect;
		if (writeAnswer === '200 OK') return { status: 200, body: 'OK' };
		if (writeAnswer !== 'the row' || !row) return { status };
		return { status: status === 204 ? 200 : status, body: this.shown(on, row) };
	}
}

const rootOf = (on: On): string => (on === 'users' ? 'user' : on);

const byId = (a: Row, b: Row): number => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

const TYPES: Partial<Record<Field['kind'], string>> = {
	choice: 'radio',
	choices: 'checkbox',
	users: 'user',
};

/** Resources, Field. */
function definition({ id, caption, kind, ...field }: Field): object {
	return {
		appsId: FORM,
		fieldId: Number(id.replace('field-', '')),
		parentFieldId: -1,
		fieldType: TYPES[kind] ?? kind,
		caption,
		uniqueId: id,
		required: false,
		primaryKey: field.isNeeded ?? false,
		...(field.choices && {
			selectItems: field.choices.map((selectName, index) => ({ id: index + 1, selectName })),
			multiple: kind === 'choices',
		}),
		...(field.columns && { subTable: field.columns.map(definition) }),
	};
}
