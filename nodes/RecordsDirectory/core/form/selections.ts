import { grouped } from '../grouped';
import { isJsonObject, textIn, type JsonObject } from '../json';
import { folded } from '../values/folded';
import { InputError } from '../values/input-error';
import type { FormField } from './definition';
import { KINDS } from './kind';
import { listEntriesOf } from './list-entries';
import { labelOf, someInWords } from './names';
import { cellsOf, withCells } from './table-cells';

/** A user or organization of a record; the service returns the name with the code. */
export interface Selected {
	readonly code: string;
	readonly name?: string;
}

/**
 * Returns users or organizations in the service's own shape (Record, value shapes), each once. Takes a code,
 * codes between commas or in lines, a list, or what was read before. Sends a name only if it was given with its
 * code. Throws an `InputError` for values without a code. Whether a field accepts several is left to the
 * service: `multiple: false` may be a value that nobody set.
 */
export function selectionFor(field: FormField, value: unknown): Selected[] {
	const entries = listEntriesOf(labelOf(field), value).flatMap((entry) =>
		typeof entry === 'string' && !Array.isArray(value) ? entry.split(',') : [entry],
	);
	const selected = new Map<string, Selected>();
	for (const entry of entries) {
		const one = selectedOf(entry);
		if (!one) throw noCode(field, entry);
		if (one.code !== '') selected.set(one.code, one);
	}
	return [...selected.values()];
}

function selectedOf(entry: unknown): Selected | undefined {
	const code = isJsonObject(entry) ? entry.code : entry;
	if (typeof code !== 'string' && typeof code !== 'number') return undefined;
	const name = isJsonObject(entry) && typeof entry.name === 'string' ? { name: entry.name } : {};
	return { code: String(code).trim(), ...name };
}

const noCode = (field: FormField, entry: unknown) => {
	const keys = isJsonObject(entry) ? Object.keys(entry) : [];
	return InputError.about(
		labelOf(field),
		` has a value without a code${keys.length > 0 ? `, but with ${someInWords(keys)}` : ''}`,
		'Give codes such as E0001, or objects such as { "code": "E0001" }.',
	);
};

/**
 * How the service accepts users and organizations. Its document shows only how it returns them (Record, value
 * shapes); `given` sends them as they were given or read.
 */
export type SelectionShape = 'given' | 'codeAndName' | 'code' | 'text';

/** Returns the shape that a setting names; undefined if it is empty. */
export const selectionShapeOf = (setting: unknown): SelectionShape =>
	(['codeAndName', 'code', 'text'] as const).find((shape) => shape === setting) ?? 'given';

/** A code, and the kind of entry that it belongs to. */
export interface Coded {
	readonly resource: 'user' | 'organization';
	readonly code: string;
}

export type NameOf = (coded: Coded) => string | undefined;

/** Converts the users and organizations in the `record` of a body to one shape, also in detail tables. */
export function withOneShape(
	fields: readonly FormField[],
	record: JsonObject,
	{ shape, nameOf }: { readonly shape: SelectionShape; readonly nameOf?: NameOf },
): JsonObject {
	if (shape === 'given') return record;
	const one = (field: FormField, entry: unknown) => {
		const selected = selectedOf(entry);
		if (!selected) return entry;
		const { code } = selected;
		if (shape === 'text') return code;
		if (shape === 'code') return { code };
		const { resource } = KINDS[field.kind];
		const name = selected.name ?? (resource && nameOf?.({ resource, code }));
		return name === undefined ? { code } : { code, name };
	};
	return withSelections(fields, record, one);
}

/** How the users and organizations of simplified records are shown. */
export type UsersAs = 'objects' | 'names' | 'codes';

/** What a setting names; one that is empty names none. */
export const usersAsOf = (setting: unknown): UsersAs =>
	(['names', 'codes'] as const).find((as) => as === setting) ?? 'objects';

