import {
	firstSpread,
	isBehind,
	latestDate,
	learnClock,
	setBack,
	SLACK_SECONDS,
	shownSpread,
	withCrowd,
	type KnownClock,
	type Moment,
	type Spread,
} from './clock';
import {
	findChange,
	countsUpdates,
	differsInSilence,
	forgetContent,
	orderTime,
	type ChangeEvent,
	type WatchedForm,
} from './event';
import { mustBeRow, type PageReply, type RecordRow } from '../listed-record';
import { idsAbove, isAbove, type Id } from '../../id';
import { stateOfScope } from '../saved-state';
import { mayFindMore, type Ended, type Poll } from '../poll-contract';
import { openSeen, packSeen, type SeenRecords, type SeenVersion } from './seen';
import { differing, fieldName, type Unsteady } from './unsteady';
import { later, shiftTime } from '../../values/moment';
import type { Sweep } from '../sweep';
import { mistake } from '../../values/input-error';
import { SMALLEST_PAGE } from '../../listing/pages';
import {
	advanceWalk,
	resumeWalk,
	ScanError,
	startWalk,
	walkRequest,
	type PageRequest,
	type Walk,
} from '../../listing/walk';

export type { ChangeEvent, ChosenEvent } from './event';

/** What the user chose, and the limits of a poll. */
export interface ChangeSettings extends WatchedForm {
	/** Fingerprint of site, form, filter and event: another one causes a new baseline. */
	readonly scope: string;
	/** How late rows may show up plus how far the server's clock may step back, in seconds. */
	readonly overlapSeconds: number;
	/** The most requests per poll; the rest of the work is left to the next polls. */
	readonly maxRequests: number;
	/** The most rows per page; the document allows 1000. */
	readonly pageSize: number;
	/** The most events per poll. */
	readonly mostItems?: number;
	/** Fields whose changes the user wants, so that none of them may be ignored. */
	readonly watchedFields?: readonly string[];
	/** A trigger without a state emits the records from this time on first; undefined: it takes a silent baseline. */
	readonly since?: string | undefined;
}

/**
 * Reads all rows down to `windowStart`, over one or more polls. Its times, from old to new: `windowStart`, where it ends; `crowd`;
 * `settledBefore`, which is the `windowStart` of the next scan; `newestAtStart`.
 */
export interface Scan {
	readonly isBaseline: boolean;
	/** Whether it is the first of its trigger and emits what it finds. */
	readonly isStart?: true;
	readonly windowStart: string;
	/** The newest time that had come when the first page was read; null until it is found. */
	readonly newestAtStart: string | null;
	/** Rows older than this cannot change without becoming newer. */
	readonly settledBefore: string;
	/** When the first page was made, if the service says so. */
	readonly startedAt?: Moment | undefined;
	/** How far the clock of the records is ahead of that. */
	readonly spread?: Spread | undefined;
	/** The newest time when it began that is not dated in the future; later changes are not for a baseline. */
	readonly until?: string;
	readonly walk: Walk;
	/** Set while the form is read by record ID: the time that pages cannot pass, as too many rows share it. */
	readonly crowd?: string;
	/** The largest page of this scan: a smaller one is the end of the list. */
	readonly largestPage: number;
	readonly requests: number;
}

/** Everything the trigger keeps between polls, as plain JSON. It grows with the window, not with the form. */
export interface ChangeState {
	readonly version: 1;
	readonly scope: string;
	/** The newest time of a completed scan that had come; '' for none. */
	readonly newest: string;
	/** The server's time when `newest` was first read, in milliseconds. */
	readonly newestReadAt?: number | undefined;
	/** Rows with this time or a newer one are in the window. If later than `newest`, that time is settled. */
	readonly windowStart: string;
	/** The newest time at the last scan that is not dated in the future. */
	readonly until?: string | undefined;
	/** The clock of the records at the last scan; absent if the service does not say its time. */
	readonly clock?: KnownClock | undefined;
	readonly seen: SeenRecords;
	/** The server's time when the window first stayed open because its rows were not proven complete, in milliseconds. */
	readonly unproven?: number | undefined;
	/** A scan that its poll could not complete. */
	readonly scan?: Scan;
	/** The sweep over the records that exist, if polls before have not ended it. */
	readonly existing?: Sweep;
	/** Values that differ with every reply; undefined if none is known. */
	readonly unsteady?: Unsteady;
}

