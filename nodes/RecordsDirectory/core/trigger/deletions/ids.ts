import { packRuns, unpackRuns } from './pack';

/**
 * A set of record ids, kept as runs of neighbours, so that a form whose ids are mostly in use takes
 * little room. Never changed: `plus` and `minus` give another set.
 */
export class Ids {
	static readonly NONE = new Ids([], []);
	readonly size: number;
	private readonly starts: readonly number[];
	private readonly ends: readonly number[];
	/** How many ids stand in the runs before each run. */
	private readonly before: readonly number[];

	private constructor(starts: readonly number[], ends: readonly number[]) {
		const before: number[] = [];
		let size = 0;
		for (let i = 0; i < starts.length; i++) {
			before.push(size);
			size += ends[i]! - starts[i]! + 1;
		}
		this.starts = starts;
		this.ends = ends;
		this.before = before;
		this.size = size;
	}

	/** Promises: the set of these ids, in whatever order they come. */
	static of(ids: Iterable<number>): Ids {
		const runs = new Runs();
		for (const id of Float64Array.from(ids).sort()) if (id > 0) runs.add(id, id);
		return new Ids(runs.starts, runs.ends);
	}

	/** Promises: the set that `text` packed. */
	static unpack(text: string | undefined): Ids {
		return text ? new Ids(...unpackRuns(text)) : Ids.NONE;
	}

	/** Promises: the set as a text without anything that JSON escapes. */
	pack(): string {
		return packRuns(this.starts, this.ends);
	}

	/** The lowest id; Infinity for none. */
	get lowest(): number {
		return this.starts[0] ?? Infinity;
	}

	/** The highest id; 0 for none. */
	get highest(): number {
		return this.ends.at(-1) ?? 0;
	}

	has(id: number): boolean {
		return (this.starts[this.runAt(id)] ?? Infinity) <= id;
	}

	/** Promises: how many ids are greater: the position in a descending list of them. */
	above(id: number): number {
		const at = this.runAt(id);
		if (at === this.starts.length) return 0;
		const upTo = this.before[at]! + Math.max(0, id - this.starts[at]! + 1);
		return this.size - upTo;
	}

	/** Promises: how many ids lie between two, both left out. */
	countBetween(low: number, high: number): number {
		return Math.max(0, this.above(low) - this.above(high - 1));
	}

	/** Promises: the ids between two, both left out, the lowest first. */
	*between(low: number, high: number): Generator<number> {
		for (let at = this.runAt(low + 1); at < this.starts.length; at++) {
			const last = Math.min(this.ends[at]!, high - 1);
			for (let id = Math.max(this.starts[at]!, low + 1); id <= last; id++) yield id;
			if (this.ends[at]! >= high) return;
		}
	}

	*[Symbol.iterator](): Generator<number> {
		yield* this.between(0, Infinity);
	}

	plus(ids: Iterable<number>): Ids {
		const other = setOf(ids);
		return other.size === 0 ? this : this.merged(other);
	}

	minus(ids: Iterable<number>): Ids {
		const other = setOf(ids);
		if (other.size === 0 || this.size === 0) return this;
		const left = new Runs();
		let next = 0;
		this.starts.forEach((first, at) => {
			const end = this.ends[at]!;
			let start = first;
			while (other.ends[next]! < start) next++;
			for (; other.starts[next]! <= end; next++) {
				left.add(start, other.starts[next]! - 1);
				start = other.ends[next]! + 1;
				// It may reach into the next run too.
				if (start > end) break;
			}
			left.add(start, end);
		});
		return new Ids(left.starts, left.ends);
	}

	/** The first run that does not end below an id; the number of runs when there is none. */
	private runAt(id: number): number {
		let low = 0;
		let high = this.ends.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.ends[middle]! < id) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	private merged(other: Ids): Ids {
		const both = new Runs();
		for (let a = 0, b = 0; a < this.starts.length || b < other.starts.length; ) {
			const isOwn = (this.starts[a] ?? Infinity) < (other.starts[b] ?? Infinity);
			if (isOwn) both.add(this.starts[a]!, this.ends[a++]!);
			else both.add(other.starts[b]!, other.ends[b++]!);
		}
		return new Ids(both.starts, both.ends);
	}
}

/** Runs under construction: added by rising start, joined where they touch. */
class Runs {
	readonly starts: number[] = [];
	readonly ends: number[] = [];

	add(start: number, end: number): void {
		if (start > end) return;
		const last = this.ends.at(-1);
		if (last === undefined || start > last + 1) {
			this.starts.push(start);
			this.ends.push(end);
		} else if (end > last) this.ends[this.ends.length - 1] = end;
	}
}

const setOf = (ids: Iterable<number>): Ids => (ids instanceof Ids ? ids : Ids.of(ids));
