import { grouped } from '../grouped';
import { IMPORT_LIMIT } from '../limits';
import { itemsInWords, type Subject } from '../request/subject';

/** Some input items that go into one request. */
export interface Batch<T> {
	readonly path: string;
	readonly entries: readonly T[];
}

/**
 * Input items in as few requests as the document permits: those for the same path together, in
 * their order, up to 100 in each (Limits: items in the body array of each import).
 */
export function batchesOf<T>(
	entries: readonly T[],
	pathOf: (entry: T) => string,
	limit = IMPORT_LIMIT,
): Array<Batch<T>> {
	return grouped(entries, pathOf).flatMap(([path, same]) =>
		chunksOf(same, limit).map((some) => ({ path, entries: some })),
	);
}

/**
 * A refused batch in parts to send again: the entries that the refusal does not name together, each of the
 * others alone; halves where it names none.
 */
export function partsOf<T>(entries: readonly T[], named: readonly number[]): Array<readonly T[]> {
	const others = entries.filter((_, n) => !named.includes(n));
	if (others.length === entries.length) return chunksOf(entries, Math.ceil(entries.length / 2));
	const alone = entries.filter((_, n) => named.includes(n)).map((entry) => [entry]);
	return others.length > 0 ? [others, ...alone] : alone;
}

/** The places of a list that a text names, such as `records[5]`. */
export const placesIn = (text: string, root: string): readonly number[] =>
	[...text.matchAll(PLACE)].filter(([, list]) => list === root).map(([, , place]) => Number(place));

/** A text in which the places of a list are followed by what stands there: `records[5] (item 105)`. */
export const withSubjects = (text: string, root: string, subjects: readonly Subject[]): string =>
	text.replace(PLACE, (place, list, n) => {
		const subject = list === root ? subjects[n] : undefined;
		return subject === undefined ? place : `${place} (${itemsInWords([subject])})`;
	});

/** `records[5]`, but not the `rows[1]` of `records[5].rows[1]`. */
const PLACE = /(?<![\w.\]])(\w+)\[(\d+)\]/g;

/** A list in parts of at most `size`, in its order. */
export const chunksOf = <T>(all: readonly T[], size = IMPORT_LIMIT): T[][] =>
	Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
		all.slice(n * size, (n + 1) * size),
	);
