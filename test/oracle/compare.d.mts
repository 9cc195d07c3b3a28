type Parts = Readonly<Record<string, readonly string[]>>;

/** A wanted difference; `count` is the number of parts that have it. */
interface Entry {
	readonly why: string;
	readonly count: number;
}

interface Unwanted {
	readonly name: string;
	readonly part: string;
	readonly lines: readonly string[];
}

export declare function compare(
	before: ReadonlyMap<string, Parts>,
	after: ReadonlyMap<string, Parts>,
	wanted: readonly object[],
): {
	readonly different: number;
	readonly unwanted: readonly Unwanted[];
	readonly entries: readonly Entry[];
};
