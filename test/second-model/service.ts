import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
	closing,
	listen,
	LOGIN_PAGE,
	MONTH_IS_USED,
	refusal,
	Refused,
	write,
	writeHalf,
	type Answer,
} from '../support/stories/answers';
import type { Fault, FaultKind } from './faults';
import type { DirectoryKind, Entry, FieldOf, Got, RecordState, Row, Rows, Value } from './site';
import {
	Digits,
	Problem,
	emptyOf,
	parsed,
	record,
	secondOf,
	spelled,
	spelledSecond,
	understood,
} from './spelling';

export const FORM = 7;

export interface Site {
	readonly url: string;
	/** From now on requests count, faults strike and others work. */
	begin(): void;
	close(): Promise<void>;
}

export interface Happenings {
	/** What strikes a request of the run. */
	faultAt(request: number): Fault | undefined;
	/** Called before each request of the run takes effect, with its number from 1 on. */
	between(request: number): void;
	/** The fields that the form has now. */
	fields(): readonly FieldOf[];
}

export async function openSite(rows: Rows, happenings: Happenings): Promise<Site> {
	const { dialect } = rows;
	let requests = 0;
	let began = false;
	const nameOf = (code: string) => rows.entry('users', code)?.now?.name as string | undefined;
	const reading = { dialect, nameOf };
	const number = (value: number | string): number | string =>
		dialect.numbers === 'texts' || !Number.isSafeInteger(Number(value))
			? String(value)
			: Number(value);

	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()));
	});

	function answer(request: IncomingMessage, response: ServerResponse, text: string): void {
		const url = new URL(request.url!, 'http://site');
		const override = request.headers['x-http-method-override'];
		const method = request.method === 'POST' && override ? String(override) : request.method!;
		if (began) {
			requests++;
			happenings.between(requests);
		}
		const mine = requests;
		const got: Got = {
			at: rows.moment(),
			method,
			path: decodeURIComponent(url.pathname).replace(/^\/site(?=\/)/, ''),
			query: Object.fromEntries(url.searchParams),
			body: text ? parsed(text) : undefined,
			status: 0,
		};
		if (began) rows.got.push(got);
		const fault = began ? happenings.faultAt(mine) : undefined;
		if (fault) got.fault = fault.kind;
		if (method !== request.method && dialect.override === 'off') got.fault = 'unasked override';
		const result = fault && !strikesAfter(fault.kind) ? undefined : attempt(got, url, mine);
		if (fault && spoil(response, fault.kind, result, got)) return;
		send(response, result!, got);
	}

	function attempt(got: Got, url: URL, request: number): Answer {
		try {
			return operation(got, url, request);
		} catch (error) {
			if (error instanceof Refused) return refusal(dialect.errors, error.status, error.message);
			if (error instanceof Problem) return refusal(dialect.errors, 400, error.message);
			throw error;
		}
	}

	function send(response: ServerResponse, answer: Answer, got: Got): void {
		got.status = answer.status;
		write(response, answer);
	}

	/** Whether nothing else is to be answered. */
	function spoil(
		response: ServerResponse,
		kind: FaultKind,
		result: Answer | undefined,
		got: Got,
	): boolean {
		const status = /^\d+/.exec(kind)?.[0];
		if (kind === '402 month') {
			send(response, MONTH_IS_USED, got);
		} else if (kind === '502 after' || kind === '502') {
			send(response, { status: 502, body: '<html>Bad Gateway</html>' }, got);
		} else if (kind === '200 HTML') {
			send(response, LOGIN_PAGE, got);
		} else if (status) {
			send(response, refusal(dialect.errors, Number(status)), got);
		} else if (kind === 'reset' || kind === 'reset after') {
			response.socket!.destroy();
		} else if (kind === 'cut after') {
			got.status = result!.status;
			if (result!.status >= 300 || result!.body === undefined) return false;
			writeHalf(response, result!);
		}
		// What hangs is never answered.
		return true;
	}

	function operation(got: Got, url: URL, request: number): Answer {
		const parts = url.pathname.split('/').slice(1).map(decodeURIComponent);
		if (dialect.address === 'path' && parts.shift() !== 'site') throw new Refused(404);
		if (parts.shift() !== 'api') throw new Refused(404);
		const area = parts.shift();
		if (area === 'admin') return directory(got, parts, request);
		if (area !== 'apps') throw new Refused(404);
		if (parts[0] === 'forms') return forms(got, parts[1]);
		if (parts[0] !== String(FORM)) throw new Refused(404);
		if (parts[1] === 'fields') return fields(got, parts[2]);
		if (parts[1] === 'records') return records(got, parts.slice(2), request);
		throw new Refused(404);
	}

	function page<T>(all: readonly T[], { query }: Got): T[] {
		const limit = Number(query.limit ?? 20);
		const at = Number(query.page ?? 1);
		if (!Number.isInteger(limit) || limit < 1 || !Number.isInteger(at) || at < 1)
			throw new Refused(400);
		if (limit > 1000 && dialect.overLimit === 'refused')
			throw new Refused(400, 'limit is at most 1000');
		const size = Math.min(limit, dialect.cap);
		if (at > 1 && (at - 1) * size >= all.length && dialect.pastEnd === '404')
			throw new Refused(404);
		return all.slice((at - 1) * size, at * size);
	}

	function forms(got: Got, id?: string): Answer {
		const form = {
			id: number(FORM),
			name: 'Orders',
			prefix: 'O',
			digits: 5,
			count: rows.records.length,
		};
		if (id === undefined) return { status: 200, body: { forms: page([form], got) } };
		if (id !== String(FORM)) throw new Refused(404);
		return { status: 200, body: form };
	}

	function fields(got: Got, id?: string): Answer {
		const all = happenings.fields().flatMap((field) => [
			definition(field),
			...(dialect.columns === 'listed too' ? (field.columns ?? []) : []).map((column) => ({
				...definition(column),
				parentFieldId: number(field.id),
			})),
		]);
		if (id === undefined) return { status: 200, body: { fields: page(all, got) } };
		const one = all.find((field) => String((field as { fieldId?: unknown }).fieldId) === id);
		if (!one) throw new Refused(404);
		return { status: 200, body: one };
	}

	function definition(field: FieldOf): object {
		const unset = {
			explanation: '',
			note: null,
			requiredId: -1,
			requiredCompare: 0,
			requiredValue: '',
			min_length: null,
			max_length: null,
			max: null,
			min: null,
			digit: null,
			calc: '',
			calcFieldId: -1,
			prefix: '',
			suffix: '',
			selectItems: [],
			multiple: false,
			default: '',
			relationId: -1,
			relationFieldId: -1,
			relationType: '',
			subTable: [],
			usage: 0,
			requiredFieldType: '',
		};
		return {
			...(dialect.definitions === 'every property' ? unset : {}),
			appsId: number(FORM),
			fieldId: number(field.id),
			parentFieldId: number(-1),
			fieldType:
				dialect.types === 'words' ? WORDS[field.kind] : String(KINDS.indexOf(field.kind) + 1),
			caption: field.caption,
			uniqueId: field.uid,
			required: false,
			primaryKey: field.key ?? false,
			...(field.maxLength !== undefined && { max_length: number(field.maxLength) }),
			...(field.max !== undefined && { max: number(field.max) }),
			...(field.kind === 'formula' && { calc: '1+1' }),
			...(field.choices && {
				selectItems: field.choices.map(({ name, code = '' }, index) => ({
					id: index + 1,
					selectName: name,
					code1: code,
				})),
				multiple: field.kind === 'choices' && dialect.definitions === 'short',
			}),
			...(field.columns && { subTable: field.columns.map(definition) }),
		};
	}

	const spelledTime = (moment: number) => spelledSecond(secondOf(moment), dialect.zone);

	function shownRecord(row: Row<RecordState>, only?: readonly string[]) {
		const state = row.last;
		const isLive = row.now !== undefined;
		const mark = { number: number(isLive ? 0 : 1), text: isLive ? '0' : '1', boolean: !isLive };
		const deleted =
			dialect.isDeleted === 'absent if live'
				? isLive
					? {}
					: { isDeleted: 1 }
				: { isDeleted: mark[dialect.isDeleted] };
		const shown = only
			? happenings.fields().filter(({ uid }) => only.includes(uid))
			: happenings.fields();
		return {
			appsId: number(FORM),
			recordId: number(row.id),
			uniqueId: `O-${row.id}`,
			...(dialect.process === 'on' && { status: state.status }),
			creatorCode: 'E1',
			creator: 'One',
			createdAt: spelledTime(state.createdAt),
			updaterCode: 'E1',
			updater: 'One',
			updatedAt: spelledTime(state.updatedAt),
			accessUrl: `http://site/${row.id}`,
			accessEditUrl: `http://site/${row.id}/edit`,
			...deleted,
			record: record(shown, state.values, reading),
		};
	}

	/** Values that a body gives; what the form does not have is ignored. */
	function given(body: unknown): Map<string, Value> {
		const values = (body as { record?: unknown } | undefined)?.record;
		if (typeof values !== 'object' || values === null) throw new Problem('record is missing');
		const found = new Map<string, Value>();
		for (const field of happenings.fields()) {
			if (!Object.hasOwn(values, field.uid)) continue;
			if (field.kind === 'formula' && dialect.formula === 'ignored') continue;
			if (field.kind === 'file' && dialect.fileSent === 'ignored') continue;
			found.set(
				field.uid,
				understood(field, (values as Record<string, unknown>)[field.uid], reading),
			);
		}
		return found;
	}

	function statusOf(body: unknown): { status?: string } {
		const status = (body as { status?: unknown }).status;
		if (status === undefined || dialect.process === 'off' || dialect.statusSent === 'ignored')
			return {};
		if (dialect.statusSent === 'refused') throw new Problem('status cannot be set');
		return { status: String(status) };
	}

	function checkKey(values: ReadonlyMap<string, Value>, self?: Row<RecordState>): void {
		const keys = happenings.fields().filter(({ key }) => key);
		if (dialect.doubleKey === 'taken' || keys.length === 0) return;
		const same = (row: Row<RecordState>) =>
			row !== self &&
			row.now &&
			keys.every(({ uid }) => row.now!.values.get(uid) === values.get(uid));
		if (rows.records.some(same)) throw new Problem(`[${keys[0]!.caption}] is in use`);
	}

	function checkKeyGiven(values: ReadonlyMap<string, Value>): void {
		for (const { key, uid, caption } of happenings.fields()) {
			if (key && !values.get(uid)?.length) throw new Problem(`[${caption}] is required`);
		}
	}

	function whole(values: ReadonlyMap<string, Value>, before?: ReadonlyMap<string, Value>) {
		return new Map(
			happenings.fields().map(({ uid, kind }) => {
				const left =
					kind === 'formula'
						? '2'
						: kind === 'file' || dialect.leftOut === 'kept'
							? before?.get(uid)
							: undefined;
				return [uid, values.get(uid) ?? left ?? emptyOf(kind)];
			}),
		);
	}

	type Prepared = () => Row<RecordState>;

	function creation(body: unknown, by: { request: number; entry?: number }): Prepared {
		const values = given(body);
		statusOf(body);
		checkKeyGiven(values);
		checkKey(values);
		return () => rows.addRecord(whole(values), { by: 'node', ...by });
	}

	function change(
		row: Row<RecordState>,
		body: unknown,
		by: { request: number; entry?: number },
	): Prepared {
		const values = given(body);
		const status = statusOf(body);
		if (dialect.keyOnUpdate === 'needed') checkKeyGiven(values);
		const after = whole(values, row.now!.values);
		checkKey(after, row);
		return () => {
			rows.setRecord(row, after, { by: 'node', ...by, ...status });
			return row;
		};
	}

	const written = (documented: Answer, row?: Row<RecordState>): Answer => {
		switch (dialect.writeAnswer) {
			case 'the record':
				return row ? { status: documented.status, body: shownRecord(row) } : documented;
			case 'Location':
				return row && documented.status === 201
					? { ...documented, headers: { location: `/api/apps/${FORM}/records/${row.id}` } }
					: documented;
			case '200 OK':
				return { status: 200, body: 'OK' };
			case '202 {}':
				return { status: 202, body: {} };
			case '204':
				return { status: 204 };
			default:
				return documented;
		}
	};

	function records(got: Got, [id, comments]: string[], request: number): Answer {
		const { method, body } = got;
		if (comments !== undefined) throw new Refused(404);
		if (id === undefined && method === 'GET')
			return { status: 200, body: { records: listed(got) } };
		if (id === undefined && method === 'POST') {
			return written({ status: 201 }, creation(body, { request })());
		}
		if (id === 'import' && method === 'POST') return imported(body, request);
		const row = rows.record(id ?? '');
		const isShown = row && (row.now || (method === 'GET' && dialect.deleted !== 'gone'));
		if (!row || !isShown) throw new Refused(404);
		if (method === 'GET') return { status: 200, body: shownRecord(row) };
		if (method === 'PUT') {
			change(row, body, { request })();
			return written({ status: 204 });
		}
		if (method === 'DELETE') {
			rows.setRecord(row, undefined, { by: 'node', request });
			return { status: 204 };
		}
		throw new Refused(405);
	}

	function imported(body: unknown, request: number): Answer {
		const all = (body as { records?: unknown[] }).records;
		if (!Array.isArray(all) || all.length < 1 || all.length > 100)
			throw new Problem('records: 1 to 100');
		const ready: Prepared[] = [];
		all.forEach((one, entry) => {
			const given = (one as { recordId?: unknown }).recordId;
			const id = given instanceof Digits ? given.text : given === undefined ? '' : String(given);
			const prepare = (): Prepared => {
				if (id === '' || dialect.importOfID === 'creates') return creation(one, { request, entry });
				const row = rows.record(id);
				if (!row?.now) throw new Problem(`record ${id} does not exist`);
				return change(row, one, { request, entry });
			};
			try {
				const write = prepare();
				if (dialect.refusedImport === 'keeps rows before') write();
				else ready.push(write);
			} catch (error) {
				if (!(error instanceof Problem)) throw error;
				throw new Problem(`records[${entry}]: ${error.message}`);
			}
		});
		for (const write of ready) write();
		return written({ status: 204 });
	}

	function listed(got: Got) {
		const { query } = got;
		const only = query.fields
			? query.fields.split(',').map((name) => name.replace(/\[\d\]$/, ''))
			: undefined;
		const defined = happenings.fields();
		for (const name of only ?? []) {
			if (!defined.some(({ uid }) => uid === name)) {
				throw new Problem(`The specified field [${name}] does not exist`);
			}
		}
		let all = rows.records.filter((row) => row.now || dialect.deleted === 'listed');
		const byId = (a: Row<RecordState>, b: Row<RecordState>) =>
			BigInt(a.id) < BigInt(b.id) ? -1 : 1;
		all.sort(byId);
		if (dialect.equals === 'shuffled') {
			const salt = got.at;
			const rank = (row: Row<RecordState>) =>
				(Number(BigInt(row.id) % 9973n) * 7919 + salt * 104729) % 1009;
			all.sort((a, b) => rank(a) - rank(b));
		}
		if (!query.order) {
			if (dialect.equals !== 'shuffled' || dialect.unordered !== 'by ID') {
				if (dialect.unordered === 'newest first') all.sort((a, b) => byId(b, a));
				if (dialect.unordered === 'by ID') all.sort(byId);
			}
			if (dialect.unordered === 'last updated first') {
				all.sort((a, b) => b.last.updatedAt - a.last.updatedAt);
			}
		} else {
			const match = /^(.*):desc$/.exec(query.order);
			if (!match) throw new Problem('order is invalid');
			const name = match[1]!;
			const field = defined.find(({ uid }) => uid === name);
			if (field?.kind === 'table' || (field && only && !only.includes(name)))
				throw new Problem('order is invalid');
			if (field) {
				const valueOf = (row: Row<RecordState>) => String(row.last.values.get(name) ?? '');
				all.sort((a, b) =>
					field.kind === 'number'
						? Number(valueOf(b)) - Number(valueOf(a))
						: valueOf(a) < valueOf(b)
							? 1
							: valueOf(a) > valueOf(b)
								? -1
								: 0,
				);
			} else if (name === 'recordId') all = all.sort((a, b) => byId(b, a));
			else if (name === 'createdAt' || name === 'updatedAt') {
				const second = (row: Row<RecordState>) => secondOf(row.last[name]);
				all.sort((a, b) => second(b) - second(a));
			} else throw new Problem('order is invalid');
		}
		return page(all, got).map((row) => shownRecord(row, only));
	}

	function shownEntry(kind: DirectoryKind, row: Row<Entry>) {
		const { isRetired, loginPass, ...shown } = row.now!;
		void [isRetired, loginPass];
		if (kind === 'positions') return shown;
		const keyMan = (one: object) => ({ ...one, organizationKeyMan: false });
		return {
			...shown,
			id: number(row.id),
			...(kind === 'users' && {
				...keyMan({}),
				subBelong: ((shown.subBelong as object[]) ?? []).map(keyMan),
				loginErrorCount: number((shown.loginErrorCount as number) ?? 0),
			}),
		};
	}

	const LENGTHS: Record<DirectoryKind, Record<string, number>> = {
		organizations: {
			code: 256,
			name: 256,
			kana: 512,
			alias: 256,
			aliasKana: 256,
			parentCode: 256,
			note: 1e9,
		},
		positions: { code: 256, name: 128, kana: 256, alias: 128, aliasKana: 256, note: 1e9 },
		users: {
			code: 256,
			name: 256,
			kana: 512,
			loginId: 256,
			loginPass: 256,
			organizationCode: 1e9,
			positionCode: 1e9,
		},
	};
	const NEEDED: Record<DirectoryKind, readonly string[]> = {
		organizations: ['code', 'name', 'kana'],
		positions: ['code', 'name', 'kana'],
		users: ['code', 'name', 'kana', 'loginId', 'organizationCode'],
	};
	const CHOSEN: Record<string, DirectoryKind> = {
		parentCode: 'organizations',
		organizationCode: 'organizations',
		positionCode: 'positions',
	};

	function entryWrite(
		kind: DirectoryKind,
		json: unknown,
		{
			row,
			isNew,
			by,
		}: {
			row?: Row<Entry>;
			isNew: 'create' | 'import' | 'update';
			by: { request: number; entry?: number };
		},
	): () => Row<Entry> {
		const body = (json ?? {}) as Record<string, unknown>;
		const state: Record<string, unknown> = {};
		for (const [name, value] of Object.entries(body)) {
			const isReadOnly = name === 'id' || name === 'organizationKeyMan';
			if (isReadOnly && dialect.readOnly === 'refused') throw new Problem(`${name} is read-only`);
			const length = LENGTHS[kind][name];
			if (length !== undefined) {
				const text = value === null ? '' : value;
				if (typeof text !== 'string') throw new Problem(`${name} is not a text`);
				if (text.length > length) throw new Problem(`${name} is too long`);
				if (name in CHOSEN && text && !rows.entry(CHOSEN[name]!, text)) {
					throw new Problem(`${name} ${text} does not exist`);
				}
				state[name] = text;
			} else if (kind === 'users') Object.assign(state, userValue(name, value));
		}
		for (const name of NEEDED[kind]) if (!state[name]) throw new Problem(`${name} is required`);
		if (kind === 'users' && !row && isNew === 'create' && !state.loginPass)
			throw new Problem('loginPass is required');
		const holder = rows.entry(kind, String(state.code));
		if (holder && holder !== row) throw new Problem(`${String(state.code)} is in use`);
		const optional: Record<string, unknown> =
			kind === 'organizations'
				? { alias: '', aliasKana: '', parentCode: '', note: '' }
				: kind === 'positions'
					? { alias: '', aliasKana: '', note: '' }
					: { positionCode: '', subBelong: [] };
		const defaults =
			kind === 'users'
				? { expire: '9999-12-31', outsideAccess: false, loginErrorCount: 0, isRetired: false }
				: {};
		const before = row?.now ?? {};
		const filled = {
			...optional,
			...defaults,
			...(row && dialect.leftOut === 'kept' && pick(before, Object.keys(optional))),
			...(row && dialect.defaults === 'kept' && pick(before, Object.keys(defaults))),
			...pick(before, ['loginPass']),
			...state,
		} as unknown as Entry;
		return () => {
			if (!row) return rows.addEntry(kind, filled, { by: 'node', ...by });
			rows.write(row, filled, { by: 'node', ...by });
			return row;
		};
	}

	function userValue(name: string, value: unknown): Record<string, unknown> {
		switch (name) {
			case 'expire': {
				const day = understood(
					{ id: 0, uid: name, caption: name, kind: 'date' },
					value ?? '',
					reading,
				);
				return { expire: day || '9999-12-31' };
			}
			case 'outsideAccess':
			case 'isRetired':
				if (typeof value !== 'boolean') throw new Problem(`${name} is not a boolean`);
				return { [name]: value };
			case 'loginErrorCount':
				return { [name]: Number(value instanceof Digits ? value.text : value) };
			case 'subBelong': {
				if (!Array.isArray(value)) throw new Problem('subBelong is not a list');
				return {
					subBelong: value.map((one: Record<string, unknown>) => {
						if ('organizationKeyMan' in one && dialect.readOnly === 'refused') {
							throw new Problem('organizationKeyMan is read-only');
						}
						const [organizationCode, positionCode] = [
							one.organizationCode ?? '',
							one.positionCode ?? '',
						] as string[];
						if (organizationCode && !rows.entry('organizations', organizationCode))
							throw new Problem('no such organization');
						if (positionCode && !rows.entry('positions', positionCode))
							throw new Problem('no such position');
						return { organizationCode, positionCode };
					}),
				};
			}
			default:
				return {};
		}
	}

	function directory(got: Got, [kind, code]: string[], request: number): Answer {
		const { method, body, query } = got;
		if (kind !== 'organizations' && kind !== 'positions' && kind !== 'users')
			throw new Refused(404);
		const key = kind === 'users' ? 'user' : kind;
		if (code === undefined && method === 'GET') {
			const shown = rows.directory[kind].filter(
				({ now }) => now && (!query.name || String(now.name).includes(query.name)),
			);
			const newest = (row: Row<Entry>) => row.versions.at(-1)!.at;
			if (dialect.directoryOrder === 'by code')
				shown.sort((a, b) => (a.now!.code < b.now!.code ? -1 : 1));
			if (dialect.directoryOrder === 'last updated first')
				shown.sort((a, b) => newest(b) - newest(a));
			return { status: 200, body: { [key]: page(shown, got).map((row) => answered(kind, row)) } };
		}
		if (code === undefined && method === 'POST') {
			const row = entryWrite(kind, body, { isNew: 'create', by: { request } })();
			if (kind === 'users' && dialect.userAnswer === 'the user')
				return { status: 201, body: answered(kind, row) };
			if (kind === 'users' && dialect.userAnswer === 'a notice')
				return { status: 201, body: { code: row.now!.code, notices: [] } };
			return written({ status: 201 });
		}
		if (code === 'import' && method === 'POST') {
			const all = (body as Record<string, unknown[]>)[key];
			if (!Array.isArray(all) || all.length < 1 || all.length > 100)
				throw new Problem(`${key}: 1 to 100`);
			const codes = new Set<unknown>();
			const ready: (() => Row<Entry>)[] = [];
			all.forEach((one, entry) => {
				try {
					const own = (one as { code?: unknown }).code;
					if (codes.has(own)) throw new Problem(`${String(own)} is there twice`);
					codes.add(own);
					const row = rows.entry(kind, String(own));
					const write = entryWrite(kind, one, { row, isNew: 'import', by: { request, entry } });
					if (dialect.refusedImport === 'keeps rows before') write();
					else ready.push(write);
				} catch (error) {
					if (!(error instanceof Problem)) throw error;
					throw new Problem(`${key}[${entry}]: ${error.message}`);
				}
			});
			for (const write of ready) write();
			if (kind === 'users' && dialect.userAnswer === 'a notice')
				return { status: 200, body: { code: 'E1', notices: [] } };
			return written({ status: 204 });
		}
		const row = rows.entry(kind, code ?? '');
		if (!row) throw new Refused(404);
		if (method === 'GET') return { status: 200, body: answered(kind, row) };
		if (method === 'PUT') {
			entryWrite(kind, body, { row, isNew: 'update', by: { request } })();
			return written({ status: 204 });
		}
		if (method !== 'DELETE') throw new Refused(405);
		const isUsed = rows.directory.organizations.some(
			({ now }) => kind === 'organizations' && now?.parentCode === code,
		);
		if (isUsed) throw new Problem('an organization belongs to it');
		rows.write(row, undefined, { by: 'node', request });
		return { status: 204 };
	}

	function answered(kind: DirectoryKind, row: Row<Entry>) {
		const shown = shownEntry(kind, row) as Record<string, unknown>;
		if (kind === 'users') {
			const expire = { id: 0, uid: 'expire', caption: 'expire', kind: 'date' } as const;
			shown.expire = spelled(expire, shown.expire as string, reading);
		}
		const rest = Object.entries(shown).filter(
			([, value]) => value !== '' || dialect.empty !== 'missing',
		);
		return Object.fromEntries(
			rest.map(([name, value]) => [name, value === '' && dialect.empty === 'null' ? null : value]),
		);
	}

	const root = await listen(server);
	const ends = { slash: '/', path: '/site' };
	return {
		url: `${root}${ends[dialect.address as keyof typeof ends] ?? ''}`,
		begin: () => void (began = true),
		close: closing(server),
	};
}

const pick = (from: object, names: readonly string[]) =>
	Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

export const strikesAfter = (kind: FaultKind): boolean => kind.endsWith('after');

const WORDS = {
	text: 'text',
	number: 'number',
	date: 'date',
	datetime: 'datetime',
	time: 'time',
	choice: 'radio',
	choices: 'checkbox',
	users: 'user',
	table: 'table',
	formula: 'calc',
	file: 'file',
} as const;
const KINDS = Object.keys(WORDS);
