import type { KnownRecords, ListedRow } from './known-records';
import { mayBeCut, pageCovering, rowsBefore, type RequestedPage } from '../../listing/pages';
import { idsAbove, isAbove, type Id } from '../../id';
import type { PageRequest } from '../../listing/walk';

/** Rows to request at the top beyond the known number, and rows to read at the end. */
const HEAD = 20;
const TAIL = 50;
/** To read so few records singly costs less than another page. */
const FEW = 5;

/** Neighbouring rows read in this poll. */
interface Span {
	readonly offset: number;
	readonly first: Id;
	/** 0 if a reply has shown the end of the list. */
	readonly last: Id;
}

/** Nothing is known above the first span. */
const NOTHING: Span = { offset: 0, first: Infinity, last: Infinity };

/**
 * Finds changes in a long list with few requests. The records above a known one push it to a position. If two
 * spans that were read disagree about how far their records have moved, something lies between them, and a page
 * in the middle shows on which side. Positions only show where to look: they move between two requests, so they
 * never prove anything.
 */
export class GapFinder {
	private readonly known: KnownRecords;
	private readonly wantedSize: number;
	/** Everything that was read, by falling IDs; spans do not touch. */
	private spans: readonly Span[] = [];
	/** The list was seen to end at or before this position. */
	private endsBy = Infinity;
	private emptyReplies = 0;
	private hasReadHeadAgain = false;
	/** The highest record that was listed before; if there is none, the list must be read to its end. */
	private readonly knownTop: Id;

	constructor(known: KnownRecords, pageSize: number) {
		this.known = known;
		this.wantedSize = pageSize;
		this.knownTop = known.listed.highest;
	}

	/** Whether every record believed listed has been read, so that nothing is left to guess. */
	get hasReadKnown(): boolean {
		return this.spans.length === 1 && this.isFramed;
	}

	/** Whether the whole list has been read, to its proven end. */
	get hasReadAll(): boolean {
		return this.hasReadKnown && this.lowest.last === 0;
	}

	get pageSize(): number {
		return Math.min(this.wantedSize, this.known.largestPage);
	}

	/** Only then the missing are known: new records push the end down as much as missing ones let it move up. */
	get isFramed(): boolean {
		return this.isHeadRead && this.isTailRead;
	}

	private get highest(): Span {
		return this.spans[0] ?? NOTHING;
	}

	private get lowest(): Span {
		return this.spans.at(-1) ?? NOTHING;
	}

	private get isHeadRead(): boolean {
		return !isAbove(this.highest.last, this.knownTop);
	}

	private get isTailRead(): boolean {
		return !isAbove(this.lowest.last, this.known.listed.lowest);
	}

	/** Whether records have probably been created since the top was read. */
	private get hasGrown(): boolean {
		return !this.hasReadHeadAgain && this.isFramed && this.shift(this.lowest) > 0;
	}

	/** The number of records believed listed that are missing and not yet explained: a net minimum. */
	get missing(): number {
		const byEnd = this.known.listed.size - this.endsBy;
		return Math.max(0, byEnd, -this.shift(this.lowest));
	}

	/** Where a site lists no rows: some then return the first page. */
	isEmptyOrTop = ([first]: readonly ListedRow[]): boolean =>
		first === undefined || first.recordId === this.highest.first;

	/** Undefined if everything that was read agrees. */
	next(): PageRequest | undefined {
		const page = this.wanted();
		return page && { order: 'recordId:desc', ...this.known.reachable(page, this.pageSize) };
	}

