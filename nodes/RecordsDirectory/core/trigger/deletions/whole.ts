import type { Id } from '../../id';

/**
 * A record ID to count with: a number if a number is exact, else a BigInt. So the same ID is always the same value,
 * and `<` and `>` are right between any two.
 */
export type Whole = number | bigint;

export const wholeOf = (id: Id): Whole => (typeof id === 'number' ? id : BigInt(id));

export const idOfWhole = (whole: Whole): Id => (typeof whole === 'number' ? whole : String(whole));

const exact = (long: bigint): Whole => {
	const whole = Number(long);
	return Number.isSafeInteger(whole) ? whole : long;
};

/** The sum of two; numbers are added as numbers wherever that is exact. */
export function plus(one: Whole, other: Whole): Whole {
	const sum = typeof one === 'number' && typeof other === 'number' ? one + other : NaN;
	return Number.isSafeInteger(sum) ? sum : exact(BigInt(one) + BigInt(other));
}

export const minus = (one: Whole, other: Whole): Whole => plus(one, -other);

export const lesser = (one: Whole, other: Whole): Whole => (one < other ? one : other);

export const greater = (one: Whole, other: Whole): Whole => (one > other ? one : other);

/** For sorting by rising IDs. */
export const byRising = (one: Whole, other: Whole): number =>
	one < other ? -1 : one > other ? 1 : 0;
