import { idAfter, idIn, idsAbove, isAbove, type Id } from '../../id';

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
			size += idsAbove(end, start) + 1;
		}
		this.runs = runs;
		this.before = before;
		this.size = size;
	}

	/** Makes a set of IDs in any order. */
	static of(ids: Iterable<Id>): IdSet {
		const rising = [...ids].filter((id) => isAbove(id, 0)).sort(idsAbove);
		return new IdSet(joined(rising.map((id) => ({ start: id, end: id }))));
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
	get lowest(): Id {
		return this.runs[0]?.start ?? Infinity;
	}

	/** The highest ID; 0 for none. */
	get highest(): Id {
		return this.runs.at(-1)?.end ?? 0;
	}

	has(id: Id): boolean {
		const run = this.runs[this.runAt(id)];
		return run !== undefined && !isAbove(run.start, id);
	}

	/** Counts the greater IDs: the position in a descending list of them. */
	countAbove(id: Id): number {
		return this.countFrom(id) - (this.has(id) ? 1 : 0);
	}

	/** Counts the IDs that are equal or greater. */
	countFrom(id: Id): number {
		const at = this.runAt(id);
		const run = this.runs[at];
		// Every run ends below the ID.
		if (run === undefined) return 0;
		return this.size - (this.before[at] ?? 0) - Math.max(0, idsAbove(id, run.start));
	}

	/** Counts the IDs between two, excluding both. */
	countBetween(low: Id, high: Id): number {
		return Math.max(0, this.countAbove(low) - this.countFrom(high));
	}

	/** Yields the IDs between two, excluding both, lowest first. */
	*between(low: Id, high: Id): Generator<Id> {
		for (const { start, end } of this.runs.slice(this.runAt(low))) {
			if (!isAbove(high, start)) return;
			let id = isAbove(start, low) ? start : idAfter(low);
			for (; !isAbove(id, end) && isAbove(high, id); id = idAfter(id)) yield id;
		}
	}

	*[Symbol.iterator](): Generator<Id> {
		yield* this.between(0, Infinity);
	}

	plus(ids: Iterable<Id>): IdSet {
		const other = setOf(ids);
		if (other.size === 0) return this;
		const both = [...this.runs, ...other.runs].sort((a, b) => idsAbove(a.start, b.start));
		return new IdSet(joined(both));
	}

	minus(ids: Iterable<Id>): IdSet {
		const other = setOf(ids);
		if (other.size === 0 || this.size === 0) return this;
		const left: IdRun[] = [];
		let next = 0;
		let gone = other.runs[next];
		for (const { start, end } of this.runs) {
			let from = start;
			while (gone && isAbove(start, gone.end)) gone = other.runs[++next];
			while (gone && !isAbove(gone.start, end)) {
				if (isAbove(gone.start, from)) left.push({ start: from, end: idAfter(gone.start, -1) });
				from = idAfter(gone.end);
				// It may reach into the next run too.
				if (isAbove(from, end)) break;
				gone = other.runs[++next];
			}
			if (!isAbove(from, end)) left.push({ start: from, end });
		}
		return new IdSet(left);
	}

	/** Returns the first run that does not end below an ID; the number of runs if there is none. */
	private runAt(id: Id): number {
		let low = 0;
		let high = this.runs.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (isAbove(id, this.runs[middle]?.end)) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/** A run of neighbouring IDs. */
interface IdRun {
	readonly start: Id;
	readonly end: Id;
}

const setOf = (ids: Iterable<Id>): IdSet => (ids instanceof IdSet ? ids : IdSet.of(ids));

/** Joins the runs that touch or overlap, of runs with rising starts. */
function joined(runs: readonly IdRun[]): readonly IdRun[] {
	const list: IdRun[] = [];
	for (const run of runs) {
		const last = list.at(-1);
		if (!last || idsAbove(run.start, last.end) > 1) list.push(run);
		else if (isAbove(run.end, last.end))
			list[list.length - 1] = { start: last.start, end: run.end };
	}
	return list;
}

/**
 * Packs rising runs. Each begins with `.` and the count of missing IDs before it, or with `,` and its first ID if a number
 * cannot hold that; `+` and the count of its other IDs follow. Counts have base 36; 1 is left out.
 */
function packRuns(runs: readonly IdRun[]): string {
	const counted = (sign: string, count: number) => sign + (count === 1 ? '' : count.toString(36));
	return runs
		.map(({ start, end }, n) => {
			const last = runs[n - 1]?.end ?? 0;
			const first =
				typeof start === 'number' ? counted('.', idsAbove(start, last) - 1) : `,${start}`;
			return first + (start === end ? '' : counted('+', idsAbove(end, start)));
		})
		.join('');
}

/** Unpacks the runs that `packRuns` packed. */
function unpackRuns(text: string): readonly IdRun[] {
	let last: Id = 0;
	return text.split(/(?=[.,])/).map((run) => {
		const [first = '', more] = run.slice(1).split('+');
		const start = run.startsWith(',') ? (idIn(first) ?? 0) : idAfter(last, count(first) + 1);
		last = more === undefined ? start : idAfter(start, count(more));
		return { start, end: last };
	});
}

const count = (digits: string): number => (digits === '' ? 1 : parseInt(digits, 36));
