import { listInWords, type Subject } from '../text';
import { WINDOW_MS } from '../limits';
import { isEmptyList, isJsonObject, numberIn, type JsonObject } from '../json';
import type { ApiRequest } from './request';

export type FailureKind =
	/** the 100-second limit is reached (402, 429), or requests are blocked for a time (403) */
	| 'rate'
	/** the monthly limit is reached (402, 429) */
	| 'quota'
	/** the key is not valid (401) */
	| 'key'
	/** the key lacks the right (403) */
	| 'right'
	/** the service rejected what was sent (400, 404, 405 and other 4xx) */
	| 'refused'
	/** the service failed (5xx), or its reply was cut off */
	| 'service'
	/** something other than the service replied, such as a login page */
	| 'foreign'
	/** no reply arrived */
	| 'network'
	/** the reply did not end within the time limit of a request */
	| 'slow'
	/** the reply is larger than any known reply of the service */
	| 'large'
	/** the lists of the service do not have the documented pages */
	| 'pages'
	/** an update may have cleared fields that it does not contain */
	| 'others'
	/** the service redirects to another address (3xx) */
	| 'redirect'
	/** n8n stopped the execution while a request was waiting */
	| 'cancelled';

export interface LookedUpEntry {
	readonly fate: 'saved' | 'absent' | 'unknown';
	/** The found entry, or the output made of it. */
	readonly rows?: readonly JsonObject[];
}

/** Including the first. */
const ATTEMPTS = 4;
const BASE_MS = 1_000;
const LONGEST_MS = 30_000;
/** If the rate limit asks for a longer wait, the request fails instead. */
export const LONGEST_QUIET_MS = 300_000;

const UNTRUSTED = /^(ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_)/;

type FailureFacts = Pick<Failure, 'kind' | 'message'> & Partial<Failure>;

/** Without further facts it has no details and had no effect. */
export class Failure extends Error {
	readonly kind: FailureKind;
	readonly status: number | undefined;
	readonly details: readonly string[] = [];
	readonly retryAfterMs: number | undefined;
	/** Whether the request may have taken effect although it failed. */
	readonly ambiguous: boolean = false;
	/** The code of a broken connection, such as ECONNRESET. */
	readonly code: string | undefined;
	/** The entries that the service's words are about, if a request has several. */
	readonly blamed: readonly Subject[] = [];
	/** Whether it may be about a single record. */
	readonly isOfRecord: boolean = false;
	/** The outcome of each entry, in order, as far as a look-up has shown it. */
	readonly looks: readonly LookedUpEntry[] = [];

	constructor({ kind, message, ...facts }: FailureFacts) {
		super(message);
		this.name = 'Failure';
		this.kind = kind;
		Object.assign(this, facts);
	}

	with(facts: Partial<FailureFacts>): Failure {
		return new Failure({ ...this, message: this.message, ...facts });
	}

	/** Nothing was sent because our own request window is full. */
	get isOwnLimit(): boolean {
		return this.kind === 'rate' && this.status === undefined;
	}

	get wasNotSent(): boolean {
		return !this.ambiguous && (this.kind === 'cancelled' || this.isOwnLimit);
	}

	get stopsAll(): boolean {
		return ['rate', 'quota', 'cancelled'].includes(this.kind);
	}

	/** Whether every further request would fail in the same way. */
	get isFinal(): boolean {
		// A key may have no right to a single record.
		const isAlways = this.kind === 'key' || this.kind === 'others';
		return this.stopsAll || isAlways || (this.kind === 'right' && !this.isOfRecord);
	}

	get isUntrusted(): boolean {
		return this.kind === 'network' && UNTRUSTED.test(this.code ?? '');
	}

	/** Whether the service may still be working on a request after the client stopped waiting. */
	get mayStillRun(): boolean {
		return (
			['ECONNABORTED', 'ETIMEDOUT'].includes(this.code ?? '') ||
			[408, 499, 504, 520, 522, 524].includes(this.status ?? 0)
		);
	}

	/**
	 * In milliseconds; undefined if it must not be retried. A request rejected for the rate limit did nothing;
	 * one that may have taken effect is retried only if `repeatable` (GET, PUT, DELETE). `random` is in [0, 1).
	 */
	retryDelay(
		attempt: number,
		{ repeatable, random }: { readonly repeatable: boolean; readonly random: number },
	): number | undefined {
		if (attempt >= ATTEMPTS) return undefined;
		if (this.kind === 'rate') {
			// Jitter keeps several n8n workers from retrying at the same moment.
			const asked = this.retryAfterMs ?? WINDOW_MS;
			const delay = Math.min(asked + random * 2_000, LONGEST_QUIET_MS);
			return asked <= LONGEST_QUIET_MS ? delay : undefined;
		}
		const passing = this.kind === 'service' || this.kind === 'network';
		if (!passing || !repeatable) return undefined;
		if (this.retryAfterMs !== undefined)
			return this.retryAfterMs <= LONGEST_MS ? this.retryAfterMs : undefined;
		return Math.min(BASE_MS * 2 ** (attempt - 1), LONGEST_MS) * (0.75 + 0.25 * random);
	}

