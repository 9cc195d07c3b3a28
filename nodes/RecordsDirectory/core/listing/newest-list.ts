import { idsAbove, type Id } from '../id';
import { utcMsOf } from '../values/date-text';
import { SHARED_ROWS, sharePlaces } from './steady';
import {
	fromMiddle,
	startSteadyWalk,
	startWalk,
	advanceWalk,
	walkRequest,
	type SortField,
	type PageRequest,
	type Walk,
} from './walk';

/** A row with its sort value, `yyyy-MM-dd hh:mm:ss`. */
export interface TimedRow<R> {
	readonly id: Id;
	readonly time: string;
	readonly row: R;
}

interface NewestSettings<R> {
	readonly order: Exclude<SortField, 'recordId'>;
	/** The oldest time to read. */
	readonly from: string;
	/** The most rows to return. */
	readonly wanted: number;
	/** Rows per full page. */
	readonly size: number;
	/** Whether to return a row that is new enough. */
	readonly isWanted: (row: R) => boolean;
}

/** A run of consecutive pages down the list. */
interface Run {
	readonly walk: Walk;
	/** The run ends below this time, */
	readonly floor: string;
	/** or at these rows, which were read before. */
	readonly below: readonly string[];
	/** Its first rows, and the time of the first; undefined before its first page. */
	readonly roof?: { readonly time: string; readonly marks: readonly string[] } | undefined;
	readonly isFromTop: boolean;
	readonly requests: number;
	/** Whether it showed a row that was not known, or not with this time. */
	readonly hasNews: boolean;
	/** The records that it showed, and the places in the list where they were. */
	readonly ids: Set<Id>;
	readonly places: Set<number>;
}

/** What to read next: another page, nothing, or all records by ID, if too many records share one time. */
export type NewestStep = 'next' | 'end' | 'byId';

/** Rows of the first page: most users want fewer. */
const FIRST_ROWS = 100;
/** How often to read the top of the list again in a form where many records change in the meantime. */
const MOST_AGAIN = 8;

/**
 * A list that is read from the newest row down to a time. Each record that stays in it is returned once, in the
 * state in which it was read last.
 *
 * Edits move records to the top, so the last request is for the first page, which must overlap with what was
 * read below it. If one page is not enough, reading starts below the first page and ends with it.
 */
export class NewestList<R> {
	private readonly settings: NewestSettings<R>;
	/** The time of each row that was read. */
	private readonly times = new Map<Id, string>();
	private readonly found = new Map<Id, TimedRow<R>>();
	private run: Run;
	private again = 0;
	/** Whether no row came twice in the last run. */
	private wasOrdered = true;
	/** The newest time of the first page, once it is read: later changes have this time or a newer one. */
	private top: string | undefined;

	constructor(settings: NewestSettings<R>) {
		this.settings = settings;
		const { order, from, size } = settings;
		this.run = runOf(startWalk(order, Math.min(size, FIRST_ROWS)), from, true);
	}

	next(): PageRequest {
		return walkRequest(this.run.walk);
	}

	/** Takes the rows of a page; `proven` is as in `advanceWalk`. Throws `ScanError`. */
	take(asked: PageRequest, rows: ReadonlyArray<TimedRow<R>>, proven: number): NewestStep {
		const isFirst = this.top === undefined;
		const marks = rows.map(({ time, id }) => `${time} ${id}`);
		const keys = rows.map(({ time }) => time);
		const { isJoined, outcome, walk } = advanceWalk(this.run.walk, { asked, keys, marks }, proven);
		const [time = ''] = keys;
		this.top ??= time;
		const roof = this.run.roof ?? (isJoined ? { time, marks } : undefined);
		const hasNews = this.keep(rows) || this.run.hasNews;
		const { ids, places, requests } = this.run;
		rows.forEach(({ id }, n) => {
			ids.add(id);
			places.add((asked.page - 1) * asked.limit + n);
		});
		this.run = { ...this.run, walk, roof, hasNews, requests: requests + 1 };
		if (isJoined && (outcome === 'end' || this.isOver(marks, keys.at(-1) ?? '')))
			return this.ended();
		// The first page is the top of the list, so it always joins.
		if (isFirst && asked.limit < this.settings.size && rows.length >= asked.limit)
			return this.widened(keys);
		return outcome === 'stuck' ? 'byId' : 'next';
	}

