import type { Server, ServerResponse } from 'node:http';

/** What an operation of a model's service answers. */
export interface Answer {
	readonly status: number;
	readonly body?: unknown;
	readonly headers?: Record<string, string>;
}

/** An operation rejects the request; the message goes into the details. */
export class Refused extends Error {
	readonly status: number;

	constructor(status: number, details = '') {
		super(details);
		this.status = status;
	}
}

const MESSAGES: Record<number, string> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	402: 'Request exhausted per 100 second',
	403: 'Access Denied',
	404: 'Not Found',
	405: 'Method Not Allowed',
	429: 'Request exhausted per 100 second',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
};

/** The body of an error, in the way that the dialect names. */
export function refusal(errors: string, status: number, details = ''): Answer {
	if (errors === 'empty') return { status };
	const isNamed = details && errors !== 'no details';
	const more = isNamed ? { details: [{ message: details }] } : {};
	return { status, body: { errors: { code: status, message: MESSAGES[status], ...more } } };
}

export const LOGIN_PAGE: Answer = { status: 200, body: '<html>Log in</html>' };

export function write(response: ServerResponse, { status, body, headers = {} }: Answer): void {
	const isText = typeof body === 'string';
	const page = isText && body.startsWith('<') ? 'text/html' : 'text/plain';
	const type = isText ? page : 'application/json; charset=utf-8';
	response.writeHead(status, { ...headers, ...(body !== undefined && { 'content-type': type }) });
	response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
}

/** The connection breaks in the middle of the body. */
export function writeHalf(response: ServerResponse, { status, body }: Answer): void {
	const text = JSON.stringify(body);
	response.writeHead(status, {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(text),
	});
	response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
}

export const closing = (server: Server) => async (): Promise<void> =>
	await new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
