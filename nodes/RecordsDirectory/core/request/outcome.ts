import { Failure, type FailureKind } from './failure';
import { isJsonObject, type JsonObject } from '../json';
import type { ApiRequest } from './request';

/** A reply of any status, as n8n's client returns it. */
export interface RawReply {
	readonly statusCode: number;
	readonly statusMessage?: string;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: unknown;
}

/** Returns the reply if it succeeded and can be read, else a failure. */
export function readOutcome(request: ApiRequest, reply: RawReply): RawReply | Failure {
	const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300;
	return isSuccess ? readable(request, reply) : toFailure(reply);
}

/**
 * A successful read must return an object. A write may return anything except an error or another program's
 * page: a login page also has status 200. A cut-off reply to a write changes nothing.
 */
function readable({ method }: ApiRequest, reply: RawReply): RawReply | Failure {
	const { body, headers, statusCode } = reply;
	const isRead = method === 'GET';
	if (isRead ? isJsonObject(body) : answersWrite(reply)) return reply;
	const isJson = JSON_TYPE.test(String(headers['content-type']));
	const isCut =
		isRead && isJson && (body === undefined || (typeof body === 'string' && body !== ''));
	return new Failure({
		kind: isCut ? 'service' : 'foreign',
		status: statusCode,
		message: isCut
			? "The service's answer was cut off"
			: 'Another program answered, not the records service',
		ambiguous: !isRead,
	});
}

/**
 * Whether a write has succeeded (Common request rules, 3): an empty body, JSON without errors, or a short text
 * such as `OK`.
 */
function answersWrite({ body, headers }: RawReply): boolean {
	const type = String(headers['content-type']);
	if (isJsonObject(body)) return !hasErrors(body);
	if (body === undefined) return !/html/i.test(type);
	if (typeof body !== 'string') return true;
	if (JSON_TYPE.test(type) && CUT_OFF.test(body)) return !CUT_OFF_ERROR.test(body);
	return body.length <= LONGEST_ANSWER && !MARKUP.test(body);
}

const JSON_TYPE = /json/i;
const CUT_OFF = /^\s*[{[]/;
const CUT_OFF_ERROR = /^\s*\{\s*"errors"\s*:/;
const LONGEST_ANSWER = 200;
/** Matches `<html>`, `<!DOCTYPE` or `</a>`, but nothing in `a < 5`. */
const MARKUP = /<[a-z!?/]/i;

/** An empty list of errors means no errors. */
const hasErrors = ({ errors = null }: JsonObject): boolean =>
	errors !== null && !(Array.isArray(errors) && errors.length === 0);

/** Makes the failure for a reply outside the 200 range, in the service's own words. */
export function toFailure(reply: RawReply): Failure {
	const { statusCode: status } = reply;
	const { message, details } = readErrorBody(reply.body);
	const said = message ?? (status < 400 ? '' : reply.statusMessage) ?? '';
	return new Failure({
		kind: findKind(status, said),
		status,
		message: [said || withoutWords(status), wordsIn(details)].filter(Boolean).join(': '),
		// A rejected import repeats them in every item.
		details: details.slice(0, MOST_DETAILS),
		retryAfterMs: parseRetryAfter(reply.headers),
		// The reply to a write may be a redirect to its result.
		ambiguous: status >= 500 || status < 400,
	});
}

const withoutWords = (status: number) =>
	status < 400
		? `The service points to another address (status ${status})`
		: `The service answered with status ${status}`;

const MOST_DETAILS = 10;

/** Joins several sentences; of a hundred, users read the first. */
function wordsIn(details: readonly string[]): string {
	const shown = details.slice(0, MOST_DETAILS).map((words) => words.replace(/\.$/, ''));
	const rest = details.length - shown.length;
	return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

function findKind(status: number, message: string): FailureKind {
	// Both limits reply with 402; only the words differ (Errors).
	if (status === 402 || status === 429) return /month/i.test(message) ? 'quota' : 'rate';
	if (status === 401) return 'key';
	if (status === 403) return 'right';
	if (status >= 500) return 'service';
	return status >= 400 ? 'refused' : 'redirect';
}

/** Returns the words of an error body (Errors); undocumented shapes are ignored. */
function readErrorBody(body: unknown) {
	const errors = isJsonObject(body) && isJsonObject(body.errors) ? body.errors : {};
	const details = (Array.isArray(errors.details) ? errors.details : [])
		.map((detail) => (isJsonObject(detail) ? detail.message : detail))
		.filter((detail): detail is string => typeof detail === 'string' && detail !== '');
	return {
		message:
			typeof errors.message === 'string' && errors.message !== '' ? errors.message : undefined,
		details,
	};
}

/** Only the monthly limit lasts longer than a day, and it has its own message. */
const LONGEST_ASKED_MS = 86_400_000;

/** Reads a `Retry-After` header in milliseconds, a day at most: seconds, or a date by the clock of the service. */
function parseRetryAfter(headers: RawReply['headers']): number | undefined {
	const written = headers['retry-after'];
	if (typeof written !== 'string' || written.trim() === '') return undefined;
	const seconds = Number(written);
	const ms = Number.isNaN(seconds)
		? Date.parse(written) - Date.parse(String(headers.date))
		: seconds * 1000;
	return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_ASKED_MS);
}

/** What n8n's request helper throws if no complete reply arrived. */
interface ConnectionError {
	readonly message?: string;
	readonly httpCode?: string | null;
	readonly code?: string;
	readonly cause?: {
		readonly code?: string;
		readonly response?: { readonly status?: number; readonly headers?: RawReply['headers'] };
	};
}

/** Connections that were never made: the request certainly had no effect. */
const NEVER_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_)/;

/** Returns the outcome of a request whose reply never ended: what had arrived may show it. */
export function brokenOutcome(request: ApiRequest, thrown: unknown): RawReply | Failure {
	const error = thrown as ConnectionError;
	const partial = partialReply(error);
	return partial ? readOutcome(request, partial) : connectionFailure(error);
}

/** Returns what arrived before the connection broke: the status shows the outcome of the request. */
function partialReply({ cause, httpCode }: ConnectionError): RawReply | undefined {
	const { status, headers = {} } = cause?.response ?? {};
	if (status !== undefined) return { statusCode: status, headers, body: undefined };
	// n8n 1 passes on only the status, but the headers came from the service.
	if (cause !== undefined || !/^[1-5]\d\d$/.test(httpCode ?? '')) return undefined;
	return {
		statusCode: Number(httpCode),
		headers: { 'content-type': 'application/json' },
		body: undefined,
	};
}

function connectionFailure(error: ConnectionError): Failure {
	const code = error.cause?.code ?? error.httpCode ?? error.code ?? '';
	// What n8n's client calls a request whose time is up.
	const trouble = code === 'ECONNABORTED' ? 'did not answer in time' : 'could not be reached';
	const failure = new Failure({
		kind: 'network',
		message: `The service ${trouble} (${code || error.message || 'no answer'})`,
		code,
	});
	return failure.with({ ambiguous: !NEVER_CONNECTED.test(code) && !failure.isUntrusted });
}