	/** Returns the wanted rows, newest first. */
	rows(): R[] {
		return newestFirst([...this.found.values()], this.settings.wanted);
	}

	/** Keeps the rows, and returns whether one is news. Rows of a page without overlap are as real as any. */
	private keep(rows: ReadonlyArray<TimedRow<R>>): boolean {
		const { from, isWanted } = this.settings;
		const inTime = rows.filter(({ time }) => time >= from);
		const hasNews = inTime.some(({ id, time }) => this.times.get(id) !== time);
		for (const one of inTime) {
			this.times.set(one.id, one.time);
			if (isWanted(one.row)) this.found.set(one.id, one);
			else this.found.delete(one.id);
		}
		return hasNews;
	}

	private isOver(marks: readonly string[], last: string): boolean {
		const { floor, below, isFromTop } = this.run;
		const isReading = isFromTop && this.again === 0;
		return last < floor || sharePlaces(below, marks) || (isReading && this.hasEnough());
	}

	/** Rows read ahead are below rows that are not known yet. */
	private hasEnough(): boolean {
		const { wanted } = this.settings;
		if (this.found.size < wanted) return false;
		const edge = String(this.run.walk.edge);
		return [...this.found.values()].filter(({ time }) => time >= edge).length >= wanted;
	}

	/**
	 * One page from the top shows a single moment. Between several, a row may have moved to the top: then the next
	 * run from the top shows it. If that run has no news, no row has moved. If one came twice nevertheless, the
	 * order of equal times depends on the page, and another one may be missing.
	 */
	private ended(): NewestStep {
		const { isFromTop, requests, roof, floor, hasNews, ids, places } = this.run;
		const isOrdered = ids.size >= places.size;
		if (isFromTop && this.again > 0 && !hasNews)
			return isOrdered && (this.wasOrdered || requests > 1) ? 'end' : 'byId';
		if (isFromTop && requests === 1) return 'end';
		this.wasOrdered = isOrdered;
		if (++this.again > MOST_AGAIN) return 'byId';
		const { time = '', marks = [] } = roof ?? {};
		const { order, size } = this.settings;
		// New rows with the newest time may appear anywhere among the rows of that second.
		const below = time < (this.top ?? '') ? marks.slice(0, SHARED_ROWS) : [];
		const until = time > floor ? time : floor;
		this.run = { ...runOf(startSteadyWalk(order, size), until, true), below };
		return 'next';
	}

	/** The small first page was not enough. */
	private widened(keys: readonly string[]): NewestStep {
		const { order, from, wanted, size } = this.settings;
		const walk = startSteadyWalk(order, size);
		const isNear = wanted < Infinity || reaches(keys, from, size);
		// So that the first page, read last, overlaps with enough of what was read below it.
		const middle = size - SHARED_ROWS;
		this.run = runOf(isNear ? walk : fromMiddle(walk, middle), from, isNear);
		return 'next';
	}
}

const runOf = (walk: Walk, floor: string, isFromTop: boolean): Run => ({
	walk,
	floor,
	below: [],
	isFromTop,
	requests: 0,
	hasNews: false,
	ids: new Set(),
	places: new Set(),
});

/** Whether a full page would reach back to a time, if changes come as often as in this page. */
function reaches(keys: readonly string[], from: string, size: number): boolean {
	const top = utcMsOf(keys[0] ?? '');
	const last = utcMsOf(keys.at(-1) ?? '');
	return ((top - last) * size) / keys.length >= top - utcMsOf(from);
}

/** Sorts rows by time, newest first, and rows with equal times by creation, newest first; at most `wanted`. */
export function newestFirst<R>(found: ReadonlyArray<TimedRow<R>>, wanted: number): R[] {
	const sorted = [...found].sort((a, b) =>
		a.time === b.time ? idsAbove(b.id, a.id) : a.time < b.time ? 1 : -1,
	);
	return sorted.slice(0, wanted).map(({ row }) => row);
}
