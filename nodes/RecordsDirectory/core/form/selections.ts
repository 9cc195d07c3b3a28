import { grouped } from '../grouped';
import { isJsonObject, textIn, type JsonObject } from '../json';
import { folded } from '../values/folded';
import { InputError } from '../values/input-error';
import type { FormField } from './definition';
import { KINDS, type KindTraits } from './kind';
import { listEntriesOf } from './list-entries';
import { labelOf, someInWords } from './names';
import { withValues } from './table-cells';

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
	const selected = entries.map((entry) => {
		const one = selectedOf(entry);
		if (!one) throw noCode(field, entry);
		return one;
	});
	const codes = new Map(selected.map((one) => [one.code, one]));
	codes.delete('');
	return [...codes.values()];
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

/** Returns the shape that a setting names; `given` if it names none. */
export const selectionShapeOf = (setting: unknown): SelectionShape =>
	(['codeAndName', 'code', 'text'] as const).find((shape) => shape === setting) ?? 'given';

/** A kind of entry of the directory. */
type Kind = NonNullable<KindTraits['resource']>;

/** A code, and the kind of entry that it belongs to. */
export interface Coded {
	readonly resource: Kind;
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
	return withSelections(fields, record, (entry, resource) => {
		const selected = selectedOf(entry);
		if (!selected) return entry;
		const { code, name = nameOf?.({ resource, code }) } = selected;
		if (shape === 'text') return code;
		return shape === 'code' || name === undefined ? { code } : { code, name };
	});
}

/** How the users and organizations of simplified records are shown. */
export type UsersAs = 'objects' | 'names' | 'codes';

/** Returns what a setting names; `objects` if it names none. */
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
			? { ...row, record: withSelections(fields, row.record, shown) }
			: row;
	};

/** The `record` of a body or reply with each user and organization changed, in detail tables as well. */
const withSelections = (
	fields: readonly FormField[],
	record: JsonObject,
	one: (entry: unknown, resource: Kind, field: FormField) => unknown,
): JsonObject =>
	withValues(fields, record, (field, value) => {
		const { resource } = KINDS[field.kind];
		return resource && Array.isArray(value)
			? value.map((entry) => one(entry, resource, field))
			: value;
	});

/** Returns the users and organizations of a record that have a code but no name. */
export function nameless(fields: readonly FormField[], record: JsonObject): readonly Coded[] {
	const found: Coded[] = [];
	withSelections(fields, record, (entry, resource) => {
		const selected = selectedOf(entry);
		if (selected && selected.name === undefined) found.push({ resource, code: selected.code });
	});
	return found;
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
	findable: (resource: Kind) => Findable | undefined,
): JsonObject =>
	withSelections(fields, record, (entry, resource, field) => {
		const all = findable(resource);
		const selected = selectedOf(entry);
		if (!all || !selected || selected.name !== undefined || all.codes.has(selected.code))
			return entry;
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
