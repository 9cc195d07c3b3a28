import type { Field, Operation, ParameterKind } from '../../api/define';
import { asText, type JsonObject, jsonObjectsIn, omit } from '../json';
import { memoize } from '../grouped';
import { allFields } from '../request/request';
import { splitDateText } from '../values/moment';
import type { LookedUpEntry } from '../request/failure';
import type { Call } from '../request/reply';
import { foldedWithoutSpaces } from '../text';

/** `body` has the values of its input item by their names in the request. */
export interface WantedEntry {
	readonly item: number;
	readonly code: string;
	readonly body: JsonObject;
}

/** By field; secrets are left out. */
type Changes = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;

/** `body` is the whole entry, as an import sends it. */
export interface PlannedEntry extends WantedEntry {
	readonly action: 'create' | 'update' | 'unchanged';
	readonly changes: Changes;
}

export interface Plan {
	readonly planned: readonly PlannedEntry[];
	/** Entries of the directory that are not wanted. */
	readonly missing: readonly JsonObject[];
}

export const entryCode = ({ code }: JsonObject): string => asText(code ?? '');

/** Codes are unique, `listed` is whole. Values not given stay; one that cannot be read counts as different. */
export function planChanges(
	call: Call,
	wanted: readonly WantedEntry[],
	listed: readonly JsonObject[],
): Plan {
	const others = new Map(listed.map((row) => [entryCode(row), row]));
	const planned = wanted.map((one) => planEntry(call, one, others.get(one.code)));
	// An entry without a code cannot be changed.
	for (const code of ['', ...planned.map((one) => one.code)]) others.delete(code);
	return { planned, missing: [...others.values()] };
}

/** The other values are sent, too: the document does not say whether missing fields are cleared (Endpoints: PUT). */
export const wholeBody = (operation: Operation, entity: JsonObject, body: object): JsonObject => ({
	...writableValues(operation, entity),
	...body,
});

export const writableFields = memoize(
	(operation: Operation): ReadonlyMap<string, Field> =>
		new Map(
			Object.entries(allFields(operation))
				.filter(([, { place, sends }]) => place !== 'local' && sends === undefined)
				.map(([name, field]) => [field.wire ?? name, field]),
		),
);

const writableValues = (operation: Operation, entity: JsonObject): JsonObject =>
	Object.fromEntries(
		[...writableFields(operation)]
			.map(([name, field]) => [name, writable(field, entity[name])])
			.filter(([, value]) => value !== undefined && value !== null),
	);

function writable({ kind, columns = {} }: Field, value: unknown): unknown {
	if (kind !== 'rows') return value;
	if (!Array.isArray(value)) return undefined;
	return jsonObjectsIn(value).map((row) =>
		Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(columns, name))),
	);
}

function planEntry(
	call: Call,
	{ item, code, body }: WantedEntry,
	present: JsonObject | undefined,
): PlannedEntry {
	if (!present) return { item, code, action: 'create', changes: {}, body };
	const { operation } = call;
	const fields = writableFields(operation);
	const kept = writableValues(operation, present);
	const given = Object.fromEntries(
		Object.entries(body).filter(([name]) => !fields.get(name)?.initial),
	);
	const changes = findChanges(call, kept, given);
	// A value with the same meaning is sent back in the service's own spelling.
	const same = Object.entries(kept).filter(
		([name]) => given[name] !== undefined && !Object.hasOwn(changes, name),
	);
	return {
		item,
		code,
		action: Object.keys(changes).length > 0 ? 'update' : 'unchanged',
		changes,
		body: { ...valuesToSendBack(operation, present), ...given, ...Object.fromEntries(same) },
	};
}

/**
 * Without the document's defaults: one that is not sent stays or becomes the default; one that is sent would
 * undo later changes, such as unlock an account that was locked after the list was read.
 */
export function valuesToSendBack(operation: Operation, entity: JsonObject): JsonObject {
	const kept = writableValues(operation, entity);
	const fields = [...writableFields(operation)];
	const defaults = fields.filter(([name, field]) => isDefault(field, kept[name]));
	const names = defaults.map(([name]) => name);
	return omit(kept, names);
}

const findChanges = ({ operation, resource }: Call, kept: JsonObject, given: JsonObject): Changes =>
	Object.fromEntries(
		[...writableFields(operation)].flatMap(([name, field]) => {
			const [from, to] = [kept[name] ?? null, given[name]];
			const isReadable = Object.hasOwn(resource.entity, name);
			if (to === undefined || (isReadable && isSameValue(field, from, to))) return [];
			return [[name, isReadable ? { from, to } : field.password ? {} : { to }] as const];
		}),
	);

const isSameValue = (field: Field, one: unknown, other: unknown): boolean =>
	meaning(field, one) === meaning(field, other);

const isDefault = (field: Field, value: unknown): boolean =>
	field.whenAbsent !== undefined && isSameValue(field, field.whenAbsent, value);

/** A missing value means the document's default: false, 0, 9999/12/31, or nothing (Resources). */
function meaning(field: Field, value: unknown): string {
	const given = (value ?? '') === '' ? field.whenAbsent : value;
	return (MEANINGS[field.kind] ?? asText)(given ?? '', field);
}

