/** An ID as the service returns it: a number, or a text of digits if a number cannot hold them all. */
export type Id = number | string;

/** Counted from 1 (Resources: recordId and appsId are at least 1). */
const DIGITS = /^0*([1-9]\d*)$/;

/** Equal IDs are equal values: a number if exact, else its digits. Undefined for other values, or if rounded before. */
export function idIn(value: unknown): Id | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value > 0 ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const [, digits] = DIGITS.exec(value) ?? [];
	if (digits === undefined) return undefined;
	return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/** Negative if below. The sign is right for IDs of any length, and for Infinity; the count is exact up to 2^53. */
export function idsAbove(one: Id, other: Id): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	if (one === Infinity || other === Infinity) return Number(one) - Number(other);
	return Number(BigInt(one) - BigInt(other));
}

/** Any ID is above undefined. */
export const isAbove = (one: Id | undefined, other: Id | undefined): boolean =>
	one !== undefined && (other === undefined || idsAbove(one, other) > 0);

export function idAfter(id: Id, places = 1): Id {
	const sum = typeof id === 'number' ? id + places : NaN;
	return Number.isSafeInteger(sum) ? sum : (idIn(String(BigInt(id) + BigInt(places))) ?? 0);
}
