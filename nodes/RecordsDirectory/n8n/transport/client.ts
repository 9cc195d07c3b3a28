import type { JsonObject } from 'n8n-workflow';
import { selectionShapeOf, type SelectionShape } from '../../core/form/selections';
import { isJsonObject } from '../../core/json';
import { changed, Failure, failureOf, type RawReply } from '../../core/request/failure';
import { subjectOf } from '../../core/request/path-words';
import { passwordsIn, redacted } from '../../core/request/redaction';
import { connectionFailure } from '../../core/request/outcome';
import type { ApiRequest } from '../../core/request/request';
import { delayAfter, LONGEST_QUIET_MS } from '../../core/request/retry';
import { headerOf, headerValueOf, siteOf } from '../../core/request/site';
import { zoneOf } from '../../core/values/time-zone';
import { attempt, wholeReply, type Wire } from './attempt';
import { cancelSignalOf, CREDENTIAL, type Context } from './context';
import { hasRoomForWork, pause, quiet, turn, waitFor, type Stop } from './pacer';
import { WaitingTime } from './waiting-time';

/** The longest silence of the service. */
const TIMEOUT_MS = 120_000;
/** The longest time of a request: the largest reply at 175 kB a second. */
const LONGEST_MS = 600_000;
const DEFAULT_LIMIT = 100;
/** Gaps between requests to a site that others use as well are no sign that its limit is reached. */
const GAPS_MS = 2_000;

/** What an update is not found by when it gives a new code and has taken effect before. */
const RENAMED = 'or an earlier attempt already changed its code';

/** Sends requests to one site: at its pace, and again where that is safe. Fails with a `Failure`. */
export interface Client {
	readonly site: string;
	/** How the site takes users and organizations in records. */
	readonly selections: SelectionShape;
	/** The time zone of the site, if the credential names it. */
	readonly timeZone: string | undefined;
	/** One that is called off while it waits for its turn fails as cancelled. */
	send(request: ApiRequest, calledOff?: Stop): Promise<RawReply>;
	/** Sends a read once. Its reply of any status, and when it was on its way; undefined where it did not come whole. */
	look(request: ApiRequest): Promise<TimedReply | undefined>;
	/** Milliseconds that so many requests more will wait for the limit, if nobody else asks. */
	waitFor(requests: number): number;
	/** Requests in 100 seconds, as the credential says. */
	readonly limit: number;
	/** Whether the polls of the site leave room for work of theirs that can wait. */
	hasRoom(): boolean;
	/** Requests that it has been given to send; a retry counts as the request that it repeats. */
	given(): number;
	/** Requests that were sent, retries included. */
	sent(): number;
	/** The most requests that a run may send; Infinity where nobody has set a maximum. */
	readonly maximum: number;
	/** Milliseconds that its requests have waited for the limit. */
	waited(): number;
}

export interface TimedReply extends RawReply {
	/** Milliseconds since 1970. */
	readonly sentMs: number;
	readonly receivedMs: number;
}

/** Settings of the credential; the key itself is only read to keep it out of messages. */
interface CredentialSettings {
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

interface Terms extends Partial<Pick<Wire, 'timeoutMs' | 'longestMs' | 'deadline'>> {
	/** The longest single wait, after which a request fails instead; a poll must not sleep. */
	readonly patienceMs?: number;
	/** Whether the maximum of the credential counts, which is one for runs. */
	readonly isRun?: boolean;
	/** Whether a trigger polls. */
	readonly isPoll?: boolean;
}

/** The client of the node's credential. Throws an `InputError` for settings that cannot be right. */
export async function connect(context: Context, terms: Terms = {}): Promise<Client> {
	const settings = await context.getCredentials<CredentialSettings & JsonObject>(CREDENTIAL);
	return new SiteClient(context, settings, terms);
}

class SiteClient implements Client {
	readonly site: string;
	readonly selections: SelectionShape;
	readonly timeZone: string | undefined;
	readonly limit: number;
	readonly maximum: number;
	private readonly wire: Wire;
	private readonly patienceMs: number;
	private readonly isPoll: boolean;
	private readonly keys: ReadonlyArray<string | undefined>;
	private readonly waiting: WaitingTime;
	private requests = 0;
	private attempts = 0;

	constructor(context: Context, settings: CredentialSettings, terms: Terms) {
		const { patienceMs = Infinity, timeoutMs = TIMEOUT_MS, longestMs = LONGEST_MS } = terms;
		const { deadline = Infinity, isRun = false, isPoll = false } = terms;
		this.site = siteOf(String(settings.baseUrl ?? ''));
		headerOf(settings.apiKeyHeader);
		this.timeZone = zoneOf(settings.timeZone);
		this.keys = [settings.apiKey, settings.directoryApiKey];
		for (const key of this.keys) headerValueOf(key);
		this.limit = Math.max(1, Math.floor(Number(settings.requestsPer100Seconds) || DEFAULT_LIMIT));
		this.maximum = (isRun && Math.max(0, Number(settings.maximumRequests))) || Infinity;
		this.selections = selectionShapeOf(settings.selections);
		this.patienceMs = patienceMs;
		this.isPoll = isPoll;
		const methodOverride = settings.methodOverride === true;
		this.wire = { context, site: this.site, methodOverride, timeoutMs, longestMs, deadline };
		this.waiting = new WaitingTime(this.site, (line) => context.logger.info(line));
	}

