import { Failure, failureOf, type RawReply } from './failure';
import { isJsonObject, type JsonObject } from '../json';
import type { ApiRequest } from './request';

/** What an answer makes of a request: the reply where it succeeded and can be read, or a failure. */
export function outcomeOf(request: ApiRequest, reply: RawReply, nowMs: number): RawReply | Failure {
	const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300;
	return isSuccess ? readable(request, reply) : failureOf(reply, nowMs);
}

/**
 * A read that succeeded must be an object. A write may be answered with anything but an error or what is
 * not the service: a login page has status 200 as well. A cut-off answer to a write changes nothing.
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

/** Whether a write has succeeded (Common request rules, 3): nothing, JSON without errors, a short text such as `OK`. */
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
/** `<html>`, `<!DOCTYPE` or `</a>`, but nothing in `a < 5`. */
const MARKUP = /<[a-z!?/]/i;

/** An empty list of errors is none. */
const hasErrors = ({ errors = null }: JsonObject): boolean =>
	errors !== null && !(Array.isArray(errors) && errors.length === 0);

/** What n8n's request helper throws when no whole answer arrived. */
export interface ConnectionError {
	readonly message?: string;
	readonly httpCode?: string | null;
	readonly code?: string;
	readonly cause?: {
		readonly code?: string;
		readonly response?: { readonly status?: number; readonly headers?: RawReply['headers'] };
	};
}

/** What arrived before the connection broke: the status says what became of the request. */
export function begunReply({ cause, httpCode }: ConnectionError): RawReply | undefined {
	const { status, headers = {} } = cause?.response ?? {};
	if (status !== undefined) return { statusCode: status, headers, body: undefined };
	// n8n 1 hands on the status alone; the headers were the service's, whatever they said.
	if (cause !== undefined || !/^[1-5]\d\d$/.test(httpCode ?? '')) return undefined;
	return {
		statusCode: Number(httpCode),
		headers: { 'content-type': 'application/json' },
		body: undefined,
	};
}

/** A certificate that was not accepted. */
const UNTRUSTED = /^(ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_)/;

/** Connections that were never made: the request has certainly not taken effect. */
const NEVER_CONNECTED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_TLS|ERR_INVALID_|CERT_|DEPTH_|SELF_|UNABLE_)/;

/** Whether no connection was made because of the certificate of the service. */
export const isUntrusted = ({ kind, code = '' }: Failure): boolean =>
	kind === 'network' && UNTRUSTED.test(code);

/** The failure that a broken connection is; `isCancelled` when n8n itself broke it. */
export function connectionFailure(error: ConnectionError, isCancelled: boolean): Failure {
	if (isCancelled) {
		return new Failure({
			kind: 'cancelled',
			message: 'The execution was canceled while a request was being sent',
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
