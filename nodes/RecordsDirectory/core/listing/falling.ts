/** Whether no value of a list is greater than the previous one. */
export const isFalling = <T>(
	values: readonly T[],
	isAbove: (one: T, other: T) => boolean = (one, other) => one > other,
): boolean => values.every((value, n) => n === 0 || !isAbove(value, values[n - 1] as T));
