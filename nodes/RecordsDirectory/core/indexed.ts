import { grouped, type NonEmpty } from './grouped';

/** Remembers what is made of an object, for as long as the object lives: many items use the same form. */
export function madeOnce<From extends object, Made>(
	make: (from: From) => Made,
): (from: From) => Made {
	const known = new WeakMap<From, Made>();
	return (from) => {
		const made = known.get(from) ?? make(from);
		known.set(from, made);
		return made;
	};
}

/** Groups entries by each of their keys. */
export const byEach = <T>(
	entries: readonly T[],
	keysOf: (entry: T) => Iterable<string>,
): ReadonlyMap<string, NonEmpty<T>> =>
	new Map(
		grouped(
			entries.flatMap((entry) => Array.from(new Set(keysOf(entry)), (key) => ({ key, entry }))),
			({ key }) => key,
		).map(([key, [first, ...others]]) => [key, [first.entry, ...others.map(({ entry }) => entry)]]),
	);
