import { asList, asText, isJsonObject, type JsonObject, textIn } from '../../json';
import { folded, listInWords, shortened } from '../../text';
import { readListEntries, type FormField, type Kind, type UsersAs } from '../field';
import { takesSeveral, typeWords } from './definition-row';
import { grouped } from '../../grouped';
import { mistake } from '../../values/input-error';
import { withValues } from './table';
import { fieldLabel } from '../names';

const entries = {
	// Several, unless the form says that only one is allowed.
	parts: (row: JsonObject) => ({ isMultiple: (row.multiple ?? '') === '' || takesSeveral(row) }),
	// n8n shows an array as a JSON editor, so codes are entered as a text.
	input: 'string',
	labelNote: ({ isMultiple }) => (isMultiple ? 'codes' : 'code'),
	isList: true,
	compares: 'parts',
	write: writeSelection,
	read:
		(_, { usersAs = 'objects' }) =>
		(value) =>
			asList(value).map((entry) => userShown(entry, usersAs)),
	key: (known) =>
		asList(known)
			.map((one) => asText(isJsonObject(one) ? one.code : one))
			.sort(),
} as const satisfies Partial<Kind>;

export const users: Kind = {
	...entries,
	fits: (row) => / (user|employee)s? |社員|ユーザ/.test(typeWords(row)),
	resource: 'user',
};

export const organizations: Kind = {
	...entries,
	fits: (row) => / organi[sz]ations? |組織/.test(typeWords(row)),
	resource: 'organization',
};

/**
 * Each once, in the service's own shape (Record, value shapes). Takes a code, codes between commas or in
 * lines, a list, or what was read before. Throws an `InputError` for values without a code. Whether a field
 * accepts several is left to the service: `multiple: false` may be a value that nobody set.
 */
function writeSelection(field: FormField, value: unknown) {
	const given = readListEntries(fieldLabel(field), value).flatMap((entry) =>
		typeof entry === 'string' && !Array.isArray(value) ? entry.split(',') : [entry],
	);
	const selected = given.map((entry) => {
		const one = selectedIn(entry);
		if (one) return one;
		throw mistake('noCode', { field: fieldLabel(field), value: shortened(asText(entry), 100) });
	});
	const byCode = new Map(selected.map((one) => [one.code, one]));
	byCode.delete('');
	return [...byCode.values()];
}

function selectedIn(entry: unknown) {
	const code = isJsonObject(entry) ? entry.code : entry;
	if (typeof code !== 'string' && typeof code !== 'number') return undefined;
	const name = isJsonObject(entry) && typeof entry.name === 'string' ? { name: entry.name } : {};
	return { code: String(code).trim(), ...name };
}

function userShown(entry: unknown, as: UsersAs): unknown {
	const { code, name } = isJsonObject(entry) ? entry : { code: entry, name: undefined };
	if (as === 'objects') return isJsonObject(entry) ? { code, name } : { code };
	return as === 'names' ? textIn(name) || code : code;
}

/** The document shows only how they are returned (Record, value shapes), not accepted. `given` changes nothing. */
export type SelectionShape = 'given' | 'codeAndName' | 'code' | 'text';

export const parseSelectionShape = (setting: unknown): SelectionShape =>
	(['codeAndName', 'code', 'text'] as const).find((shape) => shape === setting) ?? 'given';

type EntryKind = NonNullable<Kind['resource']>;

export interface CodeRef {
	readonly resource: EntryKind;
	readonly code: string;
}

export function withOneShape(
	fields: readonly FormField[],
	record: JsonObject,
	shape: SelectionShape,
	findName?: (ref: CodeRef) => string | undefined,
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

export function withUsers(fields: readonly FormField[], row: JsonObject, as: UsersAs): JsonObject {
	const { record } = row;
	if (!isJsonObject(record)) return row;
	return { ...row, record: withSelections(fields, record, (entry) => userShown(entry, as)) };
}

/** In detail tables as well. */
const withSelections = (
	fields: readonly FormField[],
	record: JsonObject,
	one: (entry: unknown, resource: EntryKind, field: FormField) => unknown,
): JsonObject =>
	withValues(fields, record, (field, value) => {
		const { resource } = field.kind;
		return resource && Array.isArray(value)
			? value.map((entry) => one(entry, resource, field))
			: value;
	});

export function missingNames(fields: readonly FormField[], record: JsonObject): readonly CodeRef[] {
	const found: CodeRef[] = [];
	withSelections(fields, record, (entry, resource) => {
		const selected = selectedIn(entry);
		if (selected && selected.name === undefined) found.push({ resource, code: selected.code });
	});
	return found;
}

/** There may be many entries, and many items. */
export const indexByName = (rows: readonly JsonObject[]) => ({
	codes: new Set(rows.map(({ code }) => textIn(code))),
	named: new Map(grouped(rows, ({ name }) => folded(textIn(name).trim()))),
});

/** Codes stay. Throws an `InputError` for a name that nobody has, and for one that several share, with their codes. */
export const withCodesForNames = (
	fields: readonly FormField[],
	record: JsonObject,
	indexFor: (resource: EntryKind) => ReturnType<typeof indexByName> | undefined,
): JsonObject =>
	withSelections(fields, record, (entry, resource, field) => {
		const all = indexFor(resource);
		const selected = selectedIn(entry);
		if (!all || !selected || selected.name !== undefined || all.codes.has(selected.code))
			return entry;
		const about = { field: fieldLabel(field), name: selected.code };
		const [found, ...others] = all.named.get(folded(selected.code)) ?? [];
		if (!found) throw mistake('nobody', about);
		if (others.length > 0) {
			const names = [found, ...others].map((row) => `${textIn(row.name)} (${textIn(row.code)})`);
			throw mistake('sameName', { ...about, entries: listInWords(names) });
		}
		return { code: textIn(found.code) };
	});
