import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { asKnown, listen } from './listen';

/** A site whose replies are of our own making, and what it was asked for. */
export interface EndlessSite {
	readonly credentials: ICredentialDataDecryptedObject;
	/** The address of each request. */
	readonly asked: string[];
	/** Connections that are open. */
	open(): number;
}

export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

const DRIP_MS = 20;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends the part again and again, as long as somebody listens. */
function again(socket: Socket | ServerResponse, send: () => void): void {
	const timer = setInterval(send, DRIP_MS);
	socket.on('close', () => clearInterval(timer));
}

/** A body of which a byte comes now and then. */
export const drip: Reply = (response) => {
	response.writeHead(200, JSON_TYPE);
	response.write('{"records":[');
	again(response, () => response.write(' '));
};

/** A head of which a byte comes now and then. */
export const dripHead: Reply = ({ socket }) => {
	socket!.write('HTTP/1.1 200 OK\r\nx-long: ');
	again(socket!, () => socket!.write('x'));
};

/** A body without an end, as fast as it goes. */
export const flood: Reply = (response) => {
	response.writeHead(200, JSON_TYPE);
	const part = Buffer.alloc(1024 * 1024, ' ');
	const more = () => {
		while (!response.destroyed && response.write(part));
	};
	response.on('drain', more);
	more();
};

export async function atEndlessSite<T>(
	reply: Reply,
	test: (site: EndlessSite) => Promise<T>,
): Promise<T> {
	const asked: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((request, response) => {
		asked.push(request.url ?? '');
		reply(response, request);
	});
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => {});
	});
	const baseUrl = asKnown(await listen(server));
	const credentials = { baseUrl, apiKey: 'sandbox-key', requestsPer100Seconds: 1_000_000 };
	try {
		return await test({ credentials, asked, open: () => sockets.size });
	} finally {
		server.closeAllConnections();
		for (const socket of sockets) socket.destroy();
		await new Promise((closed) => server.close(closed));
	}
}
