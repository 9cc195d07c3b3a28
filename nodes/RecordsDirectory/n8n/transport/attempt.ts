import type { IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';
import { spanInWords } from '../../core/duration';
import { Failure, type RawReply } from '../../core/request/failure';
import {
	begunReply,
	connectionFailure,
	outcomeOf,
	type ConnectionError,
} from '../../core/request/outcome';
import { addressOf, type ApiRequest } from '../../core/request/request';
import { cancelSignalOf, CREDENTIAL, type Context } from './context';
import {
	bodyIn,
	LARGEST_REPLY,
	textOf,
	unlessLate,
	type ReplyStream,
	type ReplyText,
} from './reply-body';

/** How the requests of a client travel. */
export interface Wire {
	readonly context: Context;
	/** Base URL, as `siteOf` gives it. */
	readonly site: string;
	/** Whether updates and deletions travel as POST (Method override). */
	readonly methodOverride: boolean;
	/** The longest silence of the service, in milliseconds. */
	readonly timeoutMs: number;
	/** How long a request may take in all, in milliseconds. */
	readonly longestMs: number;
	/** The moment of `performance.now` at which every request must have ended. */
	readonly deadline: number;
}

interface StreamReply extends RawReply {
	readonly body: ReplyStream;
}

/** Sends a request once and reads its reply; never throws. */
export async function attempt(wire: Wire, request: ApiRequest): Promise<RawReply | Failure> {
	const signal = cancelSignalOf(wire.context);
	try {
		const { head, read, allowedMs } = await received(wire, request);
		if (!head) return tooSlow(allowedMs);
		if (signal?.aborted) return connectionFailure({}, true);
		if (read.kind === 'whole')
			return outcomeOf(request, { ...head, body: bodyIn(read.text) }, Date.now());
		// Of a write, and of what was rejected, the status says what became of it.
		const { statusCode, headers } = head;
		const isUnread = request.method === 'GET' && statusCode >= 200 && statusCode < 300;
		if (isUnread && read.kind === 'slow') return tooSlow(allowedMs);
		if (isUnread && read.kind === 'large') return tooLarge();
		return outcomeOf(request, { statusCode, headers, body: undefined }, Date.now());
	} catch (error) {
		const isCancelled = signal?.aborted === true;
		const cut = isCancelled ? undefined : begunReply(error as ConnectionError);
		return cut
			? outcomeOf(request, cut, Date.now())
			: connectionFailure(error as ConnectionError, isCancelled);
	}
}

/** Sends a request once. Its reply of any status; undefined where it did not come whole. */
export async function wholeReply(wire: Wire, request: ApiRequest): Promise<RawReply | undefined> {
	try {
		const { head, read } = await received(wire, request);
		return head && read.kind === 'whole' ? { ...head, body: bodyIn(read.text) } : undefined;
	} catch {
		return undefined;
	}
}

interface Received {
	/** Undefined if it was late. */
	readonly head: StreamReply | undefined;
	readonly read: ReplyText;
	/** How long the request was allowed to take, in milliseconds. */
	readonly allowedMs: number;
}

async function received(wire: Wire, request: ApiRequest): Promise<Received> {
	const begun = performance.now();
	const until = Math.min(begun + wire.longestMs, wire.deadline);
	// The sum of two moments is not exact.
	const allowedMs = Math.round(until - begun);
	const head = await headOf(wire, request, until);
	if (!head) return { head, read: { kind: 'slow' }, allowedMs };
	const read = await textOf(head.body, { until, silenceMs: wire.timeoutMs });
	return { head, read, allowedMs };
}

/** The beginning of the reply; `undefined` if it is late. */
async function headOf(
	wire: Wire,
	request: ApiRequest,
	until: number,
): Promise<StreamReply | undefined> {
	const { context } = wire;
	const controller = new AbortController();
	const sending = context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
		...optionsOf(wire, request),
		abortSignal: controller.signal,
	}) as Promise<StreamReply>;
	const head = await unlessLate(sending, until);
	if (head) return head;
	controller.abort();
	// During an execution n8n hears no signal but its own.
	sending.then(({ body }) => body.destroy?.()).catch(() => {});
	return undefined;
}

function optionsOf(wire: Wire, request: ApiRequest): IHttpRequestOptions {
	const { method, body } = request;
	const isTunnelled = wire.methodOverride && (method === 'PUT' || method === 'DELETE');
	return {
		method: (isTunnelled ? 'POST' : method) as IHttpRequestMethods,
		url: wire.site + addressOf(request),
		headers: {
			accept: 'application/json',
			...(body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
			...(isTunnelled ? { 'X-HTTP-Method-Override': method } : {}),
		},
		// As bytes: n8n's client would parse a text once more to see whether it is JSON.
		...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}),
		timeout: wire.timeoutMs,
		returnFullResponse: true,
		// Read here, as n8n would read for ever what does not end.
		encoding: 'stream',
		// Every status comes back as a reply; n8n's own handling would send a 401 twice.
		ignoreHttpStatusErrors: true,
		// The key must not travel to another host.
		disableFollowRedirect: true,
	};
}

const tooSlow = (ms: number) =>
	new Failure({
		kind: 'slow',
		message: `The reply of the service did not end within ${spanInWords(ms)}`,
		code: 'ETIMEDOUT',
		ambiguous: true,
	});

const tooLarge = () =>
	new Failure({
		kind: 'large',
		message: `The reply of the service is larger than ${LARGEST_REPLY / 1024 / 1024} MB`,
	});
