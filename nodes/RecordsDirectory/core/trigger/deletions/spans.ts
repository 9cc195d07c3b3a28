import type { KnownRecords } from './known-records';
import { byRising, greater, lesser, type IdNumber } from './id-number';

/** Neighbouring rows that this poll has read: which ids they span, and where they began. */
export interface Span {
	readonly offset: number;
	readonly first: IdNumber;
	/** 0 where a reply has shown the end of the list. */
	readonly last: IdNumber;
}

/** Where nothing has been read, nothing is known to be above. */
const NOTHING: Span = { offset: 0, first: Infinity, last: Infinity };

/** All that one poll has read of the list, by falling ids; spans do not meet. */
export class Spans {
	private readonly known: KnownRecords;
	private list: readonly Span[] = [];

	constructor(known: KnownRecords) {
		this.known = known;
	}

	get count(): number {
		return this.list.length;
	}

	get highest(): Span {
		return this.list[0] ?? NOTHING;
	}

	get lowest(): Span {
		return this.list.at(-1) ?? NOTHING;
	}

	/** Where more or fewer rows stand between neighbouring spans than records are known there. */
	gaps() {
		return this.list.flatMap((upper, i) => {
			const lower = this.list[i + 1];
			if (!lower) return [];
			const ids = this.known.listed.countBetween(lower.first, upper.last);
			const [from, to] = [this.endOf(upper), lower.offset];
			const rows = to - from;
			return rows !== ids && Math.max(rows, ids) > 0 ? [{ from, to, ids }] : [];
		});
	}

	/** How much further down a span stands than what is known of the records above it says. */
	shift({ offset, first }: Span): number {
		return offset - this.known.listed.above(first);
	}

	/** The position behind a span. */
	endOf(span: Span): number {
		return this.shift(span) + this.known.listed.from(span.last);
	}

	/** Joins a span with those it meets; where they stand now is what the newest one says. */
	add(seen: Span): void {
		const meets = (other: Span) => other.first >= seen.last && other.last <= seen.first;
		const joined = [seen, ...this.list.filter(meets)];
		const first = joined.map((span) => span.first).reduce(greater);
		const last = joined.map((span) => span.last).reduce(lesser);
		const offset = this.shift(seen) + this.known.listed.above(first);
		const others = this.list.filter((span) => !meets(span));
		this.list = [...others, { offset, first, last }].sort((a, b) => byRising(b.first, a.first));
	}
}
