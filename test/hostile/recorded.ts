import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inWorld, type World } from '../support/world';
import type { Answer, Arrived } from './wire';

/** The replies of the local service to a test, by method and address. */
export type Replies = ReadonlyMap<string, Answer>;

/** Runs a test at the local service, and returns the replies that it has got. */
export async function recorded(test: (world: World) => Promise<unknown>): Promise<Replies> {
	const replies = new Map<string, Answer>();
	await inWorld({}, async ({ service, credentials }) => {
		const between = createServer(async (request, response) => {
			const sent = Buffer.concat(await request.toArray());
			const { method = 'GET', url = '' } = request;
			const reply = await fetch(service.url + url, {
				method,
				headers: request.headers as Record<string, string>,
				...(sent.length > 0 ? { body: sent } : {}),
			});
			const body = await reply.text();
			replies.set(`${method} ${url}`, { status: reply.status, body });
			response.writeHead(reply.status, { 'content-type': 'application/json' }).end(body);
		});
		await new Promise<void>((listening) => void between.listen(0, '127.0.0.1', listening));
		const { port } = between.address() as AddressInfo;
		try {
			const baseUrl = `http://127.0.0.1:${port}`;
			await test({ service, credentials: { ...credentials, baseUrl } });
		} finally {
			between.closeAllConnections();
			await new Promise((closed) => between.close(closed));
		}
	});
	return replies;
}

/** Answers as recorded; nothing where nothing was asked before. */
export const replaying =
	(replies: Replies) =>
	({ method, target }: Arrived): Answer =>
		replies.get(`${method} ${target}`) ?? { status: 404 };