/** Returns the state of a trigger that has not read anything yet. */
export function emptyState({
	scope,
	since = '',
}: Pick<ChangeSettings, 'scope' | 'since'>): ChangeState {
	return { version: 1, scope, newest: '', windowStart: since, seen: {} };
}

/** Rows of the only page of a poll without changes. */
const FIRST_LIMIT = 10;
/** Rows of the first page of a trigger, which are remembered. */
const START_LIMIT = 100;
/** More than twenty million rows are no form, but a service that invents pages. */
const MOST_REQUESTS = 20_000;
/** How many overlaps a window may stay open before its rows must be proven, at any cost. */
const MOST_OVERLAPS_OPEN = 3;
/** Requests after which a reading by record ID may end without proof: it reads smaller forms to their end. */
const LEAST_READ = 20;
/** Replies that show which values differ with every one: a single difference may be an edit. */
const REPLIES_COMPARED = 3;

const IN_FUTURE =
	"A record is dated in the future. The trigger emits it once, and later changes as usual. If all new records are, correct the 'Time Zone' of the credential.";
const SET_BACK =
	"The clock of the service was set back by more than the 'Look-Back Window (Seconds)'. The trigger looks back further until the clock has caught up. Changes of that time can come again, with the same eventId.";

/**
 * Starts a poll from a saved state. Without one, or with another scope, takes a silent baseline. Loses and
 * repeats nothing as long as late rows and jumps of the server's clock together stay within the overlap.
 */
export const startChanges = (
	saved: ChangeState | undefined,
	settings: ChangeSettings,
): ChangePoll => new ChangePoll(saved, settings);

/**
 * A poll for changes: reads the window and compares its rows with the known versions. A single page that reaches
 * below the start of the window shows one moment: nothing can have moved. Of several pages, each must begin
 * strictly newer than the end of the previous one. A time with more rows than half a page cannot be passed this
 * way. Then the form is read by record ID, which has no ties, until nothing is new. If these rows are read again
 * anyway, the proof that none is missing is left to a later scan, which reads the form to its end.
 */
export class ChangePoll implements Poll<PageRequest, PageReply, Ended<ChangeEvent, ChangeState>> {
	request: PageRequest | undefined;
	private readonly settings: ChangeSettings;
	private readonly by: 'updatedAt' | 'createdAt';
	private readonly state: ChangeState;
	private readonly seen: Map<Id, SeenVersion>;
	private readonly events: ChangeEvent[] = [];
	private scan: Scan;
	/** How the scan ended. `open`: probably read to the end; a later scan must prove it. */
	private outcome: 'complete' | 'open' | undefined;
	/** The overlap, with the hour that the clock repeats added. */
	private overlapSeconds: number;
	private unsteady: Unsteady;
	/** What the new versions of this poll show of the clock. */
	private readonly shown: Spread[] = [];
	private readonly warnings = new Set<string>();
	/** Replies to the same request, of which the last will count. */
	private replies: PageReply[] = [];
	/** Records of which this poll has found a new version. */
	private readonly fresh = new Set<Id>();
	private left: number;

	constructor(saved: ChangeState | undefined, settings: ChangeSettings) {
		const known = stateOfScope(saved, settings.scope);
		this.settings = settings;
		this.by = orderTime(settings.event);
		this.overlapSeconds = settings.overlapSeconds;
		this.state = known ?? emptyState(settings);
		this.seen = openSeen(this.state.seen);
		this.unsteady = this.state.unsteady ?? [];
		const { scan } = this.state;
		this.scan = scan
			? { ...scan, walk: resumeWalk(scan.walk, settings.pageSize) }
			: this.begun(known !== undefined);
		this.left = settings.maxRequests;
		this.request = this.next();
	}

	/** Whether the baseline is still missing: changes before it stay silent. */
	get isBaseline(): boolean {
		return this.scan.isBaseline && this.outcome === undefined;
	}

	/** Every row that is newer than this has been read; '' if that is not known. */
	get readDownTo(): string {
		const { crowd, walk } = this.scan;
		return crowd ?? String(walk.edge ?? '');
	}

