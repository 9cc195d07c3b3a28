import { sleep } from 'n8n-workflow';
import { parseSelectionShape, type SelectionShape } from '../../core/form/kinds/people';
import { Failure, LONGEST_QUIET_MS, type RawReply } from '../../core/request/failure';
import { redacted } from '../../core/request/redaction';
import { asList, isJsonObject, jsonObjectsIn, type JsonObject } from '../../core/json';
import { spanInWords, WORTH_TELLING_MS } from '../../core/text';
import type { ApiRequest } from '../../core/request/request';
import { keyFor, parseHeader, parseKey, parseSite } from '../../core/request/address-and-key';
import { attempt, cancelSignal, type Context, CREDENTIAL, type Wire } from './attempt';
import type { PageSize } from './smaller-pages';
import { mustBeZone, SiteZone } from '../../core/values/moment';
import { Pace } from '../../core/request/rate-window';

const DEFAULT_LIMIT = 100;
/** On a site that others use as well, gaps this short between requests do not show that its limit is reached. */
const GAPS_MS = 2_000;

interface Journal {
	/** Before each request, with the number of requests so far. */
	sent(requests: number): void;
	waits(sentence: string): void;
}

const USUAL_TERMS = {
	timeoutMs: 120_000,
	/** Enough for the largest reply at 175 kB per second. */
	longestMs: 600_000,
	deadline: Infinity,
	/** The longest wait of one request, after which it fails instead: a poll must not sleep. */
	patienceMs: Infinity,
	isPoll: false,
};

/** What a site has shown of what its document does not say. */
export class Learnt {
	selections?: SelectionShape;
	/** What updates, those with the whole record and imports keep besides the changes: single `values`, `lists`, `tables`, or all of a form (its ID). */
	readonly kept = { update: new Set(), whole: new Set(), import: new Set() };
	/** Whether one has cleared it. */
	clearsOthers = false;
	/** Whether a write was answered with 202: it may take effect later. */
	isDeferred = false;
	/** The forms whose lists show all their records. */
	readonly whole: Pick<Set<string>, 'has' | 'add'> = new Set();
	/** How many rows each list had when its end was seen, by its address. A site that cuts pages may cut them shorter one day. */
	readonly pages = new Map<string, { readonly rows: number; readonly until: number }>();
	/** How many rows the pages of a list may have, by its address: with more, a page was too large or too slow. */
	readonly sizes = new Map<string, PageSize>();
	/** A field with short values of each form; '' where the site does not allow to ask for it. */
	readonly shortFields = new Map<string, string>();
	/** Records that were written just now, or may have been, by the path of their list. */
	private written: Array<readonly [list: string, record: JsonObject, at: number]> = [];
	/** Seconds by which its clock is ahead of one in a time zone, and when it showed that, as `performance.now` counts. */
	clock?: { readonly zone: string; readonly ahead: number; readonly at: number };

	/** Of a request that may have taken effect. */
	noteWrite({ path, body }: ApiRequest): void {
		const { records, ...one } = (body ?? {}) as JsonObject;
		const list = path.replace(/(\/records)\/.*/, '$1');
		this.written = this.fresh();
		for (const { record } of jsonObjectsIn([one, ...asList(records)]))
			if (isJsonObject(record)) this.written.push([list, record, now()]);
	}

	/** Values by field ID. A site may list records only some time after they are written. */
	justWritten(list: string): readonly JsonObject[] {
		const ofList = this.fresh().filter(([path]) => path === list);
		return ofList.map(([, record]) => record);
	}

	private fresh() {
		const within = this.isDeferred ? SAVED_WITHIN_MS : LISTED_WITHIN_MS;
		return this.written.filter(([, , at]) => now() - at < within);
	}
}

const LISTED_WITHIN_MS = 60_000;
/** After 202. */
const SAVED_WITHIN_MS = 600_000;

/** For the whole process. */
export const learntAt = new Map<string, Learnt>();

/** Only executions give a journal. */
type Terms = Partial<typeof USUAL_TERMS> & { readonly journal?: Journal };

