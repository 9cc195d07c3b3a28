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
	differing,
	KnownVersions,
	orderTime,
	type RecordEvent,
	type SavedVersions,
	type WatchedForm,
} from './known-versions';
import { idsAbove, isAbove, type Id } from '../../id';
import { pageFits, type Ended, type PageReply, type Poll, type RecordRow } from '../poll-contract';
import { later, shiftTime } from '../../values/moment';
import { mistake } from '../../values/input-error';
import {
	advanceWalk,
	mustNotBeCut,
	resumeWalk,
	startWalk,
	walkRequest,
	type PageRequest,
	type Walk,
} from '../../listing/walk';
import { rowsBefore } from '../../listing/pages';

export interface ChangeSettings extends WatchedForm {
	/** How late rows may show up plus how far the server's clock may step back, in seconds. */
	readonly overlapSeconds: number;
	readonly maxRequests: number;
	readonly pageSize: number;
	readonly mostItems?: number;
	/** A trigger without a state emits the records from this time on first; undefined: it takes a silent baseline. */
	readonly since?: string | undefined;
}

/** Reads all rows from the newest down to `windowStart`. `settledBefore` becomes the next `windowStart`. */
interface Scan {
	/** Of the first scan of a trigger: whether it emits what exists. */
	readonly purpose?: 'baseline' | 'existing';
	readonly windowStart: string;
	/** The newest time that had come when the first page was read; null until it is found. */
	readonly newestAtStart: string | null;
	/** Rows older than this cannot change without becoming newer. */
	readonly settledBefore: string;
	/** When the first page was made, if the service says so, and how far the clock of the records is ahead. */
	readonly startedAt?: Moment | undefined;
	/** The newest time when it began that is not dated in the future; later changes are not for a baseline. */
	readonly until?: string;
	readonly walk: Walk;
	/** Set while the form is read by record ID: the time that pages cannot pass, as too many rows share it. */
	readonly crowd?: string;
	/** The newest crowd of which the site did not list all rows: what is below it is read by time. */
	readonly unread?: ChangeState['unread'];
	readonly requests: number;
}

/** Plain JSON. It grows with the window, not with the form. */
export interface ChangeState extends SavedVersions {
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
	/** The server's time when the window first stayed open because its rows were not proven complete, in milliseconds. */
	readonly unproven?: number | undefined;
	/** Records of the baseline up to this time may not have been read: only known ones are compared. */
	readonly unread?: string | undefined;
	readonly scan?: Scan | undefined;
}

/** Rows of the only page of a poll without changes. */
const FIRST_LIMIT = 10;
/** Rows of the first page of a trigger, which are remembered. */
const START_LIMIT = 100;
/** How many overlaps a window may stay open before its rows must be proven, at any cost. */
const MOST_OVERLAPS_OPEN = 3;
/** Requests after which a reading by record ID may end without proof: it reads smaller forms to their end. */
const LEAST_READ = 20;

const TOO_DEEP =
	'The service does not list older records by their IDs. If more records than one page holds change between two polls, changes of the older ones may be missed.';

const IN_FUTURE =
	"A record is dated in the future. The trigger emits it once, and later changes as usual. If all new records are, correct the 'Time Zone' of the credential.";
const SET_BACK =
	"The clock of the service was set back by more than the 'Look-Back Window (Seconds)'. The trigger looks back further until the clock has caught up. Changes of that time can be emitted again, with the same eventId.";

/**
 * Reads the window and compares its rows with the known versions. Without a saved state, takes a baseline,
 * silent unless `since` is set. Loses and repeats nothing as long as late rows and jumps of the server's
 * clock together stay within the overlap. A single page that reaches below the start of the window shows one
 * moment: nothing can have moved. Of several pages, each must begin strictly newer than the end of the
 * previous one. A time with more rows than half a page cannot be passed this way. Then the form is read by
 * record ID, which has no ties, until nothing is new. If these rows are read again anyway, the proof that
 * none is missing is left to a later scan, which reads the form to its end.
 */
export class ChangePoll implements Poll<PageRequest, PageReply, RecordEvent, ChangeState> {
	private readonly settings: ChangeSettings;
	private readonly by: 'updatedAt' | 'createdAt';
	saved: ChangeState;
	readonly window: string;
	private readonly seen: KnownVersions;
	private readonly events: RecordEvent[] = [];
	private scan: Scan;
	/** How the scan ended. `open`: probably read to the end; a later scan must prove it. */
	private outcome: 'complete' | 'open' | undefined;
	/** The overlap, with the hour that the clock repeats added. */
	private overlapSeconds: number;
	/** What the new versions of this poll show of the clock. */
	private readonly shown: Spread[] = [];
	private readonly warnings = new Set<string>();
	/** Replies to the same request, of which the last will count. */
	private replies: PageReply[] = [];
	private left: number;