	/** Adds what was not found, whether it is a single record, and the Base URL's path if another program answers. */
	at(path: string, site: string): Failure {
		const missing = this.status === 404 ? describePath(path) : '';
		const { pathname } = new URL(site);
		const isBelow = this.kind === 'foreign' && pathname !== '/';
		const below = isBelow ? ` (below the path ${pathname} of the 'Base URL')` : '';
		const named = this.details.length > 0 ? ` (${missing})` : `: ${missing}`;
		const message = `${this.message}${missing && named}${below}`;
		const isOfRecord = this.isOfRecord && /\/records\/(?!import$)/.test(path);
		return this.with({ message, isOfRecord });
	}
}

export const hasStatus = (error: unknown, status: number): boolean =>
	error instanceof Failure && error.status === status;

export const ignoring =
	(status: number) =>
	(error: unknown): undefined => {
		if (!hasStatus(error, status)) throw error;
	};

/** Words for the segments of a path (Endpoints), each followed by a name. */
const WORDS: Readonly<Record<string, string>> = {
	organizations: 'organization',
	positions: 'position',
	users: 'user',
	notices: 'user',
	apps: 'form',
	forms: 'form',
	fields: 'field',
	records: 'record',
	comments: 'comment',
};

/** `comment 3 of record 12 of form 1`; '' if the path names nothing. */
function describePath(path: string): string {
	const segments = path.split('/').map(decodeURIComponent);
	return segments
		.flatMap((segment, i) => {
			const name = segments[i + 1];
			const word = Object.hasOwn(WORDS, segment) ? WORDS[segment] : undefined;
			const isName = name !== undefined && !Object.hasOwn(WORDS, name) && name !== 'import';
			return word && isName ? [`${word} ${name}`] : [];
		})
		.reverse()
		.join(' of ');
}

/** A reply of any status, as n8n's client returns it. */
export interface RawReply {
	readonly statusCode: number;
	readonly statusMessage?: string;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: unknown;
}

/**
 * A successful read must return an object. A write may return anything except an error or another program's
 * page: a login page also has status 200. A cut-off reply to a write changes nothing. Errors in a read are
 * what their code says; in a write it does not tell how far the write came.
 */
export function readOutcome({ method }: ApiRequest, reply: RawReply): RawReply | Failure {
	const { body, headers, statusCode } = reply;
	if (statusCode < 200 || statusCode >= 300) return toFailure(reply);
	const isRead = method === 'GET';
	if (hasErrors(body)) {
		const code = isRead ? (numberIn(errorsIn(body).code) ?? 0) : 0;
		if (code >= 400 && code < 600) return toFailure({ ...reply, statusCode: code });
		return toFailure(reply).with({ kind: 'refused', ambiguous: !isRead });
	}
	if (isRead ? isJsonObject(body) : answersWrite(reply)) return reply;
	const isJson = JSON_TYPE.test(String(headers['content-type']));
	const isText = typeof body === 'string';
	const isCut = isRead
		? isJson && (body === undefined || (isText && CUT_OFF.test(body)))
		: isText && mayNameErrors(body);
	return new Failure({
		kind: isCut ? 'service' : 'foreign',
		status: statusCode,
		message: isCut
			? 'The response of the service was cut off'
			: 'Another program responded, not the records service',
		ambiguous: !isRead,
	});
}

/** An empty body, JSON without errors, or a short text such as `OK` (Common request rules, 3). */
function answersWrite({ body, headers }: RawReply): boolean {
	const type = String(headers['content-type']);
	if (body === undefined) return !/html/i.test(type);
	if (typeof body !== 'string') return true;
	if (mayNameErrors(body)) return false;
	if (JSON_TYPE.test(type) && CUT_OFF.test(body)) return true;
	return body.length <= LONGEST_ANSWER && !MARKUP.test(body);
}