/** Sends requests at the pace of the site, and retries them if that is safe. Fails with a `Failure`. */
export type Client = Readonly<Pick<SiteClient, keyof SiteClient>>;

/** Throws an `InputError` for invalid settings of the credential. */
export async function connect(context: Context, terms: Terms = {}): Promise<Client> {
	return new SiteClient(context, await context.getCredentials<JsonObject>(CREDENTIAL), terms);
}

class SiteClient {
	readonly site: string;
	readonly learnt: Learnt;
	readonly selections: SelectionShape;
	/** Of what users enter: that of the site, else that of the workflow. */
	readonly zone: SiteZone;
	/** Requests per 100 seconds, from the credential. */
	readonly limit: number;
	/** How long its requests have waited for the limit, in milliseconds. */
	waitedMs = 0;
	/** Including retries. */
	sent = 0;
	/** The `Date` header of the latest reply, in milliseconds since 1970; NaN without one. */
	serviceTime = NaN;
	readonly hasRoom = (): boolean => this.pace.hasRoom(this.limit, now());
	private readonly wire: Wire;
	private readonly terms: typeof USUAL_TERMS;
	private readonly settings: JsonObject;
	/** Only to keep them out of messages. */
	private readonly keys: readonly string[];
	private readonly journal: Journal;

	constructor(context: Context, settings: JsonObject, terms: Terms) {
		this.terms = { ...USUAL_TERMS, ...terms };
		this.settings = settings;
		this.site = parseSite(settings.baseUrl);
		this.learnt = learntAt.get(this.site) ?? new Learnt();
		learntAt.set(this.site, this.learnt);
		parseHeader(settings.apiKeyHeader);
		mustBeZone(settings.timeZone);
		this.zone = new SiteZone(settings.timeZone, context.getTimezone());
		this.keys = [settings.apiKey, settings.directoryApiKey].map(parseKey);
		this.limit = Math.max(1, Math.floor(Number(settings.requestsPer100Seconds) || DEFAULT_LIMIT));
		this.selections = parseSelectionShape(settings.selections);
		const methodOverride = settings.methodOverride === true;
		this.wire = { ...this.terms, context, site: this.site, methodOverride };
		// Polls and lists of the editor only log their waits.
		const log = (sentence: string) => context.logger.info(sentence);
		this.journal = terms.journal ?? { sent: () => {}, waits: log };
	}

	/** Fails as cancelled if `stop` fires while it waits. Throws an `InputError` if the credential lacks its key. */
	async send(request: ApiRequest, stop?: StopSignal): Promise<RawReply> {
		keyFor(request.path, this.settings);
		const stops = [cancelSignal(this.wire.context), stop];
		let ambiguous = false;
		try {
			for (let n = 1; ; n++) {
				await this.turn(stops);
				const answer = await attempt(this.wire, request);
				if (!(answer instanceof Failure)) {
					this.serviceTime = Date.parse(String(answer.headers.date));
					if (request.method !== 'GET') this.learnt.noteWrite(request);
					this.learnt.isDeferred ||= answer.statusCode === 202;
					return answer;
				}
				const failure = this.cleaned(request, answer);
				// The entry is gone because an earlier attempt deleted it.
				if (request.method === 'DELETE' && failure.status === 404 && ambiguous)
					return { statusCode: 204, headers: {}, body: undefined };
				ambiguous ||= failure.ambiguous;
				if (failure.ambiguous) this.learnt.noteWrite(request);
				await this.pauseAfter(failure, n, stops, request.method !== 'POST');
			}
		} catch (error) {
			// Whatever the last failure is, an earlier attempt may have succeeded.
			throw error instanceof Failure && ambiguous ? error.with({ ambiguous }) : error;
		}
	}

