import type { KnownRecords } from './known-records';
import { byRising, greater, lesser, type IdNumber } from './id-number';

/** Neighbouring rows read in this poll: their first and last ID, and their position. */
export interface Span {
	readonly offset: number;
	readonly first: IdNumber;
	/** 0 if a reply has shown the end of the list. */
	readonly last: IdNumber;
}

/** Nothing is known above the first span. */
const NOTHING: Span = { offset: 0, first: Infinity, last: Infinity };

/** Everything that one poll has read of the list, by falling IDs; spans do not touch. */
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

	/** Returns the gaps between neighbouring spans that contain more or fewer rows than known records. */
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

	/** Returns how much further down a span is than the known records above it suggest. */
	shift({ offset, first }: Span): number {
		return offset - this.known.listed.countAbove(first);
	}

	/** The position after a span. */
	endOf(span: Span): number {
		return this.shift(span) + this.known.listed.countFrom(span.last);
	}

	/** Joins a span with those it touches; the newest one determines the position. */
	add(seen: Span): void {
		const meets = (other: Span) => other.first >= seen.last && other.last <= seen.first;
		const joined = [seen, ...this.list.filter(meets)];
		const first = joined.map((span) => span.first).reduce(greater);
		const last = joined.map((span) => span.last).reduce(lesser);
		const offset = this.shift(seen) + this.known.listed.countAbove(first);
		const others = this.list.filter((span) => !meets(span));
		this.list = [...others, { offset, first, last }].sort((a, b) => byRising(b.first, a.first));
	}
}
