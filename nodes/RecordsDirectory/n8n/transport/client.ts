import type { IHttpRequestMethods, IHttpRequestOptions, JsonObject } from 'n8n-workflow';
import { changed, Failure, type RawReply } from '../../core/request/failure';
import { isRow } from '../../core/json';
import {
	begunReply,
	connectionFailure,
	outcomeOf,
	type ConnectionError,
} from '../../core/request/outcome';
import { passwordsIn, redacted } from '../../core/request/redaction';
import { addressOf, type ApiRequest } from '../../core/request/request';
import { delayAfter, LONGEST_QUIET_MS } from '../../core/request/retry';
import { headerOf, keyOf, siteOf } from '../../core/request/site';
import { selectionShapeOf, type SelectionShape } from '../../core/form/selections';
import { zoneOf } from '../../core/values/time-zone';
import { subjectOf } from '../../core/request/path-words';
import { cancelSignalOf, CREDENTIAL, type Context } from './context';
import { hasRoomForWork, pause, quiet, turn, waitFor, type Stop } from './pacer';
import { bodyIn, LARGEST_REPLY, textOf, unlessLate, type ReplyStream } from './reply-body';
import { spanInWords, WORTH_TELLING_MS } from '../../core/duration';

/** The longest silence of the service. */
const TIMEOUT_MS = 120_000;
/** The longest time of a request: the largest reply at 175 kB a second. */
const LONGEST_MS = 600_000;
const DEFAULT_LIMIT = 100;
/** Gaps between requests to a site that others use as well are no sign that its limit is reached. */
const GAPS_MS = 2_000;

/** What an update is not found by when it gives a new code and has taken effect before. */
const RENAMED = 'or an attempt before has given it its new code';

/** Sends requests to one site: at its pace, and again where that is safe. Fails with a `Failure`. */
export interface Client {
	readonly site: string;
	/** How the site takes users and organizations in records. */
	readonly selections: SelectionShape;
	/** The time zone of the site, if the credential names it. */
	readonly timeZone: string | undefined;
	/** One that is called off while it waits for its turn fails as cancelled. */
	send(request: ApiRequest, calledOff?: Stop): Promise<RawReply>;
	/** Milliseconds that so many requests more will wait for the limit, if nobody else asks. */
	waitFor(requests: number): number;
	/** Requests in 100 seconds, as the credential says. */
	readonly limit: number;
	/** Whether the polls of the site leave room for work of theirs that can wait. */
	hasRoom(): boolean;
	/** Requests that it has been given to send; a retry counts as the request that it repeats. */
	sent(): number;
	/** The most requests that a run may send; Infinity where nobody has set a maximum. */
	readonly maximum: number;
	/** Milliseconds that its requests have waited for the limit. */
	waited(): number;
}

/** Settings of the credential; the key itself is only read to keep it out of messages. */
interface Settings {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly directoryApiKey?: string;
	readonly apiKeyHeader?: string;
	readonly methodOverride?: boolean;
	readonly timeZone?: string;
	readonly selections?: string;
	readonly maximumRequests?: number;
	readonly requestsPer100Seconds?: number;
}

interface Terms {
	/** The longest single wait, after which a request fails instead; a poll must not sleep. */
	readonly patienceMs?: number;
	/** The longest silence of the service. */
	readonly timeoutMs?: number;
	/** How long a request may take in all. */
	readonly longestMs?: number;
	/** The moment of `performance.now` at which every request must have ended. */
	readonly deadline?: number;
	/** Whether the maximum of the credential counts, which is one for runs. */
	readonly isRun?: boolean;
	/** Whether a trigger polls. */
	readonly isPoll?: boolean;
}