	private async turn(stops: StopSignals): Promise<void> {
		const { limit } = this;
		const { isPoll } = this.terms;
		const patienceMs = Math.max(this.terms.patienceMs, GAPS_MS);
		const begun = now();
		const id = ++asks;
		this.pace = this.pace.withWaiting({ id, limit, isUrgent: patienceMs < Infinity, isPoll });
		try {
			for (let isTold = false; !this.pace.sendableNow(now()).includes(id); isTold = true) {
				const ms = this.pace.startTime(id, now()) - now();
				const quietMs = this.pace.quietUntil - now();
				if (ms > patienceMs || quietMs > LONGEST_QUIET_MS) throw this.usedUp(ms, quietMs > 0);
				if (!isTold) this.logWait(ms, `The rate limit of ${this.site} is used up`);
				// Others may give up their turn, or the rate limit may be reached: check again soon.
				await sleepUntilStopped(Math.min(ms, SLICE_MS), stops);
			}
			this.pace = this.pace.sentAt(id, now());
		} finally {
			this.pace = this.pace.withoutWaiting(id);
		}
		const ended = now();
		this.waitedMs += ended - begun;
		if (ended >= this.wire.deadline)
			throw new Failure({
				kind: 'slow',
				message: 'The poll ran out of time before all its requests were sent',
			});
		this.journal.sent(++this.sent);
	}

	private usedUp(retryAfterMs: number, isQuiet: boolean): Failure {
		const share = this.terms.isPoll ? this.pace.usedUpShare(this.limit, now()) : undefined;
		let why = 'the requests per 100 seconds are used up';
		if (share !== undefined)
			why = `triggers have used their share, ${share} of ${this.limit} requests per 100 seconds`;
		if (isQuiet) why = 'the site has asked to wait';
		return new Failure({ kind: 'rate', message: `Rate limit reached: ${why}`, retryAfterMs });
	}

	private get pace(): Pace {
		return paces.get(this.site) ?? new Pace();
	}

	private set pace(pace: Pace) {
		paces.set(this.site, pace);
	}

	private logWait(ms: number, why: string): void {
		if (ms < WORTH_TELLING_MS) return;
		const until = new Date(Date.now() + ms).toISOString();
		this.journal.waits(`${why}. Waiting ${spanInWords(ms)}, until ${until}`);
	}

	/** Throws the failure if no retry is allowed. */
	private async pauseAfter(
		failure: Failure,
		attempts: number,
		stops: StopSignals,
		repeatable: boolean,
	): Promise<void> {
		const delay = failure.retryDelay(attempts, { repeatable, random: Math.random() });
		const quietMs = delay ?? failure.retryAfterMs ?? 0;
		if (failure.kind === 'rate') this.pace = this.pace.quietAfterRejection(now(), now() + quietMs);
		const isLate = now() + (delay ?? 0) >= this.wire.deadline;
		if (delay === undefined || delay > this.terms.patienceMs || isLate) throw failure;
		// If the whole site is paused, the turn of the next attempt includes the wait.
		if (failure.kind === 'rate') return;
		this.logWait(delay, failure.message);
		await sleepUntilStopped(delay, stops);
	}

	private cleaned({ method, path, body }: ApiRequest, failure: Failure): Failure {
		// A read changes nothing, whatever its outcome.
		const known = method === 'GET' ? failure.with({ ambiguous: false }) : failure;
		return redacted(known.at(path, this.site), this.keys, body);
	}
}

/** For the whole process: the limit is per site, so all executions, triggers and lists share it. */
const paces = new Map<string, Pace>();
let asks = 0;

/** Long waits sleep in slices, because n8n offers no sleep that can be cancelled. */
const SLICE_MS = 250;

// A clock that does not jump when the machine's time is set.
const now = () => performance.now();

type StopSignal = Pick<AbortSignal, 'aborted'>;
type StopSignals = ReadonlyArray<StopSignal | undefined>;

/** Fails soon after one of the signals fires. */
export async function sleepUntilStopped(ms: number, stops: StopSignals): Promise<void> {
	const until = now() + ms;
	for (let left = ms; left > 0; left = until - now()) {
		if (stops.some((stop) => stop?.aborted)) {
			// n8n recognizes a stopped execution by this word.
			throw new Failure({ kind: 'cancelled', message: 'The execution was canceled' });
		}
		await sleep(Math.min(left, SLICE_MS));
	}
}
