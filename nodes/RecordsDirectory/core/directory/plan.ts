import type { Entry } from '../../api';
import type { Entity, Field } from '../../api/define';
import { isSameValue, isDefault } from './same-value';
import { asText, omit, type JsonObject } from '../json';
import { writableValues, writableFields } from '../request/request';

/** A wanted entry: its code, and the values of its input item by their names in the request. */
export interface WantedEntry {
	readonly item: number;
	readonly code: string;
	readonly body: JsonObject;
}

/** The changes by field; secrets are left out. */
export type Changes = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;

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

export const codeOf = ({ code }: JsonObject): string => asText(code ?? '');

/**
 * Plans the changes for wanted entries with unique codes, given the whole list of the directory. Fields that
 * are not given stay unchanged; a given value that cannot be read always counts as different.
 */
export function planOf(
	{ operation, resource }: Pick<Entry, 'operation' | 'resource'>,
	wanted: readonly WantedEntry[],
	listed: readonly JsonObject[],
): Plan {
	const known = { fields: writableFields(operation), readable: resource.entity };
	const others = new Map(listed.map((row) => [codeOf(row), row]));
	const planned = wanted.map((one) => plannedOf(known, one, others.get(one.code)));
	// An entry without a code cannot be changed.
	for (const code of ['', ...planned.map((one) => one.code)]) others.delete(code);
	return { planned, missing: [...others.values()] };
}

export type FieldsByWire = ReadonlyMap<string, Field>;

/** The fields of an entry that can be written, and those that can be read. */
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
	const kept = writableValues(fields, present);
	const given = Object.fromEntries(
		Object.entries(body).filter(([name]) => !fields.get(name)?.initial),
	);
	const changes = changesOf(known, kept, given);
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

const changesOf = ({ fields, readable }: Known, kept: JsonObject, given: JsonObject): Changes =>
	Object.fromEntries(
		[...fields].flatMap(([name, field]) => {
			const [from, to] = [kept[name] ?? null, given[name]];
			const isReadable = Object.hasOwn(readable, name);
			if (to === undefined || (isReadable && isSameValue(field, from, to))) return [];
			return [[name, isReadable ? { from, to } : field.password ? {} : { to }] as const];
		}),
	);