/** The client of the node's credential. */
export async function connect(
	context: Context,
	{
		patienceMs = Infinity,
		timeoutMs = TIMEOUT_MS,
		longestMs = LONGEST_MS,
		deadline = Infinity,
		isRun = false,
		isPoll = false,
	}: Terms = {},
): Promise<Client> {
	const settings = await context.getCredentials<Settings & JsonObject>(CREDENTIAL);
	const site = siteOf(String(settings.baseUrl ?? ''));
	headerOf(settings.apiKeyHeader);
	const timeZone = zoneOf(settings.timeZone);
	for (const key of [settings.apiKey, settings.directoryApiKey]) keyOf(key);
	const limit = Math.max(1, Math.floor(Number(settings.requestsPer100Seconds) || DEFAULT_LIMIT));
	const signal = cancelSignalOf(context);

	const maximum = (isRun && Math.max(0, Number(settings.maximumRequests))) || Infinity;
	let sent = 0;
	// Several may wait at a time, which is waited once.
	let waited = 0;
	let waiting = 0;
	let waitsSince = 0;
	let toldUntil = 0;
	const tell = (ms: number) => {
		// Several that wait at once are told once.
		if (ms < WORTH_TELLING_MS || performance.now() + ms < toldUntil + WORTH_TELLING_MS) return;
		toldUntil = performance.now() + ms;
		const until = new Date(Date.now() + ms).toISOString();
		context.logger.info(
			`The limit of ${site} is reached: waiting ${spanInWords(ms)}, until ${until}`,
		);
	};

	const send = async (request: ApiRequest, calledOff?: Stop): Promise<RawReply> => {
		const stop = {
			get aborted() {
				return signal?.aborted === true || calledOff?.aborted === true;
			},
		};
		if (sent >= maximum) throw reached(maximum);
		sent++;
		let ambiguous = false;
		// Whatever comes last, an attempt before it may have taken effect.
		const remembered = (error: unknown) =>
			error instanceof Failure && ambiguous ? changed(error, { ambiguous }) : error;
		for (let attempt = 1; ; attempt++) {
			const answer = await attemptOnce(request, stop).catch((error: unknown) => {
				throw remembered(error);
			});
			if (!(answer instanceof Failure)) return answer;
			const failure = clean(request, answer);
			// The row is gone because the attempt before had taken effect.
			if (request.method === 'DELETE' && failure.status === 404 && ambiguous) {
				return { statusCode: 204, headers: {}, body: undefined };
			}
			if (failure.status === 404 && ambiguous && givesNewCode(request)) {
				throw changed(failure, { message: `${failure.message}, ${RENAMED}`, ambiguous });
			}
			ambiguous ||= failure.ambiguous;
			const delay = delayAfter(attempt, failure, request.method !== 'POST', Math.random());
			// A day without a request, as some answers ask for, would look like a node that hangs.
			if (failure.kind === 'rate')
				quiet(site, Math.min(delay ?? failure.retryAfterMs ?? 0, LONGEST_QUIET_MS));
			const isLate = performance.now() + (delay ?? 0) >= deadline;
			if (delay === undefined || delay > patienceMs || isLate) throw remembered(failure);
			// Where the whole site is quiet, the turn of the next attempt waits for it.
			if (failure.kind !== 'rate') {
				await pause(delay, stop).catch((error: unknown) => {
					throw remembered(error);
				});
			}
		}
	};

	const attemptOnce = async (request: ApiRequest, stop: Stop): Promise<RawReply | Failure> => {
		const patience = Math.max(patienceMs, GAPS_MS);
		if (waiting++ === 0) waitsSince = performance.now();
		try {
			await turn(site, limit, { patienceMs: patience, isPoll, stop, tell });
		} finally {
			if (--waiting === 0) waited += performance.now() - waitsSince;
		}
		const begun = performance.now();
		const until = Math.min(begun + longestMs, deadline);
		const late = () => tooSlow(until - begun);
		const controller = new AbortController();
		try {
			const sending = context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
				...optionsOf(request),
				abortSignal: controller.signal,
			}) as Promise<StreamReply>;
			const head = await unlessLate(sending, until);
			if (!head) {
				controller.abort();
				// During an execution n8n hears no signal but its own.
				sending.then(({ body }) => body.destroy?.()).catch(() => {});
				return late();
			}
			const read = await textOf(head.body, { until, silenceMs: timeoutMs });
			if (signal?.aborted) return connectionFailure({}, true);
			if (read.kind === 'whole')
				return outcomeOf(request, { ...head, body: bodyIn(read.text) }, Date.now());
			// Of a write, and of what was rejected, the status says what became of it.
			const { statusCode, headers } = head;
			const isUnread = request.method === 'GET' && statusCode >= 200 && statusCode < 300;
			if (isUnread && read.kind === 'slow') return late();
			if (isUnread && read.kind === 'large') return tooLarge();
			return outcomeOf(request, { statusCode, headers, body: undefined }, Date.now());
		} catch (error) {
			const isCancelled = signal?.aborted === true;
			const cut = isCancelled ? undefined : begunReply(error as ConnectionError);
			return cut
				? outcomeOf(request, cut, Date.now())
				: connectionFailure(error as ConnectionError, isCancelled);
		}
	};

	const optionsOf = (request: ApiRequest): IHttpRequestOptions => {
		const tunnelled =
			settings.methodOverride === true && (request.method === 'PUT' || request.method === 'DELETE');
		return {
			method: (tunnelled ? 'POST' : request.method) as IHttpRequestMethods,
			url: site + addressOf(request),
			headers: {
				accept: 'application/json',
				...(request.body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
				...(tunnelled ? { 'X-HTTP-Method-Override': request.method } : {}),
			},
			// As bytes: n8n's client would parse a text once more to see whether it is JSON.
			...(request.body ? { body: Buffer.from(JSON.stringify(request.body)) } : {}),
			timeout: timeoutMs,
			returnFullResponse: true,
			// Read here, as n8n would read for ever what does not end.
			encoding: 'stream',
			// Every status comes back as a reply; n8n's own handling would send a 401 twice.
			ignoreHttpStatusErrors: true,
			// The key must not travel to another host.
			disableFollowRedirect: true,
		};
	};

	const clean = ({ method, path, body }: ApiRequest, failure: Failure) =>
		redacted(
			// A read has no effect, whatever became of it.
			named(path, method === 'GET' ? changed(failure, { ambiguous: false }) : failure),
			[settings.apiKey, settings.directoryApiKey, ...passwordsIn(body)],
		);
	return {
		site,
		selections: selectionShapeOf(settings.selections),
		timeZone,
		send,
		limit,
		hasRoom: () => hasRoomForWork(site, limit),
		sent: () => sent,
		maximum,
		waitFor: (requests) => waitFor(site, limit, requests),
		waited: () => waited,
	};
}

interface StreamReply extends RawReply {
	readonly body: ReplyStream;
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

const reached = (maximum: number) =>
	new Failure({
		kind: 'maximum',
		message: `This run needs more than ${maximum} requests, the 'Maximum Requests' of the credential`,
	});

const givesNewCode = ({ method, path, body }: ApiRequest): boolean =>
	method === 'PUT' &&
	isRow(body) &&
	body.code !== undefined &&
	!path.endsWith(`/${encodeURIComponent(String(body.code))}`);

/** The service says of what does not exist that it was not found, and not what. */
function named(path: string, failure: Failure): Failure {
	const subject = failure.status === 404 && failure.details.length === 0 ? subjectOf(path) : '';
	return subject === '' ? failure : changed(failure, { message: `${failure.message}: ${subject}` });
}
