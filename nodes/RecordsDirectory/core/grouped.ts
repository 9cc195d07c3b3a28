/** A list that is not empty. */
export type NonEmpty<T> = readonly [T, ...T[]];

/** Groups entries by key, keeping the order of keys and entries. Skips entries without a key. */
export function grouped<K, T>(
	entries: readonly T[],
	keyOf: (entry: T) => K | undefined,
): ReadonlyArray<readonly [key: K, entries: NonEmpty<T>]> {
	const groups = new Map<K, [T, ...T[]]>();
	for (const entry of entries) {
		const key = keyOf(entry);
		if (key === undefined) continue;
		const same = groups.get(key);
		if (same) same.push(entry);
		else groups.set(key, [entry]);
	}
	return [...groups];
}
