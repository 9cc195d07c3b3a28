import type { Entry } from '../../api';
import type { Entity, Field, ParameterKind } from '../../api/define';
import { asText, type JsonObject, jsonObjectsIn, omit } from '../json';
import { writableFields, writableValues } from '../request/request';
import { splitDateText } from '../values/moment';
import type { LookedUpEntry } from '../request/failure';
import type { Call } from '../request/reply';
import { foldedWithoutSpaces } from '../text';

/** A wanted entry: its code, and the values of its input item by their names in the request. */
export interface WantedEntry {
	readonly item: number;
	readonly code: string;
	readonly body: JsonObject;
}

/** The changes by field; secrets are left out. */
type Changes = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;

export interface PlannedEntry {
	readonly item: number;
	readonly code: string;
	readonly action: 'create' | 'update' | 'unchanged';
	readonly changes: Changes;
	/** The whole entry, as an import sends it. */
	readonly body: JsonObject;
}

/** The changes that make the directory match the wanted entries. */
export interface Plan {
	readonly planned: readonly PlannedEntry[];
	/** Entries of the directory that are not wanted. */
	readonly missing: readonly JsonObject[];
}

export const entryCode = ({ code }: JsonObject): string => asText(code ?? '');

/**
 * Plans the changes for wanted entries with unique codes, given the whole list of the directory. Fields that
 * are not given stay unchanged; a given value that cannot be read always counts as different.
 */
export function planChanges(
	{ operation, resource }: Pick<Entry, 'operation' | 'resource'>,
	wanted: readonly WantedEntry[],
	listed: readonly JsonObject[],
): Plan {
	const known = { fields: writableFields(operation), readable: resource.entity };
	const others = new Map(listed.map((row) => [entryCode(row), row]));
	const planned = wanted.map((one) => planEntry(known, one, others.get(one.code)));
	// An entry without a code cannot be changed.
	for (const code of ['', ...planned.map((one) => one.code)]) others.delete(code);
	return { planned, missing: [...others.values()] };
}

type FieldsByWire = ReadonlyMap<string, Field>;

/** The fields of an entry that can be written, and those that can be read. */
interface Known {
	readonly fields: FieldsByWire;
	readonly readable: Entity;
}

function planEntry(
	known: Known,
	{ item, code, body }: WantedEntry,
	present: JsonObject | undefined,
): PlannedEntry {
	if (!present) return { item, code, action: 'create', changes: {}, body };
	const { fields } = known;
	const kept = writableValues(fields, present);
	const given = Object.fromEntries(
		Object.entries(body).filter(([name]) => !fields.get(name)?.initial),
	);
	const changes = findChanges(known, kept, given);
	// A value with the same meaning is sent back in the service's own spelling.
	const same = Object.entries(kept).filter(
		([name]) => given[name] !== undefined && !Object.hasOwn(changes, name),
	);
	return {
		item,
		code,
		action: Object.keys(changes).length > 0 ? 'update' : 'unchanged',
		changes,
		body: { ...valuesToSendBack(fields, present), ...given, ...Object.fromEntries(same) },
	};
}

/**
 * Returns the values of a listed entry that can be sent back, without those that are the document's default. A
 * default that is not sent stays or becomes the default; one that is sent would undo later changes, such as
 * unlock an account that was locked after the list was read.
 */
export function valuesToSendBack(fields: FieldsByWire, entry: JsonObject): JsonObject {
	const kept = writableValues(fields, entry);
	const defaults = [...fields].filter(([name, field]) => isDefault(field, kept[name]));
	return omit(
		kept,
		defaults.map(([name]) => name),
	);
}

const findChanges = ({ fields, readable }: Known, kept: JsonObject, given: JsonObject): Changes =>
	Object.fromEntries(
		[...fields].flatMap(([name, field]) => {
			const [from, to] = [kept[name] ?? null, given[name]];
			const isReadable = Object.hasOwn(readable, name);
			if (to === undefined || (isReadable && isSameValue(field, from, to))) return [];
			return [[name, isReadable ? { from, to } : field.password ? {} : { to }] as const];
		}),
	);

/** Whether the service treats two values of a field as equal, whatever their spelling. */
export const isSameValue = (field: Field, one: unknown, other: unknown): boolean =>
	meaning(field, one) === meaning(field, other);

/** Whether a value is the default that the document gives for a missing field. */
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
	// Ignores a time after the date.
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

/** A directory entry as it was sent. */
interface SentEntry {
	readonly body: JsonObject;
	/** Whether it did not exist before; undefined if that is unknown, so that finding it proves nothing. */
	readonly isNew: boolean | undefined;
}

/**
 * Compares entries that may have been saved with the directory. An entry is saved if all its values are there.
 * A code that differs only in case, width or spaces may be the service's spelling of the one that was sent.
 */
export function entriesLookedUp(
	kind: Call,
	sent: readonly SentEntry[],
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

/**
 * A value that cannot be read, such as a password, is certain only for a new entry. A new entry has no other
 * values: one that has them existed before.
 */
function isSaved(
	{ operation, resource }: Call,
	{ body, isNew }: SentEntry,
	present: JsonObject,
): boolean {
	const fields = writableFields(operation);
	const kept = writableValues(fields, present);
	return [...fields].every(([name, field]) => {
		const isSame = isSameValue(field, kept[name], body[name]);
		if (body[name] === undefined) return !isNew || isSame;
		return Object.hasOwn(resource.entity, name) ? isSame : isNew;
	});
}