	constructor(saved: ChangeState | undefined, settings: ChangeSettings) {
		const { since = '' } = settings;
		this.settings = settings;
		this.by = orderTime(settings.event);
		this.overlapSeconds = settings.overlapSeconds;
		this.saved = saved ?? { newest: '', windowStart: since, seen: {} };
		this.seen = new KnownVersions(this.saved, settings);
		const { scan, windowStart } = this.saved;
		this.window = windowStart === '' ? 'the newest records' : `from ${windowStart}`;
		this.scan = scan
			? { ...scan, walk: resumeWalk(scan.walk, settings.pageSize) }
			: this.startScan(saved !== undefined);
		this.left = settings.maxRequests;
	}

	/** Whether the baseline is still missing: changes before it stay silent. */
	get isBaseline(): boolean {
		return this.scan.purpose === 'baseline' && this.outcome === undefined;
	}

	/** Every row that is newer than this has been read; '' if that is not known. */
	get readDownTo(): string {
		const { crowd, walk } = this.scan;
		return crowd ?? String(walk.edge ?? '');
	}

	get request(): PageRequest | undefined {
		const isEnough = this.left <= 0 || !pageFits(this.events.length, this.settings);
		if (this.outcome !== undefined || isEnough) return undefined;
		const { walk, crowd, unread } = this.scan;
		const mayBeRejected = (crowd ?? unread) !== undefined;
		return { ...walkRequest(walk), ...(mayBeRejected && { mayBeRejected }) };
	}

	/** Ends the scan at a time down to which it has read. */
	stop(time: string): void {
		this.scan = { ...this.scan, windowStart: shiftTime(time, 1) };
		this.outcome = 'complete';
	}

	take(reply: PageReply): void {
		const { scan, settings } = this;
		if (scan.purpose === 'existing' && scan.requests === 0 && settings.since !== undefined) {
			const { since: windowStart = settings.since } = reply;
			this.saved = { ...this.saved, windowStart };
			this.scan = { ...scan, windowStart };
		}
		this.left--;
		this.replies.push(reply);
		if (!this.compareReplies()) this.accept(reply);
	}

	end(): Ended<RecordEvent, ChangeState> {
		const unaccepted = this.replies.at(-1);
		if (unaccepted) this.accept(unaccepted);
		const { by, outcome, window } = this;
		const events = [...this.events].sort(({ row: a }, { row: b }) =>
			a[by] === b[by] ? idsAbove(a.recordId, b.recordId) : a[by] < b[by] ? -1 : 1,
		);
		const unproven = outcome === 'open' ? 'unproven' : undefined;
		return {
			events,
			state: outcome ? this.completed(outcome) : this.interrupted(),
			window,
			purpose: this.scan.purpose,
			unfinished: outcome ? unproven : 'unread',
			fresh: this.seen.fresh.size,
			warnings: [...this.warnings],
		};
	}

	private interrupted(): ChangeState {
		const { saved, scan, seen } = this;
		// The time may be that of the creation, which is newer than the edit if the clock was set back.
		const edge = shiftTime(this.readDownTo, this.overlapSeconds);
		// If the site does not list all of it by record ID, what is below the crowd is read again by time.
		const mayBeCut = (time: string) => scan.purpose !== 'existing' && time < (scan.crowd ?? '');
		const mayComeAgain = (time: string, recordId: Id) =>
			time >= scan.settledBefore ||
			edge === '' ||
			(time <= edge && (mayBeCut(time) || !this.isAboveWalk(recordId)));
		const clock = saved.clock && learnClock(saved.clock, this.shown);
		return { ...saved, clock, ...seen.pack(mayComeAgain), scan };
	}

	private completed(outcome: 'complete' | 'open'): ChangeState {
		const { saved, scan, seen } = this;
		const { settledBefore, startedAt, until } = scan;
		const newest = scan.newestAtStart ?? this.newestKnown;
		const isOpen = outcome === 'open';
		const windowStart = isOpen ? scan.windowStart : later(scan.windowStart, settledBefore);
		const isSame = newest === saved.newest && saved.newestReadAt !== undefined;
		const clock = startedAt && {
			...startedAt,
			shown: saved.clock?.shown,
			latest: latestDate(saved.clock, startedAt),
		};
		return {
			newest,
			newestReadAt: isSame ? saved.newestReadAt : startedAt?.date,
			windowStart,
			until,
			unread: scan.purpose === 'baseline' ? scan.unread : saved.unread,
			clock: clock && learnClock(clock, this.shown),
			unproven: isOpen ? (saved.unproven ?? startedAt?.date) : undefined,
			...seen.pack((time) => time >= windowStart),
		};
	}

