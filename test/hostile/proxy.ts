import { once } from 'node:events';
import { createServer as createSite } from 'node:https';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import type { Certificate } from '../support/certificate';
import { listen } from '../support/listen';

export interface Proxy {
	readonly url: string;
	/** Each piece of a connection that the owner of the proxy can look at. */
	readonly seen: string[];
}

/**
 * A proxy on this machine. With a certificate it is curious: it answers in place of the site behind a
 * tunnel, and reads what the client sends to it.
 */
export async function besideProxy(
	curious: Certificate | undefined,
	test: (proxy: Proxy) => Promise<void>,
): Promise<void> {
	const seen: string[] = [];
	const sockets = new Set<Socket>();
	const kept = (socket: Socket) => {
		sockets.add(socket);
		return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
	};
	const server = createServer((socket) => {
		kept(socket).on('data', (piece) => seen.push(piece.toString('latin1')));
		socket.once('data', (piece) => {
			const [, host = '', port] = /^CONNECT (\S+):(\d+) /.exec(piece.toString('latin1')) ?? [];
			if (port === undefined) return void socket.write(ANSWER);
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			if (!curious) {
				const site = kept(connect(Number(port), host));
				return void socket.pipe(site).pipe(socket);
			}
			const tunnel = kept(new TLSSocket(socket, { isServer: true, ...curious }));
			tunnel.on('data', (text) => {
				seen.push(text.toString('latin1'));
				tunnel.write(ANSWER);
			});
		});
	});
	const url = await listen(server);
	try {
		await test({ url, seen });
	} finally {
		for (const socket of sockets) socket.destroy();
		await new Promise((closed) => server.close(closed));
	}
}

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** A site on this machine that is reached by https, with the API keys that arrived there. */
export async function secureSite(
	certificate: Certificate,
	test: (site: { readonly url: string; readonly keys: unknown[] }) => Promise<void>,
): Promise<void> {
	const keys: unknown[] = [];
	const server = createSite(certificate, (request, response) => {
		keys.push(request.headers['x-service-api-key']);
		response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	try {
		await test({ url: `https://localhost:${port}`, keys });
	} finally {
		server.closeAllConnections();
		await new Promise((closed) => server.close(closed));
	}
}

/** Runs a test in a process that trusts the certificate, as NODE_EXTRA_CA_CERTS makes n8n do. */
export async function trusting({ cert }: Certificate, test: () => Promise<void>): Promise<void> {
	const usual = getCACertificates('default');
	setDefaultCACertificates([...usual, cert]);
	try {
		await test();
	} finally {
		setDefaultCACertificates(usual);
	}
}
