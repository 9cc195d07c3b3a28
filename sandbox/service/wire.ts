import { STATUS_CODES } from 'node:http';
import { setImmediate as soon, setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Reply } from './bend.ts';
import { badRequest } from './errors.ts';
import type { FaultAnswer } from './faults.ts';
import type { LogEntry } from './log.ts';

export interface Exchanges {
	Bindings: HttpBindings;
	Variables: { exchange: { entry: LogEntry; fault: FaultAnswer | undefined } };
}

export type Wire = Context<Exchanges>;

export interface Received {
	method: string;
	/** Still encoded, without the query. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	text: string;
}

export async function receive(c: Wire): Promise<Received> {
	// The framework's own path is decoded and normalised; the service needs the original.
	const [path = '', search = ''] = (c.env.incoming.url ?? '').split(/\?(.*)/s);
	return {
		method: c.env.incoming.method ?? '',
		path,
		query: Object.fromEntries(new URLSearchParams(search)),
		headers: Object.fromEntries(c.req.raw.headers),
		text: await c.req.text(),
	};
}

/** Returns the JSON body; undefined if there is none. */
export function jsonBody(text: string, contentType = ''): unknown {
	if (text === '') return undefined;
	if (!/^application\/json\b/i.test(contentType)) {
		throw badRequest('The request body must be of type application/json.');
	}
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw badRequest('The request body is not valid JSON.');
	}
}

export function answer({ status, headers, text }: Reply, now: Date): Response {
	const dated = { ...headers, date: now.toUTCString() };
	return new Response(text === '' ? null : text, { status, headers: dated });
}

/** Breaks the connection without a reply. */
export function drop(c: Wire): Response {
	c.env.outgoing.destroy();
	return RESPONSE_ALREADY_SENT;
}

/** Sends the head and half of the body, then breaks the connection. */
export function cut(c: Wire, { status, headers, text }: Reply): Response {
	const body = Buffer.from(text);
	const promised = Math.max(body.length, 2);
	const { outgoing } = c.env;
	outgoing.writeHead(status === 204 ? 200 : status, { ...headers, 'content-length': promised });
	outgoing.flushHeaders();
	outgoing.write(body.subarray(0, promised / 2), () => outgoing.destroy());
	return RESPONSE_ALREADY_SENT;
}

/** Sends head and body byte by byte, unchanged. */
export function trickle(c: Wire, { status, headers, text }: Reply, everyMs?: number): Response {
	const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(text) };
	const lines = Object.entries({ ...headers, ...length, connection: 'close' });
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		...lines.map((line) => line.join(': ')),
	];
	void sendSlowly(c, Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`), everyMs);
	return RESPONSE_ALREADY_SENT;
}

async function sendSlowly({ env: { outgoing } }: Wire, bytes: Buffer, everyMs?: number) {
	// Below HTTP, which would send the head in one piece.
	const { socket } = outgoing;
	for (let at = 0; at < bytes.length && socket?.writable; at++) {
		socket.write(bytes.subarray(at, at + 1));
		await (everyMs === undefined ? soon() : sleep(everyMs));
	}
	socket?.end();
}
