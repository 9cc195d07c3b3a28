import type { Entry } from '../../api';
import type { Entity, Field } from '../../api/define';
import { isAlike, isDefault } from './same-value';
import { asText, type JsonObject } from '../json';
import { keptOf, writableFields } from '../request/full-update';

/** An entry that is wanted: its code, and what an input item says of it by the names on the wire. */
export interface WantedEntry {
	readonly item: number;
	readonly code: string;
	readonly body: JsonObject;
}

/** What changes, by field; a secret is not told. */
export type Changes = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;

export interface PlannedEntry {
	readonly item: number;
	readonly code: string;
	readonly action: 'create' | 'update' | 'unchanged';
	readonly changes: Changes;
	/** The whole entry, as an import sends it. */
	readonly body: JsonObject;
}

/** What makes a directory hold the wanted entries. */
export interface Plan {
	readonly planned: readonly PlannedEntry[];
	/** Entries of the directory that are not wanted. */
	readonly missing: readonly JsonObject[];
}

export const codeOf = ({ code }: JsonObject): string => asText(code ?? '');

/**
 * The plan for wanted entries, each with a code of its own, given the whole list of the directory.
 * Fields that are not given stay as they are; what cannot be read differs whenever it is given.
 */
export function planOf(
	{ operation, resource }: Pick<Entry, 'operation' | 'resource'>,
	wanted: readonly WantedEntry[],
	listed: readonly JsonObject[],
): Plan {
	const known = { fields: writableFields(operation), readable: resource.entity };
	const others = new Map(listed.map((row) => [codeOf(row), row]));
	const planned = wanted.map((one) => plannedOf(known, one, others.get(one.code)));
	// Without a code nothing can be done to it.
	for (const code of ['', ...planned.map((one) => one.code)]) others.delete(code);
	return { planned, missing: [...others.values()] };
}

type FieldsByWire = ReadonlyMap<string, Field>;

/** What can be written of an entry, and what can be read. */
interface Known {
	readonly fields: FieldsByWire;
	readonly readable: Entity;
}

function plannedOf(
	known: Known,
	{ item, code, body }: WantedEntry,
	present: JsonObject | undefined,
): PlannedEntry {
	if (!present) return { item, code, action: 'create', changes: {}, body };
	const { fields } = known;
	const given = Object.fromEntries(
		Object.entries(body).filter(([name]) => !fields.get(name)?.initial),
	);
	const kept = keptOf(fields, present);
	const changes = changesOf(known, kept, given);
	const action = Object.keys(changes).length > 0 ? 'update' : 'unchanged';
	// What means the same goes back as it came, in the service's own spelling.
	const same = Object.entries(kept).filter(([name]) => isGivenAgain(name, given, changes));
	const whole = { ...sentBack(fields, present), ...given, ...Object.fromEntries(same) };
	return { item, code, action, changes, body: whole };
}

const isGivenAgain = (name: string, given: JsonObject, changes: Changes) =>
	given[name] !== undefined && !Object.hasOwn(changes, name);

/**
 * What an entry of the list holds, as it can be sent back. A value that is the document's default stays
 * out: if it is left out, it stays or becomes the default. If it were sent, it would undo what has changed
 * since the list was read: an account that was locked meanwhile would be unlocked.
 */
export const sentBack = (fields: FieldsByWire, entry: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(keptOf(fields, entry)).filter(([name, value]) => {
			const field = fields.get(name);
			return !field || !isDefault(field, value);
		}),
	);

function changesOf({ fields, readable }: Known, kept: JsonObject, given: JsonObject): Changes {
	const changes = [...fields].flatMap(([name, field]) => {
		const to = given[name];
		if (to === undefined) return [];
		if (!Object.hasOwn(readable, name)) return [[name, field.password ? {} : { to }] as const];
		const from = kept[name] ?? null;
		return isAlike(field, from, to) ? [] : [[name, { from, to }] as const];
	});
	return Object.fromEntries(changes);
}