	/** Ends the scan at a time down to which it has read. */
	stop(time: string): void {
		this.scan = { ...this.scan, windowStart: shiftTime(time, 1) };
		this.outcome = 'complete';
		this.request = undefined;
	}

	take(reply: PageReply): void {
		reply.rows.forEach(mustBeRow);
		this.left--;
		this.replies.push(reply);
		if (!this.mustReadAgain()) this.accept(reply);
		this.request = this.next();
	}

	end(): Ended<ChangeEvent, ChangeState> {
		const unaccepted = this.replies.at(-1);
		if (unaccepted) this.accept(unaccepted);
		const { by, fresh } = this;
		const events = [...this.events].sort(({ row: a }, { row: b }) =>
			a[by] === b[by] ? idsAbove(a.recordId, b.recordId) : a[by] < b[by] ? -1 : 1,
		);
		const isKnown = this.unsteady.length > 0;
		const state = { ...this.nextState(), ...(isKnown && { unsteady: this.unsteady }) };
		return { events, state, fresh: fresh.size, warnings: [...this.warnings] };
	}

	private nextState(): ChangeState {
		const { state, scan, outcome, seen } = this;
		const { settledBefore, startedAt, spread, until } = scan;
		const { version, scope } = state;
		if (!outcome) {
			// The time may be that of the creation, which is newer than the edit if the clock was set back.
			const edge = shiftTime(this.readDownTo, this.overlapSeconds);
			const mayComeAgain = ({ time }: SeenVersion, recordId: Id) =>
				time >= settledBefore || edge === '' || (time <= edge && !this.isAboveWalk(recordId));
			const clock = state.clock && learnClock(state.clock, this.shown);
			return { ...state, clock, seen: packSeen(seen, mayComeAgain), scan };
		}
		const newest = scan.newestAtStart ?? this.newestKnown;
		const isOpen = outcome === 'open';
		const windowStart = isOpen ? scan.windowStart : later(scan.windowStart, settledBefore);
		const isSame = newest === state.newest && state.newestReadAt !== undefined;
		return {
			version,
			scope,
			newest,
			newestReadAt: isSame ? state.newestReadAt : startedAt?.date,
			windowStart,
			until,
			...(startedAt && spread && { clock: this.clockAt(startedAt, spread) }),
			...(isOpen && { unproven: state.unproven ?? startedAt?.date }),
			seen: packSeen(seen, ({ time }) => time >= windowStart),
		};
	}

	private clockAt(moment: Moment, spread: Spread): KnownClock {
		const { clock } = this.state;
		const { date, shows, at } = moment;
		const latest = latestDate(clock, moment);
		return learnClock({ date, shows, at, spread, shown: clock?.shown, latest }, this.shown);
	}

	private next(): PageRequest | undefined {
		const isEnough = this.left <= 0 || !mayFindMore(this.events.length, this.settings);
		return this.outcome !== undefined || isEnough ? undefined : walkRequest(this.scan.walk);
	}

	private begun(isKnown: boolean): Scan {
		const { pageSize, since } = this.settings;
		const { windowStart, newest } = this.state;
		const isStart = !isKnown && since !== undefined;
		// One page for the whole window. If several are needed anyway, a small first page shows as much.
		const inWindow = [...this.seen.values()].filter(({ time }) => time >= windowStart).length;
		const all = inWindow < pageSize ? inWindow + FIRST_LIMIT : FIRST_LIMIT;
		return {
			isBaseline: !isKnown && !isStart,
			...(isStart && { isStart }),
			windowStart,
			newestAtStart: null,
			// Until the first page is there, the newest time known so far.
			settledBefore: newest,
			walk: startWalk(this.by, Math.min(pageSize, isKnown ? all : START_LIMIT)),
			largestPage: SMALLEST_PAGE,
			requests: 0,
		};
	}

