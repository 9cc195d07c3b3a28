import { grouped } from '../grouped';
import { isJsonObject, textIn, type JsonObject } from '../json';
import { folded } from '../text';
import { mistake } from '../values/input-error';
import type { FormField, Kind as FieldKind, UsersAs } from './field';
import { selectedIn, userShownAs } from './kinds/people';
import { withValues } from './kinds/table';
import { fieldLabel, someInWords } from './names';

/**
 * How the service accepts users and organizations. Its document shows only how it returns them (Record, value
 * shapes); `given` sends them as they were given or read.
 */
export type SelectionShape = 'given' | 'codeAndName' | 'code' | 'text';

/** Returns the shape that a setting names; `given` if it names none. */
export const parseSelectionShape = (setting: unknown): SelectionShape =>
	(['codeAndName', 'code', 'text'] as const).find((shape) => shape === setting) ?? 'given';

/** A kind of entry of the directory. */
type Kind = NonNullable<FieldKind['resource']>;

/** A code, and the kind of entry that it belongs to. */
export interface CodeRef {
	readonly resource: Kind;
	readonly code: string;
}

/** Converts the users and organizations in the `record` of a body to one shape, also in detail tables. */
export function withOneShape(
	fields: readonly FormField[],
	record: JsonObject,
	{
		shape,
		findName,
	}: {
		readonly shape: SelectionShape;
		readonly findName?: (ref: CodeRef) => string | undefined;
	},
): JsonObject {
	if (shape === 'given') return record;
	return withSelections(fields, record, (entry, resource) => {
		const selected = selectedIn(entry);
		if (!selected) return entry;
		const { code, name = findName?.({ resource, code }) } = selected;
		if (shape === 'text') return code;
		return shape === 'code' || name === undefined ? { code } : { code, name };
	});
}

/** Returns a record as the service gives it, except its users and organizations. */
export const withUsers =
	(fields: readonly FormField[], as: UsersAs) =>
	(row: JsonObject): JsonObject => {
		const shown = userShownAs(as);
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
		const { resource } = field.kind;
		return resource && Array.isArray(value)
			? value.map((entry) => one(entry, resource, field))
			: value;
	});

/** Returns the users and organizations of a record that have a code but no name. */
export function missingNames(fields: readonly FormField[], record: JsonObject): readonly CodeRef[] {
	const found: CodeRef[] = [];
	withSelections(fields, record, (entry, resource) => {
		const selected = selectedIn(entry);
		if (selected && selected.name === undefined) found.push({ resource, code: selected.code });
	});
	return found;
}

/** The users or organizations of the directory. */
interface NameIndex {
	readonly codes: ReadonlySet<string>;
	/** By name, ignoring case and width. */
	readonly named: ReadonlyMap<string, readonly JsonObject[]>;
}

/** There may be many items and many users: the list is indexed once. */
export const indexByName = (rows: readonly JsonObject[]): NameIndex => ({
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
	indexFor: (resource: Kind) => NameIndex | undefined,
): JsonObject =>
	withSelections(fields, record, (entry, resource, field) => {
		const all = indexFor(resource);
		const selected = selectedIn(entry);
		if (!all || !selected || selected.name !== undefined || all.codes.has(selected.code))
			return entry;
		const [found, ...others] = all.named.get(folded(selected.code)) ?? [];
		if (found && others.length > 0) {
			const names = [found, ...others].map((row) => `${textIn(row.name)} (${textIn(row.code)})`);
			throw mistake('sameName', {
				field: fieldLabel(field),
				name: selected.code,
				entries: someInWords(names),
			});
		}
		return found ? { code: textIn(found.code) } : entry;
	});