	private startScan(isKnown: boolean): Scan {
		const { pageSize, since } = this.settings;
		const { windowStart, newest } = this.saved;
		// One page for the whole window. If several are needed anyway, a small first page shows as much.
		const inWindow = this.seen.countFrom(windowStart);
		const all = inWindow < pageSize ? inWindow + FIRST_LIMIT : FIRST_LIMIT;
		return {
			...(!isKnown && { purpose: since === undefined ? 'baseline' : 'existing' }),
			windowStart,
			newestAtStart: null,
			// Until the first page is there, the newest time known so far.
			settledBefore: newest,
			walk: startWalk(this.by, Math.min(pageSize, isKnown ? all : START_LIMIT)),
			requests: 0,
		};
	}

	/**
	 * Whether to repeat the request: a record differs and its time does not, or a trigger begins. What differs
	 * again between three replies at once is no edit, as the second of that time is over.
	 */
	private compareReplies(): boolean {
		const { replies, settings, scan, seen, left } = this;
		const [last, before, first] = [...replies].reverse();
		if (!last || this.by === 'createdAt' || settings.comparesTimes) return false;
		const isNew = scan.purpose !== undefined && scan.requests === 0;
		if (!before) {
			const isInDoubt = (row: RecordRow) =>
				row[this.by] >= scan.windowStart && seen.differsInSilence(row);
			return left > 0 && (isNew ? last.rows.length > 0 : last.rows.some(isInDoubt));
		}
		const newest = (isNew && last.rows[0]?.[this.by]) || '';
		const over = last.rows.filter((row) => row[this.by] < newest || this.isOld(row, last.moment));
		const differences = differing(before.rows, over);
		// A single difference may be an edit.
		if (!first) return left > 0 && differences.some((name) => !seen.unsteady.includes(name));
		const often = differing(first.rows, before.rows).filter((name) => differences.includes(name));
		const name = often.length > 0 ? seen.ignore(often) : undefined;
		// It would start the workflow for every change of a record.
		if (name !== undefined && scan.purpose === 'baseline')
			throw mistake('watchedUnsteady', { name });
		return false;
	}

	/** Whether the last scan read the record with the time that it has now, in another second. */
	private isOld(row: RecordRow, moment: Moment | undefined): boolean {
		const { clock } = this.saved;
		const seconds = clock && moment ? (moment.date - clock.date) / 1000 : Infinity;
		return seconds > 1 && this.seen.time(row.recordId) === row[this.by];
	}

	/** Throws a `ScanError` for a list that contradicts itself. */
	private accept(reply: PageReply): void {
		this.replies = [];
		const { rows, repeatedSeconds = 0 } = reply;
		// While the clock repeats an hour, new times may be that much older than times read before.
		this.overlapSeconds = this.settings.overlapSeconds + repeatedSeconds;
		if (this.scan.requests === 0) this.fixWindow(reply);
		if (this.scan.newestAtStart === null) this.findNewest(reply);
		const before = this.scan;
		const asked = walkRequest(before.walk);
		const keys = rows.map((row) => row[before.walk.order]);
		const step = advanceWalk(before.walk, { asked, keys });
		const after: Scan = {
			...before,
			walk: step.walk,
			requests: before.requests + 1,
		};
		const { comparesTimes } = this.settings;
		const isById = before.crowd !== undefined;
		if (comparesTimes || !isById || before.purpose === 'existing') mustNotBeCut(step);
		if (step.outcome === 'cut') {
			this.warnings.add(TOO_DEEP);
			// The scan reads on by time below it, as if all of that had been read.
			const { crowd = '', ...scan } = before;
			const walk = { ...startWalk(this.by, this.settings.pageSize), edge: shiftTime(crowd, -1) };
			this.scan = { ...scan, walk, unread: before.unread ?? crowd };
			return;
		}
		const last = rows.at(-1)?.[this.by] ?? '';
		const isBelow = !isById && rows.length > 0 && last < before.windowStart;
		const isWhole = step.isJoined && (step.outcome === 'end' || isBelow);
		const isFirst = before.requests === 0;
		const isSmall = isFirst && asked.limit < this.settings.pageSize && rows.length >= asked.limit;
		if (isSmall && !isWhole) {
			// If nothing is new in a small first page, the proof that nothing is missing may wait.
			if (this.isQuiet(rows) && this.mayWait(last) && !this.takeRows(reply)) this.outcome = 'open';
			const walk = startWalk(this.by, this.settings.pageSize);
			this.scan = this.outcome === 'open' ? after : { ...after, walk };
			return;
		}
		// It compares rows with those read before, so the scan advances after it.
		const hasNews = this.takeRows(reply);
		const isSmallForm = !isById && rowsBefore(asked) + rows.length < START_LIMIT;
		// If a baseline has read the whole form, whatever comes later is new.
		const isForm =
			before.purpose === 'baseline' && isSmallForm && isWhole && step.outcome === 'end';
		this.scan = isForm ? { ...after, windowStart: '' } : after;
		const isStuck = !isById && step.outcome === 'stuck';
		const isAtEnd = before.unread !== undefined && (isStuck || rows.length === 0);
		if (isWhole || isAtEnd) this.outcome = 'complete';
		else if (isStuck) this.readById(rows);
		else if (isById && step.isJoined && !hasNews && this.mayEnd(rows)) this.outcome = 'open';
	}