	/**
	 * Whether to ask for the same page again: a record differs and its time does not, or a trigger begins. What
	 * differs again between replies at once is no edit, as the second of that time is over.
	 */
	private mustReadAgain(): boolean {
		const { replies, watched, scan, left } = this;
		const [last, before, first] = [...replies].reverse();
		if (!last || !countsUpdates(watched.event) || watched.comparesTimes) return false;
		const isNew = (scan.isBaseline || scan.isStart === true) && scan.requests === 0;
		if (!before) return left > 0 && (isNew ? last.rows.length > 0 : last.rows.some(this.isInDoubt));
		const newest = (isNew && last.rows[0]?.[this.by]) || '';
		const over = last.rows.filter((row) => row[this.by] < newest || this.isOld(row, last.moment));
		const differences = differing(before.rows, over);
		if (!first) return left > 0 && differences.some((name) => !this.unsteady.includes(name));
		const often = differing(first.rows, before.rows).filter((name) => differences.includes(name));
		if (often.length > 0) this.learn(often);
		return replies.length < REPLIES_COMPARED;
	}

	private readonly isInDoubt = (row: RecordRow): boolean => {
		const known = this.seen.get(row.recordId);
		const isInWindow = row[this.by] >= this.scan.windowStart;
		return known !== undefined && isInWindow && differsInSilence(row, known, this.watched);
	};

	/** Whether the last scan read the record with the time that it has now, in another second. */
	private isOld(row: RecordRow, moment: Moment | undefined): boolean {
		const { clock } = this.state;
		const seconds = clock && moment ? (moment.date - clock.date) / 1000 : Infinity;
		return seconds > 1 && this.seen.get(row.recordId)?.time === row[this.by];
	}

	private learn(names: Unsteady): void {
		this.unsteady = [...new Set([...this.unsteady, ...names])];
		forgetContent(this.seen);
		const { isBaseline } = this.scan;
		const { watchedFields = [] } = this.settings;
		const name = watchedFields.find((field) => this.unsteady.includes(fieldName(field)));
		if (!isBaseline || name === undefined) return;
		// It would start the workflow for every change of a record.
		throw mistake('watchedUnsteady', { name });
	}

	/** What is watched, without the values that differ anyway. */
	private get watched(): WatchedForm {
		const { watchedFields = [] } = this.settings;
		const isWatched = new Set(watchedFields.map(fieldName));
		const unsteady = this.unsteady.filter((name) => !isWatched.has(name));
		return { ...this.settings, unsteady };
	}

	/** Takes the reply that counts. Throws a `ScanError` for a list that contradicts itself. */
	private accept(reply: PageReply): void {
		this.replies = [];
		const { rows, repeatedSeconds = 0 } = reply;
		// While the clock repeats an hour, new times may be that much older than times read before.
		this.overlapSeconds = this.settings.overlapSeconds + repeatedSeconds;
		if (this.scan.requests === 0) this.begin(reply);
		if (this.scan.newestAtStart === null) this.findNewest(reply);
		const before = this.scan;
		const requests = before.requests + 1;
		if (requests > MOST_REQUESTS)
			throw new ScanError('The record list of the service does not end');
		const asked = walkRequest(before.walk);
		const keys = rows.map((row) => row[before.walk.order]);
		const { walk, isJoined, outcome } = advanceWalk(
			before.walk,
			{ asked, keys },
			before.largestPage,
		);
		const largestPage = Math.max(before.largestPage, rows.length);
		const next = { ...before, walk, requests, largestPage };
		const last = rows.at(-1);
		const isBelow = !this.isById && last !== undefined && last[this.by] < before.windowStart;
		const isWhole = isJoined && (outcome === 'end' || isBelow);
		const isSmall = requests === 1 && asked.limit < this.settings.pageSize;
		if (isSmall && !isWhole && rows.length >= asked.limit) return this.widen(reply, next);
		const hasNews = this.note(reply);
		// If the first page is the whole form, whatever comes later is new.
		const isAll = before.isBaseline && requests === 1 && isWhole && outcome === 'end';
		this.scan = isAll ? { ...next, windowStart: '' } : next;
		// Nothing new among older records: what was created together has been read.
		const isPast = requests >= LEAST_READ && rows.some((row) => row[this.by] < before.windowStart);
		const mayEnd = !before.isStart && (this.state.unproven !== undefined || isPast);
		if (isWhole) this.outcome = 'complete';
		else if (this.isById && mayEnd && !hasNews && isJoined && this.mayWait(before.crowd))
			this.outcome = 'open';
		else if (!this.isById && outcome === 'stuck') this.readById(rows);
	}

	private get isById(): boolean {
		return this.scan.crowd !== undefined;
	}

