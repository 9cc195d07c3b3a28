import { ClientRequest } from 'node:http';
import type { Site } from './site';

/** How long a person waits for an answer at most. */
const PATIENCE_MS = 120_000;

/** Runs a test in which the node stops waiting as soon as the service has a request that it will not answer. */
export async function impatient<T>({ service }: Site, run: () => Promise<T>): Promise<T> {
	let expire: (() => void) | undefined;
	let expired = 0;
	const spy = jest.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
		this: ClientRequest,
		ms: number,
		onTimeout?: () => void,
	) {
		if (ms !== PATIENCE_MS) throw new Error(`The node waits for ${ms} ms`);
		expire = onTimeout;
		return this;
	});
	const watch = setInterval(() => {
		const { log } = service;
		if (log.length === expired || log.at(-1)?.status !== 0) return;
		expired = log.length;
		expire?.();
	}, 1);
	try {
		return await run();
	} finally {
		clearInterval(watch);
		spy.mockRestore();
	}
}