const JSON_TYPE = /json/i;
const CUT_OFF = /^\s*[{[]/;
const ERRORS = '{"errors"';
const mayNameErrors = (cutOff: string): boolean => {
	const text = cutOff.replace(/\s/g, '');
	return text.startsWith(ERRORS) || (text !== '' && ERRORS.startsWith(text));
};
const LONGEST_ANSWER = 200;
/** Matches `<html>`, `<!DOCTYPE` or `</a>`, but nothing in `a < 5`. */
const MARKUP = /<[a-z!?/]/i;

/** An empty list of errors means no errors. */
export const hasErrors = (body: unknown): boolean =>
	isJsonObject(body) && (body.errors ?? null) !== null && !isEmptyList(body.errors);

/** In the service's own words. */
export function toFailure(reply: RawReply): Failure {
	const { statusCode: status } = reply;
	const { message, details: all } = readErrorBody(reply.body);
	const said = message ?? (status < 400 ? '' : reply.statusMessage) ?? '';
	const details = all.filter((words) => words !== said);
	const sentences = details.map((words) => words.replace(/\.$/, ''));
	const retryAfterMs = parseRetryAfter(reply.headers);
	return new Failure({
		kind: findKind(status, said, retryAfterMs),
		status,
		message: [said || withoutWords(status), listInWords(sentences, MOST_DETAILS, '; ')]
			.filter(Boolean)
			.join(': '),
		details,
		// A page is a firewall's: it is about no record.
		isOfRecord: !(typeof reply.body === 'string' && MARKUP.test(reply.body)),
		retryAfterMs,
		// The reply to a write may be a redirect to its result.
		ambiguous: isPassing(status) || status < 400,
	});
}

function withoutWords(status: number): string {
	if (status < 300) return `The service reported an error (status ${status})`;
	return status < 400
		? `The service points to another address (status ${status})`
		: `The service responded with status ${status}`;
}

const MOST_DETAILS = 10;

/** Gateways also say 408, 425 and 499, whatever became of the request. */
const isPassing = (status: number) => status >= 500 || [408, 425, 499].includes(status);

function findKind(status: number, message: string, retryAfterMs?: number): FailureKind {
	// Both limits reply with 402; only the words differ (Errors).
	if (status === 402 || status === 429) return /month/i.test(message) ? 'quota' : 'rate';
	if (status === 401) return 'key';
	// A firewall may block an address for a time.
	if (status === 403) return retryAfterMs === undefined ? 'right' : 'rate';
	if (isPassing(status)) return 'service';
	return status >= 400 ? 'refused' : 'redirect';
}

/** Of an undocumented body, all texts except names and numbers for machines (Errors). */
function readErrorBody(body: unknown) {
	const errors = errorsIn(body);
	const { message } = errors;
	return typeof message === 'string' && message !== ''
		? { message, details: textsIn(errors.details) }
		: { details: textsIn(body) };
}

const errorsIn = (body: unknown): JsonObject =>
	isJsonObject(body) && isJsonObject(body.errors) ? body.errors : {};

const FOR_MACHINES =
	/^(?:\w*code|id|type|instance|path|status|timestamp|lang|language|trace\w*|request\w*)$/i;
const MOST_TEXTS = 100;

/** Outer texts first; of a page each once. */
function textsIn(body: unknown): readonly string[] {
	if (typeof body === 'string') {
		const lines = MARKUP.test(body) ? linesIn(body) : [body.trim()];
		return [...new Set(lines)].filter((line) => line !== '');
	}
	if (Array.isArray(body)) return body.slice(0, MOST_TEXTS).flatMap(textsIn);
	if (!isJsonObject(body)) return [];
	const values = Object.entries(body)
		.filter(([name]) => !FOR_MACHINES.test(name))
		.map(([, value]) => value);
	const isText = (value: unknown) => typeof value === 'string';
	return [...values.filter(isText), ...values.filter((value) => !isText(value))].flatMap(textsIn);
}

/** In characters. */
const LONGEST_PAGE = 20_000;
const UNSEEN = /<!--.*?-->|<(script|style)\b.*?<\/\1>/gis;

const linesIn = (page: string): readonly string[] =>
	page
		.slice(0, LONGEST_PAGE)
		.replace(UNSEEN, '')
		.split(/<[^<>]*>/)
		.map((line) => line.replace(/\s+/g, ' ').trim());

/** A site that asks for more, perhaps by mistake, is asked again after this time. */
const LONGEST_ASKED_MS = 3_600_000;

/** In milliseconds, an hour at most: from seconds, or from a date by the clock of the service. */
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

/** The reply never ended, but what had arrived may show the outcome. */
export function brokenOutcome(request: ApiRequest, thrown: unknown): RawReply | Failure {
	const error = thrown as ConnectionError;
	const partial = partialReply(error);
	if (partial) return readOutcome(request, partial);
	const code = error.cause?.code ?? error.httpCode ?? error.code ?? '';
	// What n8n's client calls a request whose time is up.
	const trouble = code === 'ECONNABORTED' ? 'did not respond in time' : 'could not be reached';
	const failure = new Failure({
		kind: 'network',
		message: `The service ${trouble} (${code || error.message || 'no response'})`,
		code,
	});
	return failure.with({ ambiguous: !NEVER_CONNECTED.test(code) && !failure.isUntrusted });
}

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