	/** The newest time that had come when the scan began, as far as earlier polls know. */
	private get newestKnown(): string {
		const { newest } = this.state;
		const least = this.shownBy(this.scan.startedAt, 0);
		return least === undefined || newest < least ? newest : least;
	}

	/** Returns the earliest (0) or the latest (1) time that the clock of the records may show. */
	private shownBy(moment: Moment | undefined, bound: 0 | 1): string | undefined {
		const { spread } = this.scan;
		return moment && spread && shiftTime(moment.shows, spread[bound]);
	}

	/** Fixes the window with the first page. */
	private begin({ rows, moment }: PageReply): void {
		const { clock } = this.state;
		const times = rows.map((row) => row[this.by]);
		const spread = clock?.spread ?? (moment && firstSpread(moment, times));
		this.scan = { ...this.scan, startedAt: moment, spread };
		if (clock && moment) this.lookBack(clock, moment);
		this.scan = { ...this.scan, settledBefore: this.settled(this.newestKnown) };
	}

	/** Moves the start of the window if the clock was set back: what was written since may be older. */
	private lookBack(clock: KnownClock, moment: Moment): void {
		const { scan, overlapSeconds } = this;
		const { seconds = 0, oldest = scan.windowStart } = setBack(clock, moment) ?? {};
		if (seconds > overlapSeconds) this.warnings.add(SET_BACK);
		if (oldest < scan.windowStart)
			this.scan = { ...scan, windowStart: shiftTime(oldest, -overlapSeconds) };
	}

	/** Looks on a page for the newest time that has come. In a form with many records dated in the future it is not the first. */
	private findNewest({ rows, moment }: PageReply): void {
		const { by, scan, overlapSeconds } = this;
		const upTo = (time: string | undefined) =>
			rows.find((row) => time === undefined || row[by] <= time)?.[by];
		const last = rows.at(-1)?.[by];
		const until = scan.until ?? upTo(this.shownBy(moment, 1));
		if (until !== undefined) this.scan = { ...scan, until };
		if (scan.isBaseline && scan.until === undefined && until && last) {
			// Twice the overlap: a record may be created within it and then edited at an earlier time.
			const enough = shiftTime(until, -2 * overlapSeconds);
			// All that is newer than the last row is on this page.
			const read = shiftTime(last, 1);
			this.scan = { ...this.scan, windowStart: read < enough ? read : enough };
		}
		const top = upTo(this.shownBy(scan.startedAt, 0));
		if (top === undefined) return;
		const newestAtStart = later(top, this.newestKnown);
		this.scan = { ...this.scan, newestAtStart, settledBefore: this.settled(newestAtStart) };
	}

	/** Returns the time before which rows cannot change without becoming newer, from the newest time. */
	private settled(newest: string): string {
		const isSettled = newest === this.state.newest && this.isOver();
		return shiftTime(newest, isSettled ? 1 : -this.overlapSeconds);
	}

	/**
	 * Whether the window is closed: no row can still get the newest time or an older one. When that time was first
	 * read, it was on the server's clock. After more than the overlap no row can get it any more, whatever the
	 * clock's zone and error, and polls without changes need not look below it. The server must count twice the
	 * overlap, because a clock that was set back may have been set forward again since. Without the server's time,
	 * the window stays open.
	 */
	private isOver(): boolean {
		return this.waited() >= 2 * this.overlapSeconds + SLACK_SECONDS;
	}

	/** Returns the seconds of the server's time since the newest time was first read; -Infinity if unknown. */
	private waited(): number {
		const { date = -Infinity } = this.scan.startedAt ?? {};
		return (date - (this.state.newestReadAt ?? Infinity)) / 1000;
	}

	/**
	 * The small first page is not enough. If nothing is new in it, and no other record is written at the newest time any
	 * more, the proof that nothing is missing may wait.
	 */
	private widen(reply: PageReply, next: Scan): void {
		const { by, seen } = this;
		const { rows } = reply;
		const { startedAt, newestAtStart } = this.scan;
		const least = this.shownBy(startedAt, 0);
		const isQuiet =
			newestAtStart === this.state.newest &&
			this.waited() >= SLACK_SECONDS &&
			least !== undefined &&
			// Below records that are dated in the future there may be others.
			rows.every((row) => row[by] <= least && seen.get(row.recordId)?.time === row[by]);
		if (isQuiet && this.mayWait(rows.at(-1)?.[by]) && !this.note(reply)) {
			this.scan = next;
			this.outcome = 'open';
		} else this.scan = { ...next, walk: startWalk(by, this.settings.pageSize) };
	}

