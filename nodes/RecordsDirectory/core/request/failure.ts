import type { Subject } from './subject';
import type { JsonObject } from '../json';

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

type FailureFacts = Pick<Failure, 'kind' | 'message'> & {
	readonly [Fact in Exclude<keyof Failure, keyof Error | 'kind'>]?: Failure[Fact] | undefined;
};

/** A request that did not succeed. Without further facts it has no details and had no effect. */
export class Failure extends Error {
	readonly kind: FailureKind;
	readonly status: number | undefined;
	readonly details: readonly string[];
	/** Milliseconds that the service asks to wait. */
	readonly retryAfterMs: number | undefined;
	/** Whether the request may have taken effect although it failed. */
	readonly ambiguous: boolean;
	/** The code of a broken connection, such as ECONNRESET. */
	readonly code: string | undefined;
	/** The entry that the service's words are about, if a request has several. */
	readonly subject: Subject | undefined;
	/** The outcome of each entry, in order, as far as a look-up has shown it. */
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

/**
 * Adds what the service does not say: what was not found, from the path of the request, and the path of the Base
 * URL if another program answers there.
 */
export function withPlace(failure: Failure, path: string, site: string): Failure {
	const missing = failure.status === 404 && failure.details.length === 0 ? describePath(path) : '';
	const { pathname } = new URL(site);
	const below =
		failure.kind === 'foreign' && pathname !== '/'
			? ` (below the path ${pathname} of the Base URL)`
			: '';
	return withFacts(failure, {
		message: `${failure.message}${missing && `: ${missing}`}${below}`,
	});
}

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

/** Puts the path of a request into words: `comment 3 of record 12 of form 1`; '' if it names nothing. */
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

interface AdviceOnFailure {
	readonly what: string;
	/** What to do if no other sentence advises what to run again. */
	readonly retry?: string;
}

/** What the user can do about a failure. */
export const ADVICE_ON_FAILURE: { readonly [K in FailureKind]: AdviceOnFailure } = {
	rate: {
		what: 'The site allows 100 requests per 100 seconds for all its users. Try again later, or lower the requests per 100 seconds in the credential.',
	},
	quota: {
		what: 'The requests of this month are used up. Wait for the next month, or ask the provider of the service to release the limit.',
	},
	key: {
		what: 'Check the API key in the credential. Keys for forms and keys for the directory and notices come from different menus of the service, and a key may be valid for one form only.',
	},
	right: {
		what: 'The key has no right to this part of the API. Give it the right in the authentication settings of the service. For the directory and notices, you can enter a second key in the credential.',
	},
	refused: { what: 'Correct what the service names.' },
	service: { what: 'The service could not complete the request.', retry: 'Try again later.' },
	pages: {
		what: "Use a smaller 'Limit' if the operation has one, and tell the provider of the service that its lists ignore the page number.",
	},
	foreign: {
		what: 'Check the Base URL in the credential: another program answers at that address.',
	},
	network: { what: 'Check the Base URL in the credential and whether this machine reaches it.' },
	slow: {
		what: 'The service is too slow, or a proxy delays its replies.',
		retry: 'Try again later, with fewer rows or fields at a time.',
	},
	large: {
		what: 'Get fewer rows or fields at a time. If even a small list is too large, check the Base URL in the credential.',
	},
	redirect: {
		what: 'The service points to another address. The node did not follow it, to protect the key. Enter the final address as Base URL in the credential.',
	},
	cancelled: { what: '' },
};