/** A user or organization of a reply as it is shown: by the code if the service gave no name. */
export function shownUser(as: UsersAs): (entry: unknown) => unknown {
	return (entry) => {
		const { code, name } = isJsonObject(entry) ? entry : { code: entry, name: undefined };
		if (as === 'objects') return isJsonObject(entry) ? { code, name } : { code };
		return as === 'names' ? textIn(name) || code : code;
	};
}

/** Returns a record as the service gives it, except its users and organizations. */
export const withUsers =
	(fields: readonly FormField[], as: UsersAs) =>
	(row: JsonObject): JsonObject => {
		const shown = shownUser(as);
		return isJsonObject(row.record)
			? { ...row, record: withSelections(fields, row.record, (_, entry) => shown(entry)) }
			: row;
	};

/** The `record` of a body or reply with each user and organization changed, in detail tables as well. */
function withSelections(
	fields: readonly FormField[],
	record: JsonObject,
	one: (field: FormField, entry: unknown) => unknown,
): JsonObject {
	const change = (all: readonly FormField[]) => (cells: JsonObject) => {
		const known = new Map(all.map((field) => [field.id, field]));
		return Object.fromEntries(
			Object.entries(cells).map(([id, value]) => {
				const field = known.get(id);
				if (!field || !Array.isArray(value)) return [id, value];
				if (field.kind === 'table')
					return [id, value.map((row) => withCells(row, field.columns, change(field.columns)))];
				return [id, KINDS[field.kind].resource ? value.map((entry) => one(field, entry)) : value];
			}),
		);
	};
	return change(fields)(record);
}

/** Returns the users and organizations of a record that have a code but no name. */
export function nameless(fields: readonly FormField[], record: JsonObject): Coded[] {
	return fields.flatMap((field): Coded[] => {
		const value = Object.hasOwn(record, field.id) ? record[field.id] : undefined;
		if (!Array.isArray(value)) return [];
		if (field.kind === 'table')
			return value
				.filter(isJsonObject)
				.flatMap((row) => nameless(field.columns, cellsOf(row, field.columns)));
		const { resource } = KINDS[field.kind];
		if (!resource) return [];
		const selected = value.flatMap((entry) => selectedOf(entry) ?? []);
		return selected.flatMap(({ code, name }) => (name === undefined ? [{ resource, code }] : []));
	});
}

/** The users or organizations of the directory. */
export interface Findable {
	readonly codes: ReadonlySet<string>;
	/** By name, ignoring case and width. */
	readonly named: ReadonlyMap<string, readonly JsonObject[]>;
}

/** There may be many items and many users: the list is indexed once. */
export const findableIn = (rows: readonly JsonObject[]): Findable => ({
	codes: new Set(rows.map(({ code }) => textIn(code))),
	named: new Map(grouped(rows, ({ name }) => folded(textIn(name).trim()))),
});

/**
 * Replaces names by codes in the `record` of a body, ignoring case and width. Codes stay, and so do unknown
 * names: the service reports them. Throws an `InputError` for a name that several share, with their codes.
 */
export const withCodesForNames = (
	fields: readonly FormField[],
	record: JsonObject,
	findable: (resource: Coded['resource']) => Findable | undefined,
): JsonObject =>
	withSelections(fields, record, (field, entry) => {
		const { resource } = KINDS[field.kind];
		const selected = selectedOf(entry);
		const all = resource && findable(resource);
		if (!all || !selected || selected.name !== undefined) return entry;
		if (all.codes.has(selected.code)) return entry;
		const [found, ...others] = all.named.get(folded(selected.code)) ?? [];
		if (found && others.length > 0) throw unclear(field, selected.code, [found, ...others]);
		return found ? { code: textIn(found.code) } : entry;
	});

const unclear = (field: FormField, name: string, rows: readonly JsonObject[]) =>
	InputError.about(
		labelOf(field),
		`: "${name}" may mean several: ${someInWords(rows.map((row) => `${textIn(row.name)} (${textIn(row.code)})`))}`,
		'Use the code.',
	);