	hasRoom(): boolean {
		return hasRoomForWork(this.site, this.limit);
	}

	given(): number {
		return this.requests;
	}

	sent(): number {
		return this.attempts;
	}

	waitFor(requests: number): number {
		return waitFor(this.site, this.limit, requests);
	}

	waited(): number {
		return this.waiting.ms;
	}

	async send(request: ApiRequest, calledOff?: Stop): Promise<RawReply> {
		if (this.requests >= this.maximum) throw reached(this.maximum);
		this.requests++;
		const signal = cancelSignalOf(this.wire.context);
		const stop: Stop = {
			get aborted() {
				return signal?.aborted === true || calledOff?.aborted === true;
			},
		};
		let ambiguous = false;
		try {
			for (let n = 1; ; n++) {
				await this.turn(stop);
				this.attempts++;
				const answer = await attempt(this.wire, request);
				if (!(answer instanceof Failure)) return answer;
				const failure = this.cleaned(request, answer);
				// The row is gone because the attempt before had taken effect.
				if (request.method === 'DELETE' && failure.status === 404 && ambiguous)
					return { statusCode: 204, headers: {}, body: undefined };
				if (failure.status === 404 && ambiguous && givesNewCode(request))
					throw changed(failure, { message: `${failure.message}, ${RENAMED}` });
				ambiguous ||= failure.ambiguous;
				await this.pauseAfter(failure, n, { stop, isRepeatable: request.method !== 'POST' });
			}
		} catch (error) {
			// Whatever comes last, an attempt before it may have taken effect.
			throw error instanceof Failure && ambiguous ? changed(error, { ambiguous }) : error;
		}
	}

	async look(request: ApiRequest): Promise<TimedReply | undefined> {
		if (this.requests >= this.maximum) throw reached(this.maximum);
		this.requests++;
		const signal = cancelSignalOf(this.wire.context);
		await this.turn({
			get aborted() {
				return signal?.aborted === true;
			},
		});
		this.attempts++;
		const sentMs = Date.now();
		const reply = await wholeReply(this.wire, request);
		if (signal?.aborted) throw connectionFailure({}, true);
		if (!reply) return undefined;
		const failure = failureOf(reply, Date.now());
		const delay = delayAfter(1, failure, { repeatable: true, random: Math.random() });
		if (failure.kind === 'rate') quiet(this.site, Math.min(delay ?? 0, LONGEST_QUIET_MS));
		return { ...reply, sentMs, receivedMs: Date.now() };
	}

	private async turn(stop: Stop): Promise<void> {
		const { isPoll, waiting } = this;
		const patienceMs = Math.max(this.patienceMs, GAPS_MS);
		const tell = (ms: number) => waiting.begins(ms);
		await waiting.during(() => turn(this.site, this.limit, { patienceMs, isPoll, stop, tell }));
	}

	/** Until a request may be sent again; throws the failure where it may not. */
	private async pauseAfter(
		failure: Failure,
		attempts: number,
		{ stop, isRepeatable }: { stop: Stop; isRepeatable: boolean },
	): Promise<void> {
		const delay = delayAfter(attempts, failure, {
			repeatable: isRepeatable,
			random: Math.random(),
		});
		// A day without a request, as some answers ask for, would look like a node that hangs.
		if (failure.kind === 'rate')
			quiet(this.site, Math.min(delay ?? failure.retryAfterMs ?? 0, LONGEST_QUIET_MS));
		const isLate = performance.now() + (delay ?? 0) >= this.wire.deadline;
		if (delay === undefined || delay > this.patienceMs || isLate) throw failure;
		// Where the whole site is quiet, the turn of the next attempt waits for it.
		if (failure.kind !== 'rate') await pause(delay, stop);
	}

	/** A failure that names what was not found and no secret. */
	private cleaned({ method, path, body }: ApiRequest, failure: Failure): Failure {
		// A read has no effect, whatever became of it.
		const known = method === 'GET' ? changed(failure, { ambiguous: false }) : failure;
		return redacted(named(path, known), [...this.keys, ...passwordsIn(body)]);
	}
}

const reached = (maximum: number) =>
	new Failure({
		kind: 'maximum',
		message: `This run needs more than ${maximum} requests, but the 'Maximum Requests' of the credential is ${maximum}`,
	});

const givesNewCode = ({ method, path, body }: ApiRequest): boolean =>
	method === 'PUT' &&
	isJsonObject(body) &&
	body.code !== undefined &&
	!path.endsWith(`/${encodeURIComponent(String(body.code))}`);

/** The service says of what does not exist that it was not found, and not what. */
function named(path: string, failure: Failure): Failure {
	const subject = failure.status === 404 && failure.details.length === 0 ? subjectOf(path) : '';
	return subject === '' ? failure : changed(failure, { message: `${failure.message}: ${subject}` });
}
