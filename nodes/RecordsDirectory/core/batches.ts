import { IMPORT_LIMIT } from './limits';

/** Some input items that go into one request. */
export interface Batch<T> {
	readonly path: string;
	readonly entries: ReadonlyArray<T & { readonly path: string; readonly item: number }>;
}

/**
 * Input items in as few requests as the document permits: those for the same path together, in
 * their order, up to 100 in each (Limits: items in the body array of each import).
 */
export function batchesOf<T>(
	entries: ReadonlyArray<T & { readonly path: string; readonly item: number }>,
	limit = IMPORT_LIMIT,
): Array<Batch<T>> {
	const byPath = new Map<string, Array<T & { readonly path: string; readonly item: number }>>();
	for (const entry of entries) {
		const same = byPath.get(entry.path);
		if (same) same.push(entry);
		else byPath.set(entry.path, [entry]);
	}
	return [...byPath].flatMap(([path, same]) =>
		Array.from({ length: Math.ceil(same.length / limit) }, (_, n) => ({
			path,
			entries: same.slice(n * limit, (n + 1) * limit),
		})),
	);
}

/** Input items in words: `items 0 to 99`, `item 7`, `3 items between 0 and 5`. */
export function itemsInWords(items: readonly number[]): string {
	const first = items[0];
	const last = items[items.length - 1];
	if (first === undefined || last === undefined) return 'no items';
	if (items.length === 1) return `item ${first}`;
	if (last - first + 1 === items.length) return `items ${first} to ${last}`;
	return `${items.length} items between ${first} and ${last}`;
}