	/** What was created together has neighbouring IDs, so the newest come first. */
	private readById(rows: readonly RecordRow[]): void {
		const walk = startWalk('recordId', this.settings.pageSize);
		const crowd = this.readDownTo;
		const { startedAt, spread } = this.scan;
		this.scan = { ...this.scan, crowd, walk };
		const isMany =
			2 * rows.filter((row) => row[this.by] === crowd).length >= this.settings.pageSize;
		if (isMany && startedAt && spread && !isBehind(this.state.clock, startedAt))
			this.scan = { ...this.scan, spread: withCrowd(spread, startedAt, crowd) };
	}

	/**
	 * Whether a scan may end without proof because a later one brings it: the rows that pages could not pass are
	 * read again anyway, and the window has not been open for long.
	 */
	private mayWait(crowd = ''): boolean {
		const { windowStart, settledBefore, startedAt, isBaseline } = this.scan;
		// Without the server's time, the window would never close.
		if (isBaseline || !startedAt || crowd < settledBefore) return false;
		// The next scan does not know any more which rows this one has looked back for.
		if (windowStart < this.state.windowStart) return false;
		const seconds = (startedAt.date - (this.state.unproven ?? startedAt.date)) / 1000;
		return seconds <= MOST_OVERLAPS_OPEN * this.overlapSeconds;
	}

	/** Takes rows of the window, and returns whether this poll has found a new version of one of them. */
	private note({ rows, moment }: PageReply): boolean {
		const { by, seen, watched, fresh, state } = this;
		const { windowStart, isBaseline, until = '' } = this.scan;
		const most = this.shownBy(moment, 1);
		// Records that were older at the last scan differ because something else was edited, if no time comes again.
		const comesAgain = moment !== undefined && isBehind(state.clock, moment);
		const editedSince = comesAgain ? '' : shiftTime(state.until ?? '', -2 * this.overlapSeconds);
		for (const row of rows) {
			const isAhead = most !== undefined && row[by] > most;
			const isForNext = isBaseline && row[by] > until && !isAhead;
			const isOutside = !isBaseline && row[by] < windowStart;
			if (isForNext || isOutside || this.wasRead(row)) continue;
			const known = seen.get(row.recordId);
			const event = findChange(row, { windowStart, seen }, watched);
			// What the clock has yet to show again was read when it showed it first.
			const isPast = isAhead && row[by] < state.windowStart;
			const isSilent = known?.time === row[by];
			if (isAhead && !isPast && !known) this.warnings.add(IN_FUTURE);
			if (event && !isBaseline && !isPast && !(isSilent && row[by] < editedSince))
				this.tell(event, comesAgain ? undefined : moment);
			if (seen.get(row.recordId) !== known) fresh.add(row.recordId);
		}
		return rows.some(({ recordId }) => fresh.has(recordId));
	}

	/** Without a moment, the event shows nothing of the clock: of times that come again, nobody knows when they were written. */
	private tell(event: ChangeEvent, moment: Moment | undefined): void {
		const { clock } = this.state;
		this.events.push(event);
		if (!clock || !moment) return;
		this.shown.push(shownSpread(event.row[this.by], moment, clock, this.overlapSeconds));
	}

	/** Whether a row was certainly read: one that is settled cannot have moved there later. */
	private wasRead(row: RecordRow): boolean {
		const edge = this.readDownTo;
		const wasPassed = row[this.by] > edge || this.isAboveWalk(row.recordId);
		return edge !== '' && row[this.by] < this.scan.settledBefore && wasPassed;
	}

	/** Whether the reading by record ID has passed a record, and no later scan reads these rows again. */
	private isAboveWalk(recordId: Id): boolean {
		const { crowd, isStart, settledBefore, walk } = this.scan;
		const isLast = crowd !== undefined && (isStart || crowd < settledBefore);
		return isLast && walk.edge !== null && !isAbove(walk.edge, recordId);
	}
}
