import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Matches our own names. A web page could reach this machine under another name by changing its DNS entry. */
const ownName = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * Says why a web page of another site may not make this request; undefined if it is allowed. Allowed are
 * programs (which send no `Origin`), links, and everybody on open paths.
 */
export function rejection({ method, url = '', headers }: Asked, open?: RegExp): string | undefined {
	const { host = '', origin } = headers;
	if (!ownName.test(host))
		return `The sandbox is not open under the name "${host}". Use 127.0.0.1 or localhost.`;
	if (isOwnPage(headers) || open?.test(url)) return undefined;
	if (method === 'GET' && headers['sec-fetch-dest'] === 'document') return undefined;
	const page = origin === undefined || origin === 'null' ? 'Another page' : `The page at ${origin}`;
	return `${page} may not use the sandbox. Open http://${host}/ itself.`;
}

/**
 * An older browser, or a WebSocket, sends only one of the two headers. A program sends neither, and needs no
 * page.
 */
function isOwnPage({ host = '', origin, 'sec-fetch-site': site }: Asked['headers']): boolean {
	if (origin === undefined && site === undefined) return true;
	return origin === `http://${host.toLowerCase()}` || site === 'same-origin' || site === 'none';
}

type Emit = (event: string | symbol, ...details: unknown[]) => boolean;

/** Blocks requests of web pages of other sites, to one server or, through the prototype, to all. */
export function guard(server: Pick<Server, 'emit'>, open?: RegExp): void {
	const emit = server.emit as Emit;
	server.emit = function (this: Server, event: string | symbol, ...details: unknown[]) {
		if (event === 'request' || event === 'upgrade') {
			const [request, channel] = details as [IncomingMessage, ServerResponse | Socket];
			const reason = rejection(request, open);
			if (reason !== undefined) {
				reject(request, channel, reason);
				return true;
			}
		}
		return emit.call(this, event, ...details);
	} as Server['emit'];
}

function reject(request: IncomingMessage, channel: ServerResponse | Socket, reason: string): void {
	const response = channel instanceof ServerResponse ? channel : responseOn(channel, request);
	response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
	response.end(`${reason}\n`);
}

/** Node has no response object for a request that wants to become a WebSocket. */
function responseOn(socket: Socket, request: IncomingMessage): ServerResponse {
	const response = new ServerResponse(request);
	response.assignSocket(socket);
	response.once('finish', () => socket.end());
	return response;
}
