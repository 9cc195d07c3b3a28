import type { Subject } from './subject';
import { isBlank, isJsonObject, type JsonObject } from '../json';

/** What went wrong with a request, as far as it decides what to do next. */
export type FailureKind =
	/** the 100-second limit is reached (402, 429) */
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
	/** the service redirects to another address (3xx) */
	| 'redirect'
	/** n8n stopped the execution while a request was waiting */
	| 'cancelled';

/** What a look-up has shown about an entry that may have been saved. */
export interface LookedUpEntry {
	readonly fate: 'saved' | 'absent' | 'unknown';
	/** The found entry, or the output made of it. */
	readonly rows?: readonly JsonObject[];
}

interface FailureFacts {
	readonly kind: FailureKind;
	readonly message: string;
	readonly status?: number | undefined;
	readonly details?: readonly string[] | undefined;
	/** Milliseconds that the service asks to wait. */
	readonly retryAfterMs?: number | undefined;
	/** Whether the request may have taken effect although it failed. */
	readonly ambiguous?: boolean;
	/** The code of a broken connection, such as ECONNRESET. */
	readonly code?: string | undefined;
	/** The entry that the service's words are about, if a request has several. */
	readonly subject?: Subject | undefined;
	/** The outcome of each entry, in order, as far as a look-up has shown it. */
	readonly looks?: readonly LookedUpEntry[];
}

export class Failure extends Error {
	readonly kind: FailureKind;
	readonly status: number | undefined;
	readonly details: readonly string[];
	readonly retryAfterMs: number | undefined;
	readonly ambiguous: boolean;
	readonly code: string | undefined;
	readonly subject: Subject | undefined;
	readonly looks: readonly LookedUpEntry[];

	constructor(facts: FailureFacts) {
		super(facts.message);
		this.name = 'Failure';
		this.kind = facts.kind;
		this.status = facts.status;
		this.details = facts.details ?? [];
		this.retryAfterMs = facts.retryAfterMs;
		this.ambiguous = facts.ambiguous ?? false;
		this.code = facts.code;
		this.subject = facts.subject;
		this.looks = facts.looks ?? [];
	}
}

/** Whether the service has answered with this status. */
export const hasStatus = (error: unknown, status: number): boolean =>
	error instanceof Failure && error.status === status;

/** Returns a handler that ignores failures with this status and throws all other errors. */
export const ignoring =
	(status: number) =>
	(error: unknown): undefined => {
		if (!hasStatus(error, status)) throw error;
	};

/** Whether nothing was sent because our own request window is full. */
export const isOwnLimit = (error: unknown): error is Failure =>
	error instanceof Failure && error.kind === 'rate' && error.status === undefined;

/** Whether the request was certainly not sent. */
export const wasNotSent = (failure: Failure): boolean =>
	!failure.ambiguous && (failure.kind === 'cancelled' || isOwnLimit(failure));

/** Returns the failure with some facts changed. */
export const withFacts = (failure: Failure, facts: Partial<FailureFacts>): Failure =>
	new Failure({ ...failure, message: failure.message, ...facts });

/** Whether no further request can be sent, whatever it is about. */
export const stopsAll = ({ kind }: Failure): boolean =>
	['rate', 'quota', 'cancelled'].includes(kind);

/** Whether every further request would fail in the same way. */
export const isFinal = (failure: Failure): boolean =>
	stopsAll(failure) || ['key', 'right'].includes(failure.kind);

/** Whether the service may still be working on a request after the client stopped waiting. */
export const mayStillRun = ({ code, status }: Failure): boolean =>
	['ECONNABORTED', 'ETIMEDOUT'].includes(code ?? '') || status === 504;

export interface RawReply {
	readonly statusCode: number;
	readonly statusMessage?: string;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: unknown;
}

/** Makes the failure for a reply outside the 200 range (Errors), in the service's own words. */
export function failureOf(reply: RawReply, nowMs: number): Failure {
	const { statusCode: status } = reply;
	const { message, details } = bodyWordsOf(reply.body);
	const said = message ?? (status < 400 ? '' : reply.statusMessage) ?? '';
	return new Failure({
		kind: failureKindOf(status, said),
		status,
		message: [said || withoutWords(status), wordsIn(details)].filter(Boolean).join(': '),
		details,
		retryAfterMs: retryAfterOf(reply.headers, nowMs),
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

function failureKindOf(status: number, message: string): FailureKind {
	// Both limits reply with 402; only the words differ (Errors).
	if (status === 402 || status === 429) return /month/i.test(message) ? 'quota' : 'rate';
	if (status === 401) return 'key';
	if (status === 403) return 'right';
	if (status >= 500) return 'service';
	return status >= 400 ? 'refused' : 'redirect';
}

/** Returns the documented error body (Errors); empty for another body. */
export const errorsIn = (body: unknown): JsonObject =>
	isJsonObject(body) && isJsonObject(body.errors) ? body.errors : {};

/** Returns the words of an error body; undocumented shapes are ignored. */
function bodyWordsOf(body: unknown) {
	const errors = errorsIn(body);
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

/**
 * Reads a `Retry-After` header in milliseconds, a day at most: seconds, or a date relative to the service's
 * clock.
 */
function retryAfterOf(headers: RawReply['headers'], nowMs: number): number | undefined {
	const written = headers['retry-after'];
	if (typeof written !== 'string' || isBlank(written)) return undefined;
	const seconds = Number(written);
	if (!Number.isNaN(seconds)) return within(seconds * 1000);
	const at = Date.parse(written);
	const clock = Date.parse(String(headers.date));
	return Number.isNaN(at) ? undefined : within(at - (Number.isNaN(clock) ? nowMs : clock));
}

const within = (ms: number) => Math.min(Math.max(0, ms), LONGEST_ASKED_MS);
