import { createServer, type Socket } from 'node:net';
import { asKnown, listen } from '../support/listen';

/** A request as it was received, byte by byte, without corrections on the way. */
export interface Arrived {
	readonly method: string;
	/** The part after the method: path and query, still encoded. */
	readonly target: string;
	/** `name: value`, in the received order. */
	readonly headers: readonly string[];
	readonly body: string;
}

export interface Answer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** JSON unless it is a text. */
	readonly body?: unknown;
}

export interface Wire {
	readonly url: string;
	readonly port: number;
	/** Those of this site; the pace of requests is no matter. */
	readonly credentials: { baseUrl: string; apiKey: string; requestsPer100Seconds: number };
	readonly arrived: Arrived[];
	/** How many connections were made, also those over which nothing arrived that is a request. */
	connections(): number;
}

/** A plain socket on this machine that keeps what arrives, and answers what a test wants. */
export async function onTheWire<T>(
	answer: (request: Arrived, port: number) => Answer,
	test: (wire: Wire) => Promise<T>,
): Promise<T> {
	const arrived: Arrived[] = [];
	const sockets = new Set<Socket>();
	let [connections, port] = [0, 0];
	const server = createServer((socket) => {
		connections++;
		sockets.add(socket.on('error', () => {}));
		socket.on('close', () => sockets.delete(socket));
		whenWhole(socket, (request) => {
			arrived.push(request);
			socket.write(textOf(answer(request, port)));
		});
	});
	const url = asKnown(await listen(server));
	port = Number(new URL(url).port);
	try {
		const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
		return await test({ url, port, credentials, arrived, connections: () => connections });
	} finally {
		for (const socket of sockets) socket.destroy();
		await new Promise((closed) => server.close(closed));
	}
}

/** The same beside another server on this machine, to which nobody may so much as open a connection. */
export const besideOther = async <T>(
	answer: (other: Wire) => Parameters<typeof onTheWire>[0],
	test: (ours: Wire, other: Wire) => Promise<T>,
): Promise<T> =>
	await onTheWire(
		() => ({}),
		async (other) => {
			const result = await onTheWire(answer(other), (ours) => test(ours, other));
			expect([other.connections(), other.arrived]).toEqual([0, []]);
			return result;
		},
	);

/** Requests on one connection, one after the other. */
function whenWhole(socket: Socket, take: (request: Arrived) => void): void {
	let chunks: Buffer[] = [];
	let missing = 0;
	socket.on('data', (chunk) => {
		chunks.push(chunk);
		missing -= chunk.length;
		if (missing > 0) return;
		const bytes = Buffer.concat(chunks);
		const end = bytes.indexOf('\r\n\r\n');
		if (end < 0) return;
		const [line = '', ...headers] = bytes.toString('latin1', 0, end).split('\r\n');
		const [, length = '0'] = /^content-length: *(\d+)/im.exec(headers.join('\n')) ?? [];
		missing = end + 4 + Number(length) - bytes.length;
		chunks = [bytes];
		if (missing > 0) return;
		const [method = '', ...target] = line.replace(/ HTTP\/1\.1$/, '').split(' ');
		take({ method, target: target.join(' '), headers, body: bytes.toString('utf8', end + 4) });
		chunks = [];
		missing = 0;
	});
}

function textOf({ status = 200, headers = {}, body = {} }: Answer): string {
	if (status === 204) return 'HTTP/1.1 204 No Content\r\n\r\n';
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const all = { 'content-type': 'application/json', ...headers };
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	const length = Buffer.byteLength(text);
	return `HTTP/1.1 ${status} Words\r\n${lines.join('')}content-length: ${length}\r\n\r\n${text}`;
}

/** The message of a run that fails; '' if it succeeds. */
export const messageOf = async (run: Promise<unknown>): Promise<string> =>
	await run.then(
		() => '',
		({ message }: Error) => message,
	);
