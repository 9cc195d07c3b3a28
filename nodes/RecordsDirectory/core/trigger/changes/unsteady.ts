import { canonical, fingerprint } from '../../fingerprint';
import { isJsonObject, put, type JsonObject } from '../../json';
import type { RecordRow } from '../listed-record';

/**
 * How often each part of a record differed between two replies that should be equal: a count, or the parts of
 * the part. The entries of a list are counted together.
 */
export type Differences = number | { readonly [name: string]: Differences };

/**
 * What is known about values that differ with every reply, such as signed addresses and formulas with the
 * current time. A settled record cannot be edited without a newer `updatedAt`, so differences in it are no
 * edits.
 */
export interface Unsteady {
	/** Undefined until something differs; 1 if something did, but not what is unknown. */
	readonly differences?: Differences;
	/**
	 * Settled records at the last look, by time and ID: a fingerprint of each, and once something has differed
	 * an outline, which contains the fingerprint of each value in its place.
	 */
	readonly samples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const NOTHING_UNSTEADY: Unsteady = { samples: {} };

/** A value that differed once may be due to an error of the service's clock. */
const OFTEN = 2;
const MOST_SAMPLES = 3;

/** Takes rows, newest first; those older than `settledBefore` are settled. */
export function learnUnsteady(
	known: Unsteady,
	rows: readonly RecordRow[],
	settledBefore: string,
): Unsteady {
	const before = typeof known.differences === 'number' ? undefined : known.differences;
	const pairs = rows.flatMap((row): Pair[] => {
		const sample = sampleOf(known, row);
		if (sample === undefined) return [];
		const outline = outlineOf(row, before);
		return [[sample, typeof sample === 'string' ? fingerprint(outline) : outline]];
	});
	const differences = count(before, pairs) ?? known.differences;
	const settled = rows.filter(({ updatedAt }) => updatedAt < settledBefore).slice(0, MOST_SAMPLES);
	const [newest] = Object.keys(known.samples);
	const isSame = canonical(differences) === canonical(known.differences);
	// Among equal times other records may come first, and a poll without changes must not change the state.
	if (isSame && (settled[0]?.updatedAt ?? newest) === newest) return known;
	const samples: Record<string, Record<string, unknown>> = {};
	for (const row of settled) {
		const outline = outlineOf(row, differences);
		const sample = differences === undefined ? fingerprint(outline) : outline;
		(samples[row.updatedAt] ??= {})[row.recordId] = sample;
	}
	return { ...(differences === undefined ? {} : { differences }), samples };
}

const sampleOf = ({ samples }: Unsteady, { updatedAt, recordId }: RecordRow): unknown =>
	own(own(samples, updatedAt) ?? {}, String(recordId));

/** Whether another look may show more: there was nothing to compare, or something differed. */
export const mayShowMore = (before: Unsteady, after: Unsteady): boolean =>
	Object.keys(after.samples).length > 0 &&
	(Object.keys(before.samples).length === 0 ||
		canonical(before.differences) !== canonical(after.differences));

/** Returns a value without its unsteady parts. */
export function withoutUnsteady(value: unknown, differences: Differences | undefined): unknown {
	if (differences === undefined || typeof differences === 'number')
		return (differences ?? 0) < OFTEN ? value : undefined;
	if (Array.isArray(value)) return value.map((one) => withoutUnsteady(one, differences));
	if (!isJsonObject(value) || Object.keys(differences).length === 0) return value;
	const kept: JsonObject = {};
	for (const [name, part] of Object.entries(value))
		put(kept, name, withoutUnsteady(part, of(differences, name)));
	return kept;
}

/** Whether a field has an unsteady part. */
export const isUnsteady = (differences: Differences | undefined): boolean =>
	typeof differences === 'number'
		? differences >= OFTEN
		: Object.values(differences ?? {}).some(isUnsteady);

/** Returns the differences of one field, and all differences except those of some fields. */
export const differencesInField = (
	differences: Differences | undefined,
	field: string,
): Differences | undefined => of(of(differences, 'record'), field);

export function withoutFields(
	differences: Differences | undefined,
	fields: readonly string[],
): Differences | undefined {
	const inRecord = of(differences, 'record');
	if (typeof differences !== 'object' || typeof inRecord !== 'object') return differences;
	const others = Object.entries(inRecord).filter(([name]) => !fields.includes(name));
	return { ...differences, record: Object.fromEntries(others) };
}

/** Not content: a deletion may not change `updatedAt`, and addresses are never compared. */
const NO_CONTENT = new Set(['accessUrl', 'accessEditUrl', 'isDeleted', 'status']);

function outlineOf({ raw }: RecordRow, differences: Differences | undefined): unknown {
	const content = Object.entries(raw).filter(([name]) => !NO_CONTENT.has(name));
	return outlined(withoutUnsteady(Object.fromEntries(content), differences));
}

function outlined(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(outlined);
	if (!isJsonObject(value)) return value === undefined ? undefined : fingerprint(value);
	const outline: JsonObject = {};
	for (const [name, part] of Object.entries(value)) put(outline, name, outlined(part));
	return outline;
}

type Pair = readonly [before: unknown, after: unknown];

/** Compares pairs of values, and counts once what differs in any of them. */
function count(known: Differences | undefined, pairs: readonly Pair[]): Differences | undefined {
	const single = pairs.flatMap(entries);
	const rows = single.flatMap(([one, other]) =>
		isJsonObject(one) && isJsonObject(other) ? [{ one, other }] : [],
	);
	const isWhole = typeof known === 'number' || rows.length < single.length;
	if (isWhole && single.some(([one, other]) => canonical(one) !== canonical(other)))
		return typeof known === 'number' ? known + 1 : 1;
	if (typeof known === 'number') return known;
	const names = new Set(rows.flatMap(({ one, other }) => Object.keys({ ...one, ...other })));
	const parts = [...names].flatMap((name) => {
		const inside = rows.map(({ one, other }) => [own(one, name), own(other, name)] as const);
		const part = count(of(known, name), inside);
		return part === undefined ? [] : [[name, part] as const];
	});
	const counted = { ...known, ...Object.fromEntries(parts) };
	return Object.keys(counted).length > 0 ? counted : undefined;
}

/** Pairs the entries of two lists of the same length; other values stay one pair. */
const entries = (pair: Pair): readonly Pair[] => {
	const [one, other] = pair;
	if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return [pair];
	return one.flatMap((entry, n) => entries([entry, other[n]]));
};

const own = <T>(row: { readonly [name: string]: T }, name: string): T | undefined =>
	Object.hasOwn(row, name) ? row[name] : undefined;

const of = (differences: Differences | undefined, name: string): Differences | undefined =>
	typeof differences === 'object' ? own(differences, name) : undefined;
