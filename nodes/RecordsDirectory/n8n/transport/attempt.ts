import type {
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { spanInWords } from '../../core/text';
import { brokenOutcome, Failure, type RawReply, readOutcome } from '../../core/request/failure';
import { toAddress, type ApiRequest } from '../../core/request/request';
import { SiteZone } from '../../core/values/moment';
import { readJson } from '../../core/json';

export type Context = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Newer and older versions of n8n offer different contexts, so the signal may be missing. */
export const cancelSignal = (context: Context): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

export const CREDENTIAL = 'recordsDirectoryApi';

export async function readSiteZone(context: Context): Promise<SiteZone> {
	// Problems of the credential are reported when the client is made.
	const { timeZone }: { timeZone?: unknown } = await context
		.getCredentials(CREDENTIAL)
		.catch(() => ({}));
	return new SiteZone(timeZone, context.getTimezone());
}

export interface Wire {
	readonly context: Context;
	/** As `parseSite` gives it. */
	readonly site: string;
	/** Whether to send updates and deletions as POST (Method override). */
	readonly methodOverride: boolean;
	/** The longest time without data from the service, in milliseconds. */
	readonly timeoutMs: number;
	/** The longest time for a whole request, in milliseconds. */
	readonly longestMs: number;
	/** The moment of `performance.now` at which every request must have ended. */
	readonly deadline: number;
}

interface StreamReply extends RawReply {
	readonly body: ReplyStream;
}

/** Never throws. */
export async function attempt(wire: Wire, request: ApiRequest): Promise<RawReply | Failure> {
	const signal = cancelSignal(wire.context);
	const begun = performance.now();
	const until = Math.min(begun + wire.longestMs, wire.deadline);
	// Rounded, because sums of such times are not exact.
	const allowedMs = Math.round(until - begun);
	try {
		const head = await receiveHead(wire, request, until);
		if (!head) return tooSlow(allowedMs);
		const read = await readText(head.body, until, wire.timeoutMs);
		if (signal?.aborted) return cancelled();
		if (read.kind === 'whole') return readOutcome(request, { ...head, body: bodyIn(read.text) });
		// For writes and rejected requests, the status alone decides the outcome.
		const { statusCode, headers } = head;
		const isUnread = request.method === 'GET' && statusCode < 300;
		if (isUnread && read.kind === 'slow') return tooSlow(allowedMs);
		if (isUnread && read.kind === 'large')
			return new Failure({
				kind: 'large',
				message: `The response of the service is larger than ${LARGEST_REPLY / 1024 / 1024} MB`,
			});
		return readOutcome(request, { statusCode, headers, body: undefined });
	} catch (error) {
		const broken = signal?.aborted ? cancelled() : brokenOutcome(request, error);
		// What is between n8n and the service may close a connection on which the service still works.
		const isLong = performance.now() - begun >= 25_000;
		return isLong && broken instanceof Failure ? broken.with({ code: 'ETIMEDOUT' }) : broken;
	}
}

/** Undefined if it came too late. */
async function receiveHead(wire: Wire, request: ApiRequest, until: number) {
	const { context } = wire;
	const controller = new AbortController();
	const sending = context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
		...httpOptions(wire, request),
		abortSignal: controller.signal,
	}) as Promise<StreamReply>;
	const head = await unlessLate(sending, until);
	if (head) return head;
	controller.abort();
	// During an execution, n8n reacts to no abort signal but its own.
	sending.then(({ body }) => readText(body, 0, 0)).catch(() => {});
	return undefined;
}

function httpOptions(wire: Wire, request: ApiRequest): IHttpRequestOptions {
	const { method, body } = request;
	const isTunnelled = wire.methodOverride && (method === 'PUT' || method === 'DELETE');
	return {
		method: (isTunnelled ? 'POST' : method) as IHttpRequestMethods,
		url: wire.site + toAddress(request),
		headers: {
			accept: 'application/json',
			...(body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
			...(isTunnelled ? { 'X-HTTP-Method-Override': method } : {}),
		},
		// As bytes: n8n's client would parse a string again to check whether it is JSON.
		...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}),
		timeout: wire.timeoutMs,
		returnFullResponse: true,
		// As a stream, because n8n would read an endless reply forever.
		encoding: 'stream',
		// Every status must come back as a reply; n8n's own handling would send a request again after a 401.
		ignoreHttpStatusErrors: true,
		// The key must not travel to another host.
		disableFollowRedirect: true,
	};
}

const cancelled = () =>
	new Failure({
		kind: 'cancelled',
		message: 'The execution was canceled while a request was being sent',
		ambiguous: true,
	});

const tooSlow = (ms: number) =>
	new Failure({
		kind: 'slow',
		message: `The response of the service did not end within ${spanInWords(ms)}`,
		code: 'ETIMEDOUT',
		ambiguous: true,
	});

/** The needed part of Node's stream: n8n's rules forbid importing its types. */
interface ReplyStream {
	on(name: string, listen: (part: Buffer) => void): unknown;
	destroy(): unknown;
}

/** The largest reply, in bytes after decompression: about 500 pages of a usual form. */
const LARGEST_REPLY = 100 * 1024 * 1024;

type ReplyText =
	| { readonly kind: 'whole'; readonly text: string }
	| { readonly kind: 'cut' | 'slow' | 'large' };

/** `until` is a moment of `performance.now`. n8n limits only the time without data, not the size. */
export async function readText(
	reply: ReplyStream,
	until: number,
	silenceMs: number,
): Promise<ReplyText> {
	const parts: Buffer[] = [];
	let size = 0;
	let heardAt = performance.now();
	let sleepOn = () => {};
	return await new Promise((resolve) => {
		const end = (text: ReplyText) => {
			sleepOn();
			resolve(text);
			parts.length = 0;
			if (text.kind !== 'whole') reply.destroy();
		};
		const checkTime = () => {
			const now = performance.now();
			if (now >= until) return end({ kind: 'slow' });
			if (now >= heardAt + silenceMs) return end({ kind: 'cut' });
			sleep(now);
		};
		const sleep = (now: number) => {
			sleepOn = wakeAfter(Math.min(until, heardAt + silenceMs) - now, checkTime);
		};
		reply.on('data', (part: Buffer) => {
			parts.push(part);
			size += part.length;
			heardAt = performance.now();
			if (size > LARGEST_REPLY) end({ kind: 'large' });
			else if (heardAt >= until) end({ kind: 'slow' });
		});
		reply.on('end', () => end({ kind: 'whole', text: Buffer.concat(parts).toString('utf8') }));
		for (const name of ['error', 'aborted', 'close']) reply.on(name, () => end({ kind: 'cut' }));
		// Not at once: n8n's client closes the connection only of a reply that is being read.
		sleep(heardAt);
	});
}

/** Whatever its content type. n8n's client would round IDs above 2^53. */
function bodyIn(text: string): unknown {
	const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		return readJson(content);
	} catch {
		return content;
	}
}

/** Undefined if the outcome comes too late; a later one is ignored. */
export async function unlessLate<T>(work: Promise<T>, until: number): Promise<T | undefined> {
	let sleepOn = () => {};
	const late = new Promise<undefined>((resolve) => {
		sleepOn = wakeAfter(until - performance.now(), () => resolve(undefined));
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		sleepOn();
	}
}

/** n8n's rules allow no other timer. */
function wakeAfter(ms: number, wake: () => void): () => void {
	const signal = AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
	signal.addEventListener('abort', wake);
	return () => signal.removeEventListener('abort', wake);
}
