import type { Id } from '../../id';

/**
 * A record ID to calculate with: a number if that is exact, else a BigInt. So equal IDs are equal values, and
 * `<` and `>` are right between any two.
 */
export type IdNumber = number | bigint;

export const idNumberOf = (id: Id): IdNumber => (typeof id === 'number' ? id : BigInt(id));

export const idOfNumber = (whole: IdNumber): Id =>
	typeof whole === 'number' ? whole : String(whole);

const exact = (long: bigint): IdNumber => {
	const whole = Number(long);
	return Number.isSafeInteger(whole) ? whole : long;
};

/** Adds two IDs; as numbers if that is exact. */
export function plus(one: IdNumber, other: IdNumber): IdNumber {
	const sum = typeof one === 'number' && typeof other === 'number' ? one + other : NaN;
	return Number.isSafeInteger(sum) ? sum : exact(BigInt(one) + BigInt(other));
}

export const minus = (one: IdNumber, other: IdNumber): IdNumber => plus(one, -other);

export const lesser = (one: IdNumber, other: IdNumber): IdNumber => (one < other ? one : other);

export const greater = (one: IdNumber, other: IdNumber): IdNumber => (one > other ? one : other);

/** For sorting by rising IDs. */
export const byRising = (one: IdNumber, other: IdNumber): number =>
	one < other ? -1 : Number(one > other);
