export type NonEmpty<T> = readonly [T, ...T[]];

export function groupByMany<K, T>(
	entries: readonly T[],
	keysOf: (entry: T) => Iterable<K>,
): ReadonlyMap<K, NonEmpty<T>> {
	const groups = new Map<K, [T, ...T[]]>();
	for (const entry of entries)
		for (const key of new Set(keysOf(entry))) {
			const same = groups.get(key);
			if (same) same.push(entry);
			else groups.set(key, [entry]);
		}
	return groups;
}

/** Skips entries without a key. */
export const grouped = <K, T>(
	entries: readonly T[],
	keyOf: (entry: T) => K | undefined,
): ReadonlyArray<readonly [key: K, entries: NonEmpty<T>]> => [
	...groupByMany(entries, (entry) => {
		const key = keyOf(entry);
		return key === undefined ? [] : [key];
	}),
];

/** Remembers what is made for as long as the object lives: many items use the same form. */
export function memoize<From extends object, Made>(
	make: (from: From) => Made,
): (from: From) => Made {
	const known = new WeakMap<From, Made>();
	return (from) => {
		const made = known.get(from) ?? make(from);
		known.set(from, made);
		return made;
	};
}
