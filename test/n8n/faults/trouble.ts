import { Agent, ClientRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { attemptsOf, type Case } from './cases';
import { ownCertificate } from './certificate';
import type { Site } from './site';

export interface Tried<T> {
	readonly result: T;
	/** Requests that the node has made, whether or not they arrived. */
	readonly sent: number;
}

type Run<T> = (credentials: ICredentialDataDecryptedObject) => Promise<T>;

/** Runs the node at a site that has a case's fault. */
export async function inTrouble<T>(site: Site, one: Case, run: Run<T>): Promise<Tried<T>> {
	const { way } = one.fault;
	const times = lasting(one);
	if (way === 'untrusted') return await untrusted(run);
	if (way === 'refused') return await refused(site, one.position, times, run);
	site.service.faults.add({ nth: one.position + 1, times, answer: way });
	const isSilent = 'never' in way;
	const result = await (isSilent ? impatient(site, run) : run(site.credentials));
	return { result, sent: site.service.log.length };
}

/** Requests that meet the fault, at most. */
function lasting(one: Case): number {
	if (one.mode === 'stop') return Infinity;
	return one.mode === 'passing' ? 1 : attemptsOf(one);
}

/** A port at which nobody listens. */
const CLOSED = 1;

/** Some requests reach nobody: they are redirected to a closed port. */
async function refused<T>(site: Site, from: number, times: number, run: Run<T>): Promise<Tried<T>> {
	interface Connecting {
		addRequest(request: ClientRequest, options: { port?: number | string }): void;
	}
	const agents = Agent.prototype as unknown as Connecting;
	const connect = agents.addRequest;
	let sent = 0;
	const spy = jest.spyOn(agents, 'addRequest').mockImplementation(function (
		this: Connecting,
		request,
		options,
	) {
		const isRefused = sent >= from && sent < from + times;
		sent++;
		connect.call(this, request, isRefused ? { ...options, port: CLOSED } : options);
	});
	try {
		const result = await run(site.credentials);
		return { result, sent };
	} finally {
		spy.mockRestore();
	}
}

let certificate: ReturnType<typeof ownCertificate> | undefined;

/** A site with a certificate of its own making. */
async function untrusted<T>(run: Run<T>): Promise<Tried<T>> {
	let sent = 0;
	let arrived = 0;
	certificate ??= ownCertificate();
	const server = createServer(certificate, () => void arrived++);
	server.on('connection', () => void sent++);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
	try {
		const result = await run({ baseUrl, apiKey: 'sandbox-key', requestsPer100Seconds: 1e6 });
		if (arrived > 0) throw new Error('The key went to a site that nobody vouches for');
		return { result, sent };
	} finally {
		server.closeAllConnections();
		await new Promise((closed) => server.close(closed));
	}
}

/** How long a person waits for an answer at most. */
const PATIENCE_MS = 120_000;

/** The node's patience ends as soon as the service has a request that it will not answer. */
async function impatient<T>(site: Site, run: Run<T>): Promise<T> {
	let end: (() => void) | undefined;
	let ended = 0;
	const spy = jest.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
		this: ClientRequest,
		ms: number,
		expire?: () => void,
	) {
		if (ms !== PATIENCE_MS) throw new Error(`The node waits for ${ms} ms`);
		end = expire;
		return this;
	});
	const watch = setInterval(() => {
		const { log } = site.service;
		if (log.length === ended || log.at(-1)?.status !== 0) return;
		ended = log.length;
		end?.();
	}, 1);
	try {
		return await run(site.credentials);
	} finally {
		clearInterval(watch);
		spy.mockRestore();
	}
}
