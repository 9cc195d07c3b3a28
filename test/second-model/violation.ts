/** A difference between what the node said or did and what a user would expect. */
export interface Violation {
	/** Short and the same for all of its kind. */
	readonly kind: string;
	readonly expected: string;
	readonly found: string;
	readonly item?: number;
	/** The field that it is about, if any. */
	readonly field?: string;
}

export function show(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 240 ? `${text.slice(0, 240)}...` : text;
}

export const violation = (
	kind: string,
	expected: unknown,
	found: unknown,
	more: Pick<Violation, 'item' | 'field'> = {},
): Violation => ({ kind, expected: inWords(expected), found: inWords(found), ...more });

const inWords = (value: unknown) => (typeof value === 'string' ? value : show(value));

/** Whether two values are the same; one that is empty is like none. */
export const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
	JSON.stringify(value, (_, part: unknown) => (isEmpty(part) ? undefined : part)) ?? '';

const isEmpty = (part: unknown) => part === '' || (Array.isArray(part) && part.length === 0);
