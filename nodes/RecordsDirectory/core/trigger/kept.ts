import { canonical, fingerprint, isEmpty, isJsonObject, type JsonObject } from '../json';

/** A JSON list, with fingerprints for long values and contents of files. If all do not fit, one fingerprint of it. */
export type Kept = string;

/** In characters of JSON. */
const LONGEST_VALUE = 200;
/** The most characters that are kept of all rows; what is kept of a row beyond that is 8 characters. */
const MOST_KEPT = 1_000_000;

/** Stands for a value that is not kept, with its fingerprint. */
const NOT_KEPT = '#';

/** However the service spells an empty value. */
const notEmpty = (value: unknown) => (value === false || isEmpty(value) ? null : value);

export const keep = (values: readonly unknown[], longest = LONGEST_VALUE): Kept =>
	canonical(
		values.map((value) => {
			const text = canonical(value);
			const isShort = text.length <= longest && !text.includes('"content":');
			return isShort ? value : { [NOT_KEPT]: fingerprint(value) };
		}),
	);

const keptValues = (kept: Kept) => JSON.parse(kept) as readonly unknown[];

const isFingerprint = (kept: Kept) => /^[\da-f]{8}$/.test(kept);

/** The least that is kept of a row, equal for equal values. */
export const asFingerprint = (kept: Kept): string =>
	isFingerprint(kept) ? kept : fingerprint(keptValues(kept).map(notEmpty));

export const isSame = (before: Kept, now: Kept): boolean =>
	before === now || asFingerprint(before) === asFingerprint(now);

/** Undefined for a value that was not kept. If only a fingerprint of all was kept, each may have changed. */
export function earlierIn(before: Kept, now: Kept, names: readonly string[]): JsonObject {
	const was = isFingerprint(before)
		? names.map(() => ({ [NOT_KEPT]: before }))
		: keptValues(before);
	const is = keptValues(now);
	const differing = names.flatMap((name, n) => {
		const [old, present] = [was[n], is[n]];
		if (canonical(notEmpty(old)) === canonical(notEmpty(present))) return [];
		return [[name, isJsonObject(old) && NOT_KEPT in old ? undefined : old]];
	});
	return Object.fromEntries(differing) as JsonObject;
}

/** The last rows as far as they fit, and fingerprints of the others. */
export function packed(rows: ReadonlyArray<readonly [key: string, kept: Kept]>) {
	let left = MOST_KEPT;
	const fitting = rows.toReversed().map(([key, kept]) => {
		left -= kept.length;
		return [key, left < 0 ? asFingerprint(kept) : kept] as const;
	});
	return { rows: fitting.reverse(), isFull: left < 0 };
}