const MEANINGS: { readonly [K in ParameterKind]?: (given: unknown, field: Field) => string } = {
	boolean: (given) => String(/^(true|1)$/i.test(asText(given))),
	integer: (given) => String(Number(asText(given))),
	date: (given) => splitDateText(asText(given)).date || asText(given),
	// The document gives rows no order.
	rows: (given, { columns = {} }) =>
		jsonObjectsIn(given)
			.map((row) => Object.keys(columns).map((name) => asText(row[name] ?? '')))
			.filter((cells) => cells.some((cell) => cell !== ''))
			.map((cells) => JSON.stringify(cells))
			.sort()
			.join(),
};

interface SoughtEntry {
	readonly body: JsonObject;
	/** Whether it did not exist before; undefined if that is unknown, so that finding it proves nothing. */
	readonly isNew: boolean | undefined;
}

/** Saved if all values are there. A code that differs only in case, width or spaces may be the service's spelling. */
export function entriesLookedUp(
	kind: Call,
	sent: readonly SoughtEntry[],
	listed: readonly JsonObject[],
): readonly LookedUpEntry[] {
	const byCode = new Map(listed.map((row) => [entryCode(row), row]));
	const spelled = new Set([...byCode.keys()].map(foldedWithoutSpaces));
	return sent.map((one): LookedUpEntry => {
		const code = entryCode(one.body);
		const present = byCode.get(code);
		if (!present) return { fate: spelled.has(foldedWithoutSpaces(code)) ? 'unknown' : 'absent' };
		return one.isNew !== undefined && isSaved(kind, one, present)
			? { fate: 'saved', rows: [present] }
			: { fate: 'unknown' };
	});
}

/** A value that cannot be read is certain only for a new entry. An entry with values that were not sent is not new. */
function isSaved(
	{ operation, resource }: Call,
	{ body, isNew }: SoughtEntry,
	present: JsonObject,
): boolean {
	const kept = writableValues(operation, present);
	return [...writableFields(operation)].every(([name, field]) => {
		const isSame = isSameValue(field, kept[name], body[name]);
		if (body[name] === undefined) return !isNew || isSame;
		return Object.hasOwn(resource.entity, name) ? isSame : isNew;
	});
}

/** The organization above each one, once the plan has been carried out. */
const parentCodes = ({ planned, missing }: Plan) =>
	new Map(
		[...planned.map(({ body }) => body), ...missing].map((row) => [
			entryCode(row),
			asText(row.parentCode ?? ''),
		]),
	);

/** An entry below another one comes in a later wave: the document gives no order for the entries of an import. */
export function sortIntoWaves(plan: Plan): PlannedEntry[][] {
	const codes = new Set(plan.planned.filter(isPlaced).map(({ code }) => code));
	const placedAbove = sumAbove(plan, (code) => (codes.has(code) ? 1 : 0));
	const waves: PlannedEntry[][] = [];
	for (const one of plan.planned.filter(({ action }) => action !== 'unchanged'))
		(waves[isPlaced(one) ? placedAbove(one.code) : 0] ??= []).push(one);
	return waves;
}

/** Whether the plan gives an entry a place in the tree. */
const isPlaced = ({ action, changes }: PlannedEntry) =>
	action === 'create' || Object.hasOwn(changes, 'parentCode');

export function lowestFirst(plan: Plan, rows: readonly JsonObject[]): JsonObject[] {
	const countAbove = sumAbove(plan, () => 1);
	return rows
		.map((row) => ({ row, depth: countAbove(entryCode(row)) }))
		.sort((a, b) => b.depth - a.depth)
		.map(({ row }) => row);
}

/** Sums over all above one, each looked at once: a tree may be a chain of thousands. A circle counts as a top level. */
function sumAbove(plan: Plan, weightOf: (code: string) => number): (code: string) => number {
	const parents = parentCodes(plan);
	const sums = new Map<string, number>();
	return (code) => {
		const path: string[] = [];
		let top = code;
		for (; top !== '' && !sums.has(top); top = parents.get(top) ?? '') {
			sums.set(top, 0);
			path.push(top);
		}
		let sum = top === '' ? 0 : (sums.get(top) ?? 0) + weightOf(top);
		for (const one of path.reverse()) {
			sums.set(one, sum);
			sum += weightOf(one);
		}
		return sums.get(code) ?? 0;
	};
}

/** By the code of each organization that the plan gives a place in a circle. */
export function circlesIn(plan: Plan): ReadonlyMap<string, readonly string[]> {
	const parents = parentCodes(plan);
	const placed = new Set(plan.planned.filter(isPlaced).map(({ code }) => code));
	const seen = new Set<string>();
	const circles = plan.planned.flatMap(({ code }) => {
		const path: string[] = [];
		let at = code;
		for (; at !== '' && !seen.has(at); at = parents.get(at) ?? '') {
			seen.add(at);
			path.push(at);
		}
		const start = path.indexOf(at);
		return start < 0 ? [] : [path.slice(start)];
	});
	return new Map(
		circles.flatMap((circle) =>
			circle.filter((code) => placed.has(code)).map((code) => [code, circle] as const),
		),
	);
}
