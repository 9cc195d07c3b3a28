interface Search<T> {
	readonly namesOf: (thing: T) => readonly string[];
	/** The share of letters that may be wrong. */
	readonly share?: number;
}

/** Returns up to three elements with a similar name, the most similar first. */
export function nearest<T>(
	text: string,
	things: readonly T[],
	{ namesOf, share = 1 / 2 }: Search<T>,
): T[] {
	const wanted = comparable(text);
	if (wanted === '') return [];
	const most = Math.max(1, wanted.length * share);
	return things
		.map((thing) => ({
			thing,
			far: Math.min(...namesOf(thing).map((name) => distance([wanted, comparable(name)], most))),
		}))
		.filter(({ far }) => far <= most)
		.sort((a, b) => a.far - b.far)
		.slice(0, 3)
		.map(({ thing }) => thing);
}

/** Compares only the beginning of a long text: nobody mistypes a name of a hundred letters. */
const comparable = (text: string) => text.trim().toLowerCase().slice(0, 100);

/** Counts the letters to add, remove or replace (Levenshtein); Infinity above `most`. */
function distance([a, b]: readonly [string, string], most: number): number {
	if (Math.abs(a.length - b.length) > most) return Infinity;
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 0; i < a.length; i++) {
		const next = [i + 1];
		let least = i + 1;
		for (let j = 1; j <= b.length; j++) {
			const exchanged = (row[j - 1] ?? 0) + (a[i] === b[j - 1] ? 0 : 1);
			const far = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, exchanged);
			next.push(far);
			least = Math.min(least, far);
		}
		if (least > most) return Infinity;
		row = next;
	}
	return row[b.length] ?? 0;
}
