import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import { timestamp } from '../sandbox/service/clock.ts';
import type { NewRecord } from '../sandbox/service/record-rows.ts';
import { startService, type Service } from '../sandbox/service/service.ts';
import { seeded } from '../test/simulation/random';
import { FORM, orderOf, type Order } from './orders';
import { offer } from './remote';

/** The first time of a clock that is moved by hand. */
const START = Date.UTC(2026, 2, 2, 9);
/** An earlier time; the first records are spread evenly between the two. */
const OLDEST = Date.UTC(2026, 0, 12);

export interface ServiceSetting {
	/** Records in the form at first. */
	readonly records: number;
	/** Whether a tenth of the record IDs, at random, belong to deleted records. */
	readonly hasGaps?: boolean;
	/** Whether the clock stands still until it is moved; otherwise it is the machine's. */
	readonly isClockMoved?: boolean;
	readonly per100Seconds?: number;
	/** Milliseconds before each answer. */
	readonly delayMs?: number;
	/** Whether a list that was read before is answered with the same bytes, at no work for the service. */
	readonly isReady?: boolean;
}

/** The traffic since the last question. */
export interface Traffic {
	readonly requests: number;
	/** Requests with an error as reply. */
	readonly refused: number;
	/** From the service to the client, with the heads of the replies. */
	readonly bytes: number;
}

let service: Service;
let now = START;
let bytes = 0;
let round = 0;
let requests = 0;
let refused = 0;
/** Answers by address, until records are added. */
const known = new Map<string, { readonly body: ArrayBuffer; readonly headers: Headers }>();

export const serviceCalls = {
	/** Returns the address. */
	async start(setting: ServiceSetting): Promise<string> {
		const { records, hasGaps, isClockMoved, per100Seconds, delayMs = 0, isReady } = setting;
		service = await startService({
			mount: (app) => {
				count(app);
				if (delayMs > 0) app.use('*', async (_, next) => (await sleep(delayMs), await next()));
				if (isReady) answerFromMemory(app);
			},
			...(isClockMoved ? { now: () => new Date(now) } : {}),
			...(per100Seconds === undefined ? {} : { limits: { per100Seconds } }),
		});
		const { store } = service;
		const gone = hasGaps ? Math.floor(records / 9) : 0;
		store.addRecords(FORM, ordersTo(records + gone - store.records.count(FORM)));
		const chance = seeded(1);
		store.change(() => {
			for (let left = gone; left > 0; ) {
				const recordId = 1 + Math.floor(chance() * (records + gone));
				if (store.records.get(FORM, recordId)?.isDeleted !== 0) continue;
				store.deleteRecord(FORM, recordId);
				left--;
			}
		});
		return service.url;
	},

	pass(seconds: number): void {
		now += seconds * 1000;
	},

	/** Edits this many records, spread evenly over the form, in equal parts in each of some seconds. */
	edit(count: number, seconds: number): void {
		const { store } = service;
		const step = store.records.count(FORM) / count;
		const ids = Array.from({ length: count }, (_, i) => 1 + Math.floor(i * step));
		const amount = ++round;
		for (let second = 0; second < seconds; second++) {
			const part = ids.filter((_, i) => Math.floor((i * seconds) / count) === second);
			store.change(() => {
				for (const id of part) store.updateRecord(FORM, id, { 'field-43': amount });
			});
			now += 1000;
		}
	},

	/** Creates this many records, all in the current second. */
	create(count: number): void {
		const rows = Array.from({ length: count }, () => ({ values: { 'field-41': 'bulk' } }));
		service.store.addRecords(FORM, rows);
		now += 1000;
	},

	/** Adds orders, or none if there are enough. */
	add(count: number): void {
		const { store } = service;
		known.clear();
		const first = store.records.count(FORM);
		store.addRecords(FORM, ordersTo(first + Math.max(0, count)).slice(first));
	},

	count: (): number => service.store.records.count(FORM),

	/** The distinct order numbers in the form. */
	numbers: (): number => {
		const all = { where: [], values: [], order: 'recordId', limit: -1, offset: 0 };
		const rows = service.store.records.select(FORM, all);
		return new Set(rows.map(({ data }) => (JSON.parse(data) as Order)['field-41'])).size;
	},

	taken(): Traffic {
		const taken = { requests, refused, bytes };
		[requests, refused, bytes] = [0, 0, 0];
		return taken;
	},

	/** Fails if the service received requests that its document does not contain. */
	stop: () => service.close(),
};

export type ServiceCalls = typeof serviceCalls;

/** Counts requests, and bytes at the socket. */
function count(app: Hono): void {
	app.use('*', async (c, next) => {
		const { incoming, outgoing } = c.env as {
			incoming: IncomingMessage;
			outgoing: ServerResponse;
		};
		const { socket } = incoming;
		const before = socket.bytesWritten;
		outgoing.once('finish', () => (bytes += socket.bytesWritten - before));
		await next();
		requests++;
		if (c.res.status >= 400) refused++;
	});
}

function answerFromMemory(app: Hono): void {
	app.get('*', async (c, next) => {
		const { body, headers } = known.get(c.req.url) ?? {};
		if (body) return new Response(body, { headers: headers! });
		await next();
		if (c.res.status === 200)
			known.set(c.req.url, { body: await c.res.clone().arrayBuffer(), headers: c.res.headers });
		return undefined;
	});
}

const ordersTo = (count: number): NewRecord[] =>
	Array.from({ length: count }, (_, i) => {
		const time = new Date(OLDEST + ((START - OLDEST) * i) / count);
		const at = timestamp(time, 0);
		return { values: orderOf(i, time), createdAt: at, updatedAt: at };
	});

offer(serviceCalls);
