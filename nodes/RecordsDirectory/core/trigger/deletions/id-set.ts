import { idAfter, idIn, idsAbove, isAbove, type Id } from '../../id';

/** Edges of runs of neighbours: little for a form that uses most of its IDs. `plus` and `minus` return another set. */
export class IdSet {
	static readonly NONE = new IdSet([]);
	readonly size: number;
	/** In turn the first ID of a run and the ID after its last one, rising. */
	private readonly edges: readonly Id[];
	/** How many IDs are below each edge. */
	private readonly below: readonly number[];

	private constructor(edges: readonly Id[]) {
		const below: number[] = [];
		let size = 0;
		for (const [n, edge] of edges.entries()) {
			if (isEnd(n)) size += idsAbove(edge, edges[n - 1] ?? edge);
			below.push(size);
		}
		this.edges = edges;
		this.below = below;
		this.size = size;
	}

	static of(ids: Iterable<Id>): IdSet {
		const edges: Id[] = [];
		for (const id of [...new Set(ids)].filter((one) => isAbove(one, 0)).sort(idsAbove)) {
			if (edges.at(-1) === id) edges.pop();
			else edges.push(id);
			edges.push(idAfter(id));
		}
		return new IdSet(edges);
	}

	static unpack(text: string | undefined): IdSet {
		return text ? new IdSet(unpackEdges(text)) : IdSet.NONE;
	}

	/**
	 * A text that JSON need not escape. Each run begins with `.` and the count of missing IDs before it, or
	 * with `,` and its first ID if a number cannot hold that; `+` and the count of its other IDs follow. Counts
	 * have base 36; 1 is left out, and so is `+` without other IDs.
	 */
	pack(): string {
		const parts = this.edges.map((edge, n) => {
			const step = idsAbove(edge, this.edges[n - 1] ?? 1);
			if (isEnd(n)) return step === 1 ? '' : packCount('+', step - 1);
			return typeof edge === 'number' ? packCount('.', step) : `,${edge}`;
		});
		return parts.join('');
	}

	get lowest(): Id {
		return this.edges[0] ?? Infinity;
	}

	get highest(): Id {
		const end = this.edges.at(-1);
		return end === undefined ? 0 : idAfter(end, -1);
	}

	has(id: Id): boolean {
		return isEnd(this.edgeAbove(id));
	}

	/** The position in a descending list. */
	countAbove(id: Id): number {
		return this.countFrom(id) - (this.has(id) ? 1 : 0);
	}

	/** Equal or greater IDs. */
	countFrom(id: Id): number {
		const at = this.edgeAbove(id);
		const edge = this.edges[at];
		if (edge === undefined) return 0;
		const fromEdge = this.size - (this.below[at] ?? 0);
		return isEnd(at) ? fromEdge + idsAbove(edge, id) : fromEdge;
	}

	/** Excluding both. */
	countBetween(low: Id, high: Id): number {
		return Math.max(0, this.countAbove(low) - this.countFrom(high));
	}

	/** Excluding both, lowest first. */
	*between(low: Id, high: Id): Generator<Id> {
		const first = this.edgeAbove(low);
		for (let at = isEnd(first) ? first - 1 : first; at < this.edges.length; at += 2) {
			const [start = low, end = high] = this.edges.slice(at, at + 2);
			let id = isAbove(start, low) ? start : idAfter(low);
			for (; isAbove(end, id) && isAbove(high, id); id = idAfter(id)) yield id;
			if (!isAbove(high, end)) return;
		}
	}

	*[Symbol.iterator](): Generator<Id> {
		yield* this.between(0, Infinity);
	}

	plus(ids: Iterable<Id>): IdSet {
		return this.combine(ids, (isHere, isThere) => isHere || isThere);
	}

	minus(ids: Iterable<Id>): IdSet {
		return this.combine(ids, (isHere, isThere) => isHere && !isThere);
	}

	private combine(ids: Iterable<Id>, keeps: (isHere: boolean, isThere: boolean) => boolean): IdSet {
		const [here, there] = [this.edges, (ids instanceof IdSet ? ids : IdSet.of(ids)).edges];
		if (there.length === 0) return this;
		const edges: Id[] = [];
		let [h, t] = [0, 0];
		while (h < here.length || t < there.length) {
			const [next = Infinity, other = Infinity] = [here[h], there[t]];
			const edge = isAbove(next, other) ? other : next;
			if (edge === next) h++;
			if (edge === other) t++;
			if (keeps(isEnd(h), isEnd(t)) !== isEnd(edges.length)) edges.push(edge);
		}
		return new IdSet(edges);
	}

	/** The number of edges if there is none. */
	private edgeAbove(id: Id): number {
		let low = 0;
		let high = this.edges.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (isAbove(this.edges[middle], id)) high = middle;
			else low = middle + 1;
		}
		return low;
	}
}

/** Whether the edge at a place ends a run: what is right below it is in the set. */
const isEnd = (place: number): boolean => place % 2 === 1;

const packCount = (sign: string, count: number) => sign + (count === 1 ? '' : count.toString(36));

const unpackCount = (digits: string): number => (digits === '' ? 1 : parseInt(digits, 36));

function unpackEdges(text: string): readonly Id[] {
	let end: Id = 1;
	return text.split(/(?=[.,])/).flatMap((run) => {
		const [first = '', more] = run.slice(1).split('+');
		const start = run.startsWith(',') ? (idIn(first) ?? 0) : idAfter(end, unpackCount(first));
		end = idAfter(start, more === undefined ? 1 : unpackCount(more) + 1);
		return [start, end];
	});
}
