/** Up to three things with a name that is likely to have been meant, the nearest first. */
export function nearest<T>(
	text: string,
	things: readonly T[],
	namesOf: (thing: T) => readonly string[],
	/** The part of its letters that may be wrong. */
	share = 1 / 2,
): T[] {
	const wanted = plain(text);
	const most = Math.max(1, wanted.length * share);
	const farFrom = (name: string) =>
		Math.abs(name.length - wanted.length) > most ? Infinity : distance(wanted, name);
	return things
		.map((thing) => ({
			thing,
			far: Math.min(...namesOf(thing).map((name) => farFrom(plain(name)))),
		}))
		.filter(({ far }) => far <= most)
		.sort((a, b) => a.far - b.far)
		.slice(0, 3)
		.map(({ thing }) => thing);
}

/** Only the beginning of a long text is compared: nobody mistypes a name of a hundred letters. */
const plain = (text: string) => text.trim().toLowerCase().slice(0, 100);

/** How many letters must be added, left out or exchanged (Levenshtein). */
function distance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (const [i, letter] of [...a].entries()) {
		const next = [i + 1];
		for (let j = 1; j <= b.length; j++) {
			const exchanged = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
			next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, exchanged));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}