	/** Whether a reading by record ID may end at a page without news: what was created together has been read. */
	private mayEnd(rows: readonly RecordRow[]): boolean {
		const { purpose, requests, windowStart, crowd } = this.scan;
		const isPast = requests >= LEAST_READ && rows.some((row) => row[this.by] < windowStart);
		return (
			purpose !== 'existing' && (this.saved.unproven !== undefined || isPast) && this.mayWait(crowd)
		);
	}

	/** The newest time that had come when the scan began, as far as earlier polls know. */
	private get newestKnown(): string {
		const { newest } = this.saved;
		const least = this.shownBy(this.scan.startedAt, 0);
		return least === undefined || newest < least ? newest : least;
	}

	/** The earliest (0) or the latest (1) time that the clock of the records may show. */
	private shownBy(moment: Moment | undefined, bound: 0 | 1): string | undefined {
		const { startedAt } = this.scan;
		return moment && startedAt && shiftTime(moment.shows, startedAt.spread[bound]);
	}

	private fixWindow({ rows, moment }: PageReply): void {
		const { by, scan, overlapSeconds } = this;
		const { clock } = this.saved;
		const times = rows.map((row) => row[by]);
		const spread = clock?.spread ?? (moment && firstSpread(moment, times));
		const startedAt = moment && spread && { ...moment, spread };
		const { seconds = 0, oldest = scan.windowStart } =
			(clock && moment && setBack(clock, moment)) ?? {};
		if (seconds > overlapSeconds) this.warnings.add(SET_BACK);
		// If the clock was set back, what was written since may be older.
		const isOlder = oldest < scan.windowStart;
		const windowStart = isOlder ? shiftTime(oldest, -overlapSeconds) : scan.windowStart;
		this.scan = { ...scan, startedAt, windowStart };
		this.scan = { ...this.scan, settledBefore: this.settled(this.newestKnown) };
	}

