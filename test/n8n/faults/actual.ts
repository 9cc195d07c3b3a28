import { ClientRequest } from 'node:http';
import type { INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { execute } from '../../support/n8n';
import { attemptsOf, type Case } from './cases';
import type { Site } from './site';
import type { Undisturbed } from './undisturbed';

/** What a run came to. */
export interface Actual {
	readonly sent: number;
	readonly held: readonly string[];
	readonly output?: readonly INodeExecutionData[];
	readonly error?: NodeApiError;
}

/** Runs the node at a site that has the fault of a case. */
export async function actualOf(site: Site, run: Undisturbed, one: Case): Promise<Actual> {
	const { parameters, items } = run;
	const { fault, mode, position } = one;
	const lasting = { stop: Infinity, passing: 1, continue: attemptsOf(one) };
	site.service.faults.add({ nth: position + 1, times: lasting[mode], answer: fault.way });
	const { credentials } = site;
	const continueOnFail = mode === 'continue';
	const executed = () =>
		execute({ parameters, items: [...items], credentials, continueOnFail }).then(
			(output) => ({ output }),
			(error: NodeApiError) => ({ error }),
		);
	const result = await ('never' in fault.way ? impatient(site, executed) : executed());
	return { ...result, sent: site.service.log.length, held: site.held() };
}

/** How long a person waits for an answer at most. */
const PATIENCE_MS = 120_000;

/** Runs a test in which the node stops waiting as soon as the service has a request that it will not answer. */
async function impatient<T>({ service }: Site, run: () => Promise<T>): Promise<T> {
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
