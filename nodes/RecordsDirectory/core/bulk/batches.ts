import { grouped } from '../grouped';
import { IMPORT_LIMIT } from '../limits';
import { itemsInWords, type Subject } from '../request/subject';

/** Input items that share a request. */
export interface Batch<T> {
	readonly path: string;
	readonly entries: readonly T[];
}

/**
 * Splits input items into as few requests as the document permits: same path, in order, up to 100 each (Limits:
 * items in the body array of each import).
 */
export const batchesOf = <T>(
	entries: readonly T[],
	pathOf: (entry: T) => string,
	limit = IMPORT_LIMIT,
): Array<Batch<T>> =>
	grouped(entries, pathOf).flatMap(([path, same]) =>
		chunksOf(same, limit).map((some) => ({ path, entries: some })),
	);

/** Finds the positions in a list that a text names, such as `records[5]`. */
export const positionsNamedIn = (text: string, root: string): readonly number[] =>
	[...text.matchAll(PLACE)].filter(([, list]) => list === root).map(([, , place]) => Number(place));

/** Adds the subjects to the positions that a text names: `records[5] (item 105)`. */
export const withSubjects = (text: string, root: string, subjects: readonly Subject[]): string =>
	text.replace(PLACE, (place, list, n) => {
		const subject = list === root ? subjects[n] : undefined;
		return subject === undefined ? place : `${place} (${itemsInWords([subject])})`;
	});

/** Matches `records[5]`, but not the `rows[1]` of `records[5].rows[1]`. */
const PLACE = /(?<![\w.\]])(\w+)\[(\d+)\]/g;

/** Splits a list into parts of at most `size`, in order. */
const chunksOf = <T>(all: readonly T[], size = IMPORT_LIMIT): T[][] =>
	Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
		all.slice(n * size, (n + 1) * size),
	);
