/** Promises: whether no value of a list is greater than the one before it. */
export function isFalling(values: ReadonlyArray<string | number>): boolean {
	let before: string | number | undefined;
	for (const value of values) {
		if (before !== undefined && value > before) return false;
		before = value;
	}
	return true;
}