	/** Looks on a page for the newest time that has come. In a form with many records dated in the future it is not the first. */
	private findNewest({ rows, moment }: PageReply): void {
		const { by, scan, overlapSeconds } = this;
		const upTo = (time: string | undefined) =>
			rows.find((row) => time === undefined || row[by] <= time)?.[by];
		const last = rows.at(-1)?.[by];
		const until = scan.until ?? upTo(this.shownBy(moment, 1));
		if (until !== undefined) this.scan = { ...scan, until };
		if (scan.purpose === 'baseline' && scan.until === undefined && until && last) {
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

	/**
	 * Rows older than this cannot change without becoming newer. The window closes once no row can still get
	 * the newest time or an older one. When it was first read, it was on the server's clock. After more than
	 * the overlap no row can get it any more, whatever the clock's zone and error, and polls without changes
	 * need not look below it. It waits twice the overlap on the server's clock, because that may have been set
	 * back and forward again. Without the server's time, the window stays open.
	 */
	private settled(newest: string): string {
		const isOver = this.waited() >= 2 * this.overlapSeconds + SLACK_SECONDS;
		const isSettled = newest === this.saved.newest && isOver;
		return shiftTime(newest, isSettled ? 1 : -this.overlapSeconds);
	}

	/** Seconds of the server's time since the newest time was first read; -Infinity if unknown. */
	private waited(): number {
		const { date = -Infinity } = this.scan.startedAt ?? {};
		return (date - (this.saved.newestReadAt ?? Infinity)) / 1000;
	}

	/** Whether rows of a first page are all known, and no other record is written at the newest time any more. */
	private isQuiet(rows: readonly RecordRow[]): boolean {
		const { by, seen, saved } = this;
		const { startedAt, newestAtStart } = this.scan;
		const least = this.shownBy(startedAt, 0);
		return (
			// While the clock repeats an hour, new times may be below those of the page.
			this.overlapSeconds === this.settings.overlapSeconds &&
			newestAtStart === saved.newest &&
			this.waited() >= SLACK_SECONDS &&
			least !== undefined &&
			// Below records that are dated in the future there may be others.
			rows.every((row) => row[by] <= least && seen.time(row.recordId) === row[by])
		);
	}

	/** What was created together has neighbouring IDs, so the newest come first. */
	private readById(rows: readonly RecordRow[]): void {
		const walk = startWalk('recordId', this.settings.pageSize);
		const crowd = this.readDownTo;
		const { startedAt } = this.scan;
		this.scan = { ...this.scan, crowd, walk };
		const isMany =
			2 * rows.filter((row) => row[this.by] === crowd).length >= this.settings.pageSize;
		if (isMany && startedAt && !isBehind(this.saved.clock, startedAt))
			this.scan = { ...this.scan, startedAt: withCrowd(startedAt, crowd) };
	}

	/**
	 * Whether a later scan may bring the proof: it reads these rows again anyway, and the window is not open
	 * for long.
	 */
	private mayWait(crowd = ''): boolean {
		const { windowStart, settledBefore, startedAt, purpose } = this.scan;
		// Without the server's time, the window would never close.
		if (purpose === 'baseline' || !startedAt || crowd < settledBefore) return false;
		// The next scan does not know any more which rows this one has looked back for.
		if (windowStart < this.saved.windowStart) return false;
		const seconds = (startedAt.date - (this.saved.unproven ?? startedAt.date)) / 1000;
		return seconds <= MOST_OVERLAPS_OPEN * this.overlapSeconds;
	}

	/** Returns whether this poll has found a new version of one of the rows. */
	private takeRows({ rows, moment }: PageReply): boolean {
		const latest = this.shownBy(moment, 1);
		for (const row of rows) {
			const isInFuture = latest !== undefined && row[this.by] > latest;
			if (this.isWanted(row, isInFuture)) this.takeRow(row, isInFuture, moment);
		}
		return rows.some(({ recordId }) => this.seen.fresh.has(recordId));
	}

	private isWanted(row: RecordRow, isInFuture: boolean): boolean {
		const { windowStart, purpose, until = '' } = this.scan;
		if (this.wasRead(row)) return false;
		if (purpose !== 'baseline') return row[this.by] >= windowStart;
		// What has changed since a baseline began is for the next scan.
		return row[this.by] <= until || isInFuture;
	}

	/** `isInFuture`: dated later than the clock of the records can show. */
	private takeRow(row: RecordRow, isInFuture: boolean, moment: Moment | undefined): void {
		const { seen, saved, overlapSeconds } = this;
		const time = row[this.by];
		const known = seen.time(row.recordId);
		// A service may list an older state than it has just listed.
		if (known !== undefined && time < known && seen.fresh.has(row.recordId)) return;
		const event = seen.takeChange(row, this.scan.windowStart);
		// What the clock has yet to show again was read when it showed it first.
		const isRepeated = isInFuture && time < saved.windowStart;
		if (isInFuture && !isRepeated && known !== time) this.warnings.add(IN_FUTURE);
		const isUnread = known === undefined && time <= (saved.unread ?? '');
		if (!event || this.scan.purpose === 'baseline' || isRepeated || isUnread) return;
		const comesAgain = moment !== undefined && isBehind(saved.clock, moment);
		// Records that were older at the last scan differ because something else was edited, if no time comes again.
		const editedSince = comesAgain ? '' : shiftTime(saved.until ?? '', -2 * overlapSeconds);
		if (known === time && time < editedSince) return;
		this.events.push(event);
		// Of times that come again, nobody knows when they were written.
		if (saved.clock && moment && !comesAgain)
			this.shown.push(shownSpread(time, moment, saved.clock, overlapSeconds));
	}

	/** Whether a row was certainly read: one that is settled cannot have moved there later. */
	private wasRead(row: RecordRow): boolean {
		const edge = this.readDownTo;
		const wasPassed = row[this.by] > edge || this.isAboveWalk(row.recordId);
		return edge !== '' && row[this.by] < this.scan.settledBefore && wasPassed;
	}

	/** Whether the reading by record ID has passed a record, and no later scan reads these rows again. */
	private isAboveWalk(recordId: Id): boolean {
		const { crowd, purpose, settledBefore, walk } = this.scan;
		const isLast = crowd !== undefined && (purpose === 'existing' || crowd < settledBefore);
		return isLast && walk.edge !== null && !isAbove(walk.edge, recordId);
	}
}