	/** Adds what the reply proves to `known`. */
	take(asked: PageRequest, rows: readonly ListedRow[]): void {
		const { page, limit } = asked;
		// Once is enough: later creations are for the next poll.
		this.hasReadHeadAgain ||= this.hasGrown;
		const offset = rowsBefore(asked);
		const isCut = this.isCut(rows.length, limit, rows.at(-1)?.recordId);
		// If a page has as many rows as the largest so far, the service may have cut it as well.
		const isEnd = !isCut && rows.length < Math.min(limit, this.known.largestPage);
		this.known.largestPage = isCut ? rows.length : Math.max(this.known.largestPage, rows.length);
		if (rows.length === 0 && page > 1) {
			this.endsBy = Math.min(this.endsBy, offset);
			this.emptyReplies++;
			return;
		}
		this.emptyReplies = 0;
		const above = page === 1 ? Infinity : (rows[0]?.recordId ?? 0);
		const covered = this.known.takePage(rows, above, isEnd);
		// The service counts the rows before a page by its own size of a page.
		if (!isCut || page === 1) this.add({ offset, ...covered });
	}

	/** Whether a site that gave larger pages may have cut this one, as known records should follow it. */
	private isCut(rows: number, limit: number, last: Id = 0): boolean {
		const below = this.known.listed.countBetween(0, last);
		const most = below > FEW ? 0 : Math.min(limit, this.known.largestPage);
		return below > 0 && rows < limit && mayBeCut(rows, most);
	}

	private wanted(): RequestedPage | undefined {
		const { spans, highest, lowest, known, wantedSize, pageSize: size } = this;
		const all = known.listed.size + HEAD;
		if (spans.length === 0)
			return { page: 1, limit: Math.min(wantedSize, all > wantedSize ? HEAD : all) };
		if (!this.isHeadRead) return pageCovering(this.positionAfter(highest) - 1, size);
		if (!this.isTailRead) return this.tail(lowest, size);
		if (this.hasGrown) return { page: 1, limit: Math.min(size, HEAD) };
		const gap = this.gaps().sort((a, b) => a.ids - b.ids)[0];
		if (!gap) return undefined;
		const rows = gap.to - gap.from;
		if (rows <= size - 2) return pageCovering(Math.max(0, Math.min(gap.from, gap.to) - 1), size);
		return { page: Math.floor((gap.from + rows / 2) / size) + 1, limit: size };
	}

	/** The page in which the list probably ends; further up after each empty reply. */
	private tail(lowest: Span, size: number) {
		const back = Math.max(1, Math.min(TAIL, Math.floor(size / 2))) * 2 ** this.emptyReplies;
		const expected = this.known.listed.size + this.shift(lowest);
		const at = Math.min(expected, this.endsBy) - back;
		const least = this.emptyReplies > 0 ? 0 : this.positionAfter(lowest) - 1;
		return pageCovering(Math.max(0, at, least), Math.min(size, 2 * back));
	}

	/** Between neighbouring spans that contain more or fewer rows than known records. */
	private gaps() {
		return this.spans.slice(1).flatMap((lower, i) => {
			const upper = this.spans[i] ?? NOTHING;
			const ids = this.known.listed.countBetween(lower.first, upper.last);
			const [from, to] = [this.positionAfter(upper), lower.offset];
			const rows = to - from;
			return rows !== ids && Math.max(rows, ids) > 0 ? [{ from, to, ids }] : [];
		});
	}

	/** How much further down a span is than the known records above it suggest. */
	private shift({ offset, first }: Span): number {
		return offset - this.known.listed.countAbove(first);
	}

	private positionAfter(span: Span): number {
		return this.shift(span) + this.known.listed.countFrom(span.last);
	}

	/** The newest span determines the position. */
	private add(seen: Span): void {
		const apart = this.spans.filter(
			({ first, last }) => isAbove(seen.last, first) || isAbove(last, seen.first),
		);
		const joined = [seen, ...this.spans.filter((span) => !apart.includes(span))];
		const [first = seen.first] = joined.map((span) => span.first).sort((a, b) => idsAbove(b, a));
		const [last = seen.last] = joined.map((span) => span.last).sort(idsAbove);
		const offset = this.shift(seen) + this.known.listed.countAbove(first);
		this.spans = [...apart, { offset, first, last }].sort((a, b) => idsAbove(b.first, a.first));
	}
}
