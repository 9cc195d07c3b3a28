import { asList, asText, isJsonObject, textIn, type JsonObject } from '../../json';
import { mistake } from '../../values/input-error';
import type { FormField, Kind, UsersAs } from '../field';
import { readListEntries } from '../value';
import { fieldLabel, someInWords } from '../names';
import { takesSeveral, typeWords } from './definition-row';

/** What users and organizations have in common: lists of codes. */
const entries = {
	// Several, unless the form says that only one is allowed.
	parts: (row: JsonObject) => ({ isMultiple: (row.multiple ?? '') === '' || takesSeveral(row) }),
	// n8n shows an array as a JSON editor, so codes are entered as a text.
	input: 'string',
	labelNote: ({ isMultiple }) => (isMultiple ? 'codes' : 'code'),
	isList: true,
	compares: 'parts',
	write: writeSelection,
	read: (_, { usersAs = 'objects' }) => {
		const shown = userShownAs(usersAs);
		return (value) => asList(value).map(shown);
	},
	key: (known) =>
		asList(known)
			.map((one) => asText(isJsonObject(one) ? one.code : one))
			.sort(),
} as const satisfies Partial<Kind>;

export const users: Kind = {
	...entries,
	name: 'users',
	fits: (row) => / (user|employee)s? |社員|ユーザ/.test(typeWords(row)),
	resource: 'user',
};

export const organizations: Kind = {
	...entries,
	name: 'organizations',
	fits: (row) => / organi[sz]ations? |組織/.test(typeWords(row)),
	resource: 'organization',
};

/** A user or organization of a record; the service returns the name with the code. */
interface Selected {
	readonly code: string;
	readonly name?: string;
}

/**
 * Returns users or organizations in the service's own shape (Record, value shapes), each once. Takes a code,
 * codes between commas or in lines, a list, or what was read before. Sends a name only if it was given with its
 * code. Throws an `InputError` for values without a code. Whether a field accepts several is left to the
 * service: `multiple: false` may be a value that nobody set.
 */
function writeSelection(field: FormField, value: unknown): Selected[] {
	const given = readListEntries(fieldLabel(field), value).flatMap((entry) =>
		typeof entry === 'string' && !Array.isArray(value) ? entry.split(',') : [entry],
	);
	const selected = given.map((entry) => {
		const one = selectedIn(entry);
		if (one) return one;
		const keys = isJsonObject(entry) ? Object.keys(entry) : [];
		const facts = { field: fieldLabel(field) };
		if (keys.length === 0) throw mistake('noCode', facts);
		throw mistake('otherThanCode', { ...facts, keys: someInWords(keys) });
	});
	const byCode = new Map(selected.map((one) => [one.code, one]));
	byCode.delete('');
	return [...byCode.values()];
}

/** Reads a user or organization from its code or an object with it; undefined without a code. */
export function selectedIn(entry: unknown): Selected | undefined {
	const code = isJsonObject(entry) ? entry.code : entry;
	if (typeof code !== 'string' && typeof code !== 'number') return undefined;
	const name = isJsonObject(entry) && typeof entry.name === 'string' ? { name: entry.name } : {};
	return { code: String(code).trim(), ...name };
}

/** A user or organization of a reply as it is shown: by the code if the service gave no name. */
export function userShownAs(as: UsersAs): (entry: unknown) => unknown {
	return (entry) => {
		const { code, name } = isJsonObject(entry) ? entry : { code: entry, name: undefined };
		if (as === 'objects') return isJsonObject(entry) ? { code, name } : { code };
		return as === 'names' ? textIn(name) || code : code;
	};
}
