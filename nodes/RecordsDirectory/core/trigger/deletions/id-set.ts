import { packRuns, IdRuns, unpackRuns, type IdRun } from './id-codec';
import { byRising, minus, plus, type IdNumber } from './id-number';

/**
 * A set of record IDs, stored as runs of neighbours, so that a form that uses most of its IDs takes little
 * room. Immutable: `plus` and `minus` return another set.
 */
export class IdSet {
	static readonly NONE = new IdSet([]);
	readonly size: number;
	private readonly runs: readonly IdRun[];
	/** How many IDs are in the runs before each run. */
	private readonly before: readonly number[];

	private constructor(runs: readonly IdRun[]) {
		const before: number[] = [];
		let size = 0;
		for (const { start, end } of runs) {
			before.push(size);
			size += Number(minus(end, start)) + 1;
		}
		this.runs = runs;
		this.before = before;
		this.size = size;
	}

	/** Makes a set of IDs in any order. */
	static of(ids: Iterable<IdNumber>): IdSet {
		const runs = new IdRuns();
		for (const id of risen([...ids])) if (id > 0) runs.add({ start: id, end: id });
		return new IdSet(runs.list);
	}

	/** Unpacks a set. */
	static unpack(text: string | undefined): IdSet {
		return text ? new IdSet(unpackRuns(text)) : IdSet.NONE;
	}

	/** Packs the set as a text that JSON need not escape. */
	pack(): string {
		return packRuns(this.runs);
	}

	/** The lowest ID; Infinity for none. */
	get lowest(): IdNumber {
		return this.runs[0]?.start ?? Infinity;
	}

	/** The highest ID; 0 for none. */
	get highest(): IdNumber {
		return this.runs.at(-1)?.end ?? 0;
	}

	has(id: IdNumber): boolean {
		const run = this.runs[this.runAt(id)];
		return run !== undefined && run.start <= id;
	}

	/** Counts the greater IDs: the position in a descending list of them. */
	countAbove(id: IdNumber): number {
		return this.countFrom(id) - (this.has(id) ? 1 : 0);
	}

	/** Counts the IDs that are equal or greater. */
	countFrom(id: IdNumber): number {
		const at = this.runAt(id);
		const run = this.runs[at];
		// Every run ends below the ID.
		if (run === undefined) return 0;
		const below = Math.max(0, Number(minus(id, run.start)));
		return this.size - (this.before[at] ?? 0) - below;
	}

	/** Counts the IDs between two, excluding both. */
	countBetween(low: IdNumber, high: IdNumber): number {
		return Math.max(0, this.countAbove(low) - this.countFrom(high));
	}

	/** Yields the IDs between two, excluding both, lowest first. */
	*between(low: IdNumber, high: IdNumber): Generator<IdNumber> {
		let at = this.runAt(low);
		for (let run = this.runs[at]; run && run.start < high; run = this.runs[++at]) {
			let id = run.start > low ? run.start : plus(low, 1);
			for (; id <= run.end && id < high; id = plus(id, 1)) yield id;
		}
	}

	*[Symbol.iterator](): Generator<IdNumber> {
		yield* this.between(0, Infinity);
	}

	plus(ids: Iterable<IdNumber>): IdSet {
		const other = setOf(ids);
		return other.size === 0 ? this : this.merged(other);
	}

	minus(ids: Iterable<IdNumber>): IdSet {
		const other = setOf(ids);
		if (other.size === 0 || this.size === 0) return this;
		const left = new IdRuns();
		let next = 0;
		let gone = other.runs[next];
		for (const run of this.runs) {
			while (gone && gone.end < run.start) gone = other.runs[++next];
			let rest = run;
			while (gone && gone.start <= rest.end) {
				left.add({ start: rest.start, end: minus(gone.start, 1) });
				rest = { start: plus(gone.end, 1), end: rest.end };
				// It may reach into the next run too.
				if (rest.start > rest.end) break;
				gone = other.runs[++next];
			}
			left.add(rest);
		}
		return new IdSet(left.list);
	}

	/** Returns the first run that does not end below an ID; the number of runs if there is none. */
	private runAt(id: IdNumber): number {
		let low = 0;
		let high = this.runs.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const run = this.runs[middle];
			if (run !== undefined && run.end < id) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	private merged(other: IdSet): IdSet {
		const both = new IdRuns();
		let next = 0;
		for (const run of this.runs) {
			for (let one = other.runs[next]; one && one.start <= run.start; one = other.runs[++next])
				both.add(one);
			both.add(run);
		}
		for (const run of other.runs.slice(next)) both.add(run);
		return new IdSet(both.list);
	}
}

const setOf = (ids: Iterable<IdNumber>): IdSet => (ids instanceof IdSet ? ids : IdSet.of(ids));

/** Sorts numbers in a typed array, which is many times faster. */
const risen = (ids: readonly IdNumber[]): Iterable<IdNumber> =>
	ids.every((id) => typeof id === 'number')
		? Float64Array.from(ids).sort()
		: [...ids].sort(byRising);
