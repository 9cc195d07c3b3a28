import { grouped } from '../grouped';
import { IMPORT_LIMIT } from '../limits';
import type { Failure } from '../request/failure';
import { itemsInWords, type Subject } from '../request/subject';

/**
 * Splits entries into as few requests as the document permits: same path, in order, up to 100 each (Limits:
 * items in the body array of each import).
 */
export const toBatches = <T extends { readonly path: string }>(
	all: readonly T[],
): Array<{ readonly path: string; readonly entries: readonly T[] }> =>
	grouped(all, ({ path }) => path).flatMap(([path, same]) =>
		Array.from({ length: Math.ceil(same.length / IMPORT_LIMIT) }, (_, n) => ({
			path,
			entries: same.slice(n * IMPORT_LIMIT, (n + 1) * IMPORT_LIMIT),
		})),
	);

/**
 * Adds the subjects to the positions that a failure names: `records[5] (item 105)`. The failure is about the first
 * one. `root` is the list of the request.
 */
export function withSubjects(
	failure: Failure,
	root: string,
	subjects: readonly Subject[],
): Failure {
	const position = [...failure.message.matchAll(PLACE)].find(([, list]) => list === root)?.[2];
	const subject = subjects[Number(position)];
	if (subject === undefined) return failure;
	const named = (text: string) =>
		text.replace(PLACE, (place, list, n) => {
			const one = list === root ? subjects[n] : undefined;
			return one === undefined ? place : `${place} (${itemsInWords([one])})`;
		});
	const { message, details } = failure;
	return failure.with({ message: named(message), details: details.map(named), subject });
}

/** Matches `records[5]`, but not the `rows[1]` of `records[5].rows[1]`. */
const PLACE = /(?<![\w.\]])(\w+)\[(\d+)\]/g;
