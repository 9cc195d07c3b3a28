/** An ID as the service returns it: a number, or a text of digits if a number cannot hold them all. */
export type Id = number | string;

/** Counted from 1 (Resources: recordId and appsId are at least 1). */
const DIGITS = /^0*([1-9]\d*)$/;

/**
 * Reads an ID in its only spelling: a number if that is exact, else its digits as text. So equal IDs are equal
 * values. Undefined for values that are not IDs, or were rounded before.
 */
export function idIn(value: unknown): Id | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value > 0 ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const [, digits] = DIGITS.exec(value) ?? [];
	if (digits === undefined) return undefined;
	return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/**
 * Returns how far one ID is above another: 0 for the same ID, negative below it. The sign is right for IDs of
 * any length, and for Infinity; the count is exact up to 2^53.
 */
export function idsAbove(one: Id, other: Id): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	if (one === Infinity || other === Infinity) return Number(one) - Number(other);
	return Number(BigInt(one) - BigInt(other));
}

/** Whether an ID is above another one; any ID is above undefined. */
export const isAbove = (one: Id | undefined, other: Id | undefined): boolean =>
	one !== undefined && (other === undefined || idsAbove(one, other) > 0);

/** Returns the ID some places above another one; below it for a negative number. */
export function idAfter(id: Id, places = 1): Id {
	const sum = typeof id === 'number' ? id + places : NaN;
	return Number.isSafeInteger(sum) ? sum : (idIn(String(BigInt(id) + BigInt(places))) ?? 0);
}
