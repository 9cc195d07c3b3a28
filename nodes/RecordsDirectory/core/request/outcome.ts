import { Failure, failureOf, type RawReply } from './failure';
import { isJsonObject, type JsonObject } from '../json';
import type { ApiRequest } from './request';

/** Returns the reply if it succeeded and can be read, else a failure. */
export function outcomeOf(request: ApiRequest, reply: RawReply, nowMs: number): RawReply | Failure {
	const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300;
	return isSuccess ? readable(request, reply) : failureOf(reply, nowMs);
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

/** What n8n's request helper throws if no complete reply arrived. */
export interface ConnectionError {
	readonly message?: string;
	readonly httpCode?: string | null;
	readonly code?: string;
	readonly cause?: {
		readonly code?: string;
		readonly response?: { readonly status?: number; readonly headers?: RawReply['headers'] };
	};
}

/** Returns what arrived before the connection broke: the status shows the outcome of the request. */
export function begunReply({ cause, httpCode }: ConnectionError): RawReply | undefined {
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

/** Certificates that were not accepted. */
const UNTRUSTED = /^(ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_)/;

/** Connections that were never made: the request certainly had no effect. */
const NEVER_CONNECTED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_TLS|ERR_INVALID_|CERT_|DEPTH_|SELF_|UNABLE_)/;

/** Whether the connection failed because of the service's certificate. */
export const isUntrusted = ({ kind, code = '' }: Failure): boolean =>
	kind === 'network' && UNTRUSTED.test(code);

/** Makes the failure for a broken connection; `isCancelled` if n8n itself broke it. */
export function connectionFailure(error: ConnectionError, isCancelled: boolean): Failure {
	if (isCancelled) {
		return new Failure({
			kind: 'cancelled',
			message: 'The execution was canceled while a request was being sent',
			ambiguous: true,
		});
	}
	const code = error.cause?.code ?? error.httpCode ?? error.code ?? '';
	// What n8n's client calls a request whose time is up.
	const trouble = code === 'ECONNABORTED' ? 'did not answer in time' : 'could not be reached';
	return new Failure({
		kind: 'network',
		message: `The service ${trouble} (${code || error.message || 'no answer'})`,
		code,
		ambiguous: !NEVER_CONNECTED.test(code),
	});
}
