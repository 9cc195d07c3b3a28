import type { IHttpRequestMethods, IHttpRequestOptions, JsonObject } from 'n8n-workflow';
import { Failure, failureOf, type RawReply } from '../core/failure';
import { addressOf, type ApiRequest } from '../core/request';
import { delayAfter } from '../core/retry';
import { redacted, siteOf } from '../core/site';
import { cancelSignalOf, CREDENTIAL, type Context } from './context';
import { pause, quiet, turn } from './pacer';

const TIMEOUT_MS = 120_000;
const DEFAULT_LIMIT = 100;

/** Sends requests to one site: at its pace, and again where that is safe. Fails with a `Failure`. */
export interface Client {
	readonly site: string;
	send(request: ApiRequest): Promise<RawReply>;
}

/** Settings of the credential; the key itself is only read to keep it out of messages. */
interface Settings {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly directoryApiKey?: string;
	readonly methodOverride?: boolean;
	readonly requestsPer100Seconds?: number;
	readonly allowUnauthorizedCerts?: boolean;
}

interface Terms {
	/** The longest single wait, after which a request fails instead; a poll must not sleep. */
	readonly patienceMs?: number;
	/** How long a request may take. */
	readonly timeoutMs?: number;
}

/** The client of the node's credential. */
export async function connect(
	context: Context,
	{ patienceMs = Infinity, timeoutMs = TIMEOUT_MS }: Terms = {},
): Promise<Client> {
	const settings = await context.getCredentials<Settings & JsonObject>(CREDENTIAL);
	const site = siteOf(String(settings.baseUrl ?? ''));
	const limit = Math.max(1, Math.floor(Number(settings.requestsPer100Seconds) || DEFAULT_LIMIT));
	const signal = cancelSignalOf(context);

	const wait = async (ms: number) => {
		if (ms > 5_000) {
			context.logger.info(`Waiting ${Math.ceil(ms / 1000)} s for ${site}: its limit is reached`);
		}
		await pause(ms, signal);
	};

	const send = async (request: ApiRequest): Promise<RawReply> => {
		let ambiguous = false;
		for (let attempt = 1; ; attempt++) {
			const outcome = await attemptOnce(request);
			if (!(outcome instanceof Failure)) return outcome;
			// The row is gone because the attempt before had taken effect.
			if (request.method === 'DELETE' && outcome.status === 404 && ambiguous) {
				return { statusCode: 204, headers: {}, body: undefined };
			}
			ambiguous ||= outcome.ambiguous;
			const delay = delayAfter(attempt, outcome, request.method !== 'POST', Math.random());
			if (outcome.kind === 'rate' && delay !== undefined) quiet(site, delay);
			if (delay === undefined || delay > patienceMs) throw outcome;
			// Where the whole site is quiet, the turn of the next attempt waits for it.
			if (outcome.kind !== 'rate') await wait(delay);
		}
	};

	const attemptOnce = async (request: ApiRequest): Promise<RawReply | Failure> => {
		await turn(site, limit, patienceMs, wait);
		try {
			const reply: RawReply = await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				optionsOf(request),
			);
			return judged(request, reply);
		} catch (error) {
			const begun = signal?.aborted ? undefined : begunReply(error as ConnectionError);
			if (begun) return judged(request, begun);
			return clean(request, connectionFailure(error as ConnectionError, signal));
		}
	};

	const judged = (request: ApiRequest, reply: RawReply): RawReply | Failure => {
		const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300;
		return isSuccess ? readable(request, reply) : clean(request, failureOf(reply, Date.now()));
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
			...(request.body ? { body: JSON.stringify(request.body) } : {}),
			timeout: timeoutMs,
			returnFullResponse: true,
			// Every status comes back as a reply; n8n's own handling would send a 401 twice.
			ignoreHttpStatusErrors: true,
			// The key must not travel to another host.
			disableFollowRedirect: true,
			skipSslCertificateValidation: settings.allowUnauthorizedCerts === true,
		};
	};

	const clean = ({ body }: ApiRequest, failure: Failure) =>
		redacted(failure, [settings.apiKey, settings.directoryApiKey, ...passwordsIn(body)]);
	return { site, send };
}

/** Passwords that a request carries: a service may repeat them when it complains about them. */
function passwordsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
		name === 'loginPass' && typeof inner === 'string' ? [inner] : passwordsIn(inner),
	);
}

/** A read that succeeded must be an object; a text means it was cut off, or is not the API at all. */
function readable(request: ApiRequest, reply: RawReply): RawReply | Failure {
	if (request.method !== 'GET' || (typeof reply.body === 'object' && reply.body !== null))
		return reply;
	const isUnread = ['string', 'undefined'].includes(typeof reply.body) && reply.body !== '';
	const cut = isUnread && /json/i.test(String(reply.headers['content-type']));
	return new Failure({
		kind: cut ? 'service' : 'foreign',
		status: reply.statusCode,
		message: cut
			? "The service's answer was cut off"
			: 'What answered is not the API of the records service',
	});
}

interface ConnectionError {
	readonly message?: string;
	readonly httpCode?: string | null;
	readonly code?: string;
	readonly cause?: {
		readonly code?: string;
		readonly response?: { readonly status?: number; readonly headers?: RawReply['headers'] };
	};
}

/** What arrived before the connection broke: the status says what became of the request. */
function begunReply({ cause }: ConnectionError): RawReply | undefined {
	const { status, headers = {} } = cause?.response ?? {};
	return status === undefined ? undefined : { statusCode: status, headers, body: undefined };
}

/** Connections that were never made: the request has certainly not taken effect. */
const NEVER_CONNECTED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_)/;

function connectionFailure(error: ConnectionError, signal: AbortSignal | undefined): Failure {
	if (signal?.aborted) {
		return new Failure({
			kind: 'cancelled',
			message: 'The execution was canceled while a request was under way',
			ambiguous: true,
		});
	}
	const code = error.cause?.code ?? error.httpCode ?? error.code ?? '';
	return new Failure({
		kind: 'network',
		message: `The service could not be reached (${code || error.message || 'no answer'})`,
		code,
		ambiguous: !NEVER_CONNECTED.test(code),
	});
}
