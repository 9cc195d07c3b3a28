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
import { PLAIN as COMMON, type FieldOf } from '../second-model/site';
import { record } from '../second-model/spelling';
import { NOTICES, type Fault } from './story';
import { valuesOf, type Row, type State, type World } from './world';

export const FORM = 7;
export const APP = '70';

/** A request as the service got it. */
export interface Got {
	readonly at: number;
	readonly poll: number;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	status: number;
	rows?: number;
	fault?: string;
	/** The service ended what nobody else did. */
	held?: boolean;
}

export interface Happenings {
	/** The poll that asks, and what strikes this request of it. */
	begins(): Promise<{ poll: number; fault?: Fault }>;
	/** Time goes by. */
	pass(ms: number): void;
}

// Long beside the pauses of a busy machine.
const DRIP_MS = 75;
const LONGEST_MS = 4500;

export interface Site {
	readonly url: string;
	readonly got: Got[];
	close(): Promise<void>;
}

export async function openSite(world: World, happenings: Happenings): Promise<Site> {
	const { dialect, story } = world;
	const got: Got[] = [];
	const reading = { dialect: { ...COMMON, ...dialect }, nameOf: (code: string) => `User ${code}` };
	const number = (value: number | string): number | string =>
		dialect.numbers === 'texts' || !Number.isSafeInteger(Number(value))
			? String(value)
			: Number(value);
	/** Times of requests within the last 100 seconds. */
	let window: number[] = [];
	let replies = 0;

	const server = createServer((request, response) => {
		request.resume();
		request.on('end', () => void answer(request, response));
	});

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { poll, fault } = await happenings.begins();
		world.catchUp();
		const url = new URL(request.url!, 'http://site');
		const mine: Got = {
			at: world.moment(),
			poll,
			path: decodeURIComponent(url.pathname),
			query: Object.fromEntries(url.searchParams),
			status: 0,
			...(fault && { fault: fault.kind }),
		};
		got.push(mine);
		replies++;
		response.sendDate = false;
		if (dialect.header !== 'missing') {
			const off = dialect.header === 'another clock' ? 1234_000 : 0;
			response.setHeader('date', new Date(world.shown(world.ms) + off).toUTCString());
		}
		window = window.filter((ms) => ms > world.ms - 100_000);
		if (story.limit !== undefined && window.length >= story.limit) {
			mine.fault = 'over the limit';
			return send(response, refusal(dialect.errors, Number(dialect.refusal)), mine);
		}
		window.push(world.ms);
		if (fault && (await spoil(response, fault, mine))) return;
		const result = attempt(request.method!, url);
		mine.rows = (result.body as { records?: unknown[] } | undefined)?.records?.length;
		if (fault?.kind === 'cut') {
			mine.status = result.status;
			return writeHalf(response, result);
		}
		send(response, result, mine);
	}

	function attempt(method: string, url: URL): Answer {
		try {
			if (method !== 'GET') throw new Refused(405);
			return operation(url);
		} catch (error) {
			if (error instanceof Refused) return refusal(dialect.errors, error.status, error.message);
			throw error;
		}
	}

	function send(response: ServerResponse, answer: Answer, mine: Got): void {
		mine.status = answer.status;
		write(response, answer);
	}

	/** Whether nothing else is to be answered. */
	async function spoil(response: ServerResponse, { kind }: Fault, mine: Got): Promise<boolean> {
		if (kind === 'cut') return false;
		if (kind === '402 month') {
			send(response, MONTH_IS_USED, mine);
		} else if (kind === '200 HTML') send(response, LOGIN_PAGE, mine);
		else if (kind === 'reset') response.socket!.destroy();
		else if (kind === 'hang' || kind === 'drip') await dawdle(response, kind, mine);
		else send(response, refusal(dialect.errors, Number(kind)), mine);
		return true;
	}

	/** Says nothing, or a character now and then, until the other side has had enough. */
	async function dawdle(response: ServerResponse, kind: 'hang' | 'drip', mine: Got): Promise<void> {
		if (kind === 'drip') {
			mine.status = 200;
			response.writeHead(200, { 'content-type': 'application/json' });
			response.write('{"records":[');
		}
		for (let gone = 0; gone < LONGEST_MS && !response.destroyed; gone += DRIP_MS) {
			happenings.pass(10_000);
			if (kind === 'drip') response.write(' ');
			await new Promise((resolve) => setInterval1(resolve));
		}
		mine.held = !response.destroyed;
		response.socket?.destroy();
	}

	function operation(url: URL): Answer {
		const parts = url.pathname.split('/').slice(1).map(decodeURIComponent);
		if (parts.shift() !== 'api') throw new Refused(404);
		const area = parts.shift();
		const query = Object.fromEntries(url.searchParams);
		if (area === 'common' && parts[0] === 'notices') return notices(parts[1] ?? '');
		if (area !== 'apps') throw new Refused(404);
		if (parts[0] === 'forms' && parts[1] === String(FORM)) return { status: 200, body: form() };
		if (parts[0] === 'forms') return { status: 200, body: { forms: page([form()], query) } };
		if (parts[0] !== String(FORM)) throw new Refused(404);
		if (parts[1] === 'fields')
			return { status: 200, body: { fields: page(world.fields.map(definition), query) } };
		if (parts[1] !== 'records') throw new Refused(404);
		if (parts[2] === undefined) return { status: 200, body: { records: listed(query) } };
		const row = world.rows.find(({ id }) => id === parts[2]);
		if (!row || (!row.now && dialect.deleted === 'gone')) throw new Refused(404);
		return { status: 200, body: shown(row) };
	}

	const form = () => ({
		id: number(FORM),
		name: 'Orders',
		prefix: 'O',
		digits: 5,
		count: number(world.alive.length),
	});

	const definition = (field: FieldOf): object => ({
		appsId: number(FORM),
		fieldId: number(field.id),
		parentFieldId: number(-1),
		fieldType: field.kind,
		caption: field.caption,
		uniqueId: field.uid,
		required: false,
		primaryKey: false,
		...(field.kind === 'formula' && { calc: '1+1' }),
		...(field.choices && {
			selectItems: field.choices.map(({ name, code }, index) => ({
				id: index + 1,
				selectName: name,
				code1: code,
			})),
		}),
		...(field.columns && { subTable: field.columns.map(definition) }),
	});

	function page<T>(all: readonly T[], query: Record<string, string>): T[] {
		const limit = Number(query.limit ?? 20);
		const at = Number(query.page ?? 1);
		if (!Number.isInteger(limit) || limit < 1 || !Number.isInteger(at) || at < 1)
			throw new Refused(400);
		if (limit > 1000) throw new Refused(400, 'limit is at most 1000');
		const size = Math.min(limit, dialect.cap);
		if (at > 1 && (at - 1) * size >= all.length && dialect.pastEnd === '404')
			throw new Refused(404);
		return all.slice((at - 1) * size, at * size);
	}

	function listed(query: Record<string, string>) {
		const only = query.fields?.split(',').map((name) => name.replace(/\[\d\]$/, ''));
		for (const name of only ?? []) {
			if (!world.fields.some(({ uid }) => uid === name))
				throw new Refused(400, `The specified field [${name}] does not exist`);
		}
		const all = world.rows.filter(
			(row) =>
				(row.now || dialect.deleted === 'listed') &&
				world.found(row.last!, query.keyword, query.query),
		);
		const byId = (a: Row, b: Row) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
		all.sort(byId);
		if (dialect.equals === 'shuffled') {
			const rank = (row: Row) => (Number(BigInt(row.id) % 9973n) * 7919 + replies * 104_729) % 1009;
			all.sort((a, b) => rank(a) - rank(b));
		}
		if (query.order) {
			const name = /^(.*):desc$/.exec(query.order)?.[1];
			if (name === 'recordId') all.sort((a, b) => byId(b, a));
			else if (name === 'createdAt' || name === 'updatedAt') {
				const time = (row: Row) => timesOf(row)[name];
				all.sort((a, b) => (time(a) < time(b) ? 1 : time(a) > time(b) ? -1 : 0));
			} else throw new Refused(400, 'order is invalid');
		}
		return page(all, query).map((row) => shown(row, only));
	}

	function timesOf(row: Row): Pick<State, 'createdAt' | 'updatedAt'> {
		const { createdAt, updatedAt } = row.last!;
		const isTouched = !row.now && dialect.deleting === 'touches the time';
		return {
			createdAt,
			updatedAt: isTouched ? world.stamp(row.versions.at(-1)!.ms) : updatedAt,
		};
	}

	function shown(row: Row, only?: readonly string[]) {
		const state = row.last!;
		const isLive = row.now !== undefined;
		const mark = { number: number(isLive ? 0 : 1), text: isLive ? '0' : '1', boolean: !isLive };
		const deleted =
			dialect.isDeleted === 'absent if live'
				? isLive
					? {}
					: { isDeleted: 1 }
				: { isDeleted: mark[dialect.isDeleted] };
		const fields = world.fields.filter(({ uid }) => !only || only.includes(uid));
		const values = record(fields, valuesOf(world, state), reading) as Record<string, unknown>;
		const volatile = dialect.volatile === 'formula' ? 'formula' : 'file';
		const changing = fields.find(({ kind }) => kind === volatile);
		if (dialect.volatile !== 'nothing' && changing) {
			values[changing.uid] =
				volatile === 'formula'
					? `${world.stamp(world.ms)} ${replies}`
					: [{ name: 'scan.pdf', url: `/files/scan.pdf?signature=${replies}` }];
		}
		return {
			appsId: number(FORM),
			recordId: number(row.id),
			uniqueId: `O-${row.id}`,
			status: state.status,
			creatorCode: 'E1',
			creator: 'One',
			updaterCode: 'E1',
			updater: state.updater,
			...timesOf(row),
			accessUrl: `http://site/${row.id}`,
			accessEditUrl: `http://site/${row.id}/edit`,
			...deleted,
			record: values,
		};
	}

	function notices(asked: string): Answer {
		if (!story.users.includes(asked) || world.left.has(asked)) throw new Refused(404);
		const list = NOTICES.flatMap((id) => {
			const count = world.notices.find((one) => one.user === asked && one.id === id)!.now;
			if (count === undefined || (count === 0 && dialect.zero === 'gone')) return [];
			return [{ id, label: `Label ${id}`, count: number(count), url: `http://site/${id}` }];
		});
		const app = { appsId: APP, appsName: 'Orders', icon: { name: 'box', src: '/box.svg' } };
		const code = dialect.code === 'another case' ? asked.toLowerCase() : asked;
		if (list.length > 0)
			return { status: 200, body: { code, notices: [{ ...app, noticeList: list }] } };
		return {
			status: 200,
			body: {
				code,
				...(dialect.noNotices === 'empty list' && { notices: [] }),
				...(dialect.noNotices === 'application without list' && { notices: [app] }),
			},
		};
	}

	return { url: await listen(server), got, close: closing(server) };
}

/** Real time, whatever timers of the tests do. */
function setInterval1(run: (value?: unknown) => void): void {
	const timer = setInterval(() => {
		clearInterval(timer);
		run();
	}, DRIP_MS);
}
