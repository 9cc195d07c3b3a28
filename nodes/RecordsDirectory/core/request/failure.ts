import type { Subject } from '../text';
import type { JsonObject } from '../json';
import { WINDOW_MS } from '../limits';

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

/** Attempts per request, including the first. */
const ATTEMPTS = 4;
const BASE_MS = 1_000;
const LONGEST_MS = 30_000;
/** If the rate limit asks for a longer wait, the request fails instead. */
export const LONGEST_QUIET_MS = 300_000;

/** Codes of certificates that were not accepted. */
const UNTRUSTED = /^(ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_)/;

type FailureFacts = Pick<Failure, 'kind' | 'message'> & {
	readonly [Fact in OtherFact]?: Failure[Fact] | undefined;
};
type OtherFact = 'status' | 'details' | 'retryAfterMs' | 'ambiguous' | 'code' | 'subject' | 'looks';

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

	/** Returns the failure with some facts changed. */
	with(facts: Partial<FailureFacts>): Failure {
		return new Failure({ ...this, message: this.message, ...facts });
	}

	/** Whether nothing was sent because our own request window is full. */
	get isOwnLimit(): boolean {
		return this.kind === 'rate' && this.status === undefined;
	}

	/** Whether the request was certainly not sent. */
	get wasNotSent(): boolean {
		return !this.ambiguous && (this.kind === 'cancelled' || this.isOwnLimit);
	}

	/** Whether no further request can be sent, whatever it is about. */
	get stopsAll(): boolean {
		return ['rate', 'quota', 'cancelled'].includes(this.kind);
	}

	/** Whether every further request would fail in the same way. */
	get isFinal(): boolean {
		return this.stopsAll || ['key', 'right'].includes(this.kind);
	}

	/** Whether the connection failed because of the service's certificate. */
	get isUntrusted(): boolean {
		return this.kind === 'network' && UNTRUSTED.test(this.code ?? '');
	}

	/** Whether the service may still be working on a request after the client stopped waiting. */
	get mayStillRun(): boolean {
		return ['ECONNABORTED', 'ETIMEDOUT'].includes(this.code ?? '') || this.status === 504;
	}

	/**
	 * Returns how long to wait before retrying the request, in milliseconds; undefined if it must not be retried. A
	 * request rejected for the rate limit did nothing, so it may always be retried. One that may have taken effect is
	 * retried only if it is `repeatable` (GET, PUT, DELETE). `random` is in [0, 1).
	 */
	retryDelay(
		attempt: number,
		{ repeatable, random }: { readonly repeatable: boolean; readonly random: number },
	): number | undefined {
		if (attempt >= ATTEMPTS) return undefined;
		if (this.kind === 'rate') {
			// Jitter keeps several n8n workers from retrying at the same moment.
			const asked = this.retryAfterMs ?? WINDOW_MS;
			return asked <= LONGEST_QUIET_MS ? asked + random * 2_000 : undefined;
		}
		const passing = this.kind === 'service' || this.kind === 'network';
		if (!passing || !repeatable) return undefined;
		if (this.retryAfterMs !== undefined) {
			return this.retryAfterMs <= LONGEST_MS ? this.retryAfterMs : undefined;
		}
		return Math.min(BASE_MS * 2 ** (attempt - 1), LONGEST_MS) * (0.75 + 0.25 * random);
	}

	/**
	 * Adds what the service does not say: what was not found, from the path of the request, and the path of the
	 * Base URL if another program answers there.
	 */
	at(path: string, site: string): Failure {
		const missing = this.status === 404 && this.details.length === 0 ? describePath(path) : '';
		const { pathname } = new URL(site);
		const isBelow = this.kind === 'foreign' && pathname !== '/';
		const below = isBelow ? ` (below the path ${pathname} of the Base URL)` : '';
		return this.with({ message: `${this.message}${missing && `: ${missing}`}${below}` });
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
