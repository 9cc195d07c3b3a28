import { groupByMany } from '../grouped';
import { isTable, isWritable, type FormField, type Kind } from './field';
import type { Option } from './options';
import { captionKeys, namedBy, parameterKey } from './names';
import type { JsonObject } from '../json';
import { withoutDirections } from '../output/shown';

/** Users and organizations by code, if there are few enough to choose from. */
export type People = {
	readonly [R in NonNullable<Kind['resource']>]?: readonly Option[] | undefined;
};

/** A field as n8n's resource mapper expects it. */
export interface MapperField {
	readonly id: string;
	readonly displayName: string;
	readonly required: boolean;
	readonly defaultMatch: boolean;
	readonly canBeUsedToMatch: boolean;
	readonly display: boolean;
	readonly readOnly: boolean;
	/** Whether it is hidden until the user adds it. */
	readonly removed?: boolean;
	readonly type: Kind['input'];
	readonly options?: Option[];
	readonly defaultValue?: string;
}

/**
 * Makes inputs from the fields of a form, in the form's order. Only new records have required fields and
 * default values: in an update they would change fields that the user did not name. Matching is by single
 * values that can be sent, by default by the key fields.
 */
export function mapperFields(
	fields: readonly FormField[],
	{ creating, people = {} }: { readonly creating: boolean; readonly people?: People },
): MapperField[] {
	const names = captionKeys(fields);
	return fields.map((field) => {
		const { id, kind } = field;
		const name = names(id);
		const isReadOnly = !isWritable(field);
		const offered = offeredBy(field, people);
		const note = offered ? undefined : kind.labelNote?.(field, name);
		const defaultValue = creating && !isReadOnly ? defaultOf(field) : undefined;
		return {
			id: parameterKey(field),
			displayName: withoutDirections(note === undefined ? name : `${name} (${note})`),
			required: creating && !isReadOnly && (field.required || field.isKey),
			defaultMatch: field.isKey && !isReadOnly,
			canBeUsedToMatch: kind.isMatchable === true && !isReadOnly,
			display: true,
			readOnly: isReadOnly,
			...(isLeftToAdd(field) ? { removed: true } : {}),
			type: offered ? 'options' : kind.input,
			...(offered ? { options: creating ? offered : withClear(field, offered) } : {}),
			...(defaultValue === undefined ? {} : { defaultValue }),
		};
	});
}

/**
 * Lists are hidden because n8n shows them as a JSON editor with an error while empty; a field without a value
 * needs no input.
 */
const isLeftToAdd = (field: FormField) => isTable(field) || field.isShownOnly === true;

function defaultOf(field: FormField): string | undefined {
	if (!field.kind.isPrefilled) return undefined;
	const chosen = field.choices.filter(({ isDefault }) => isDefault).map(({ name }) => name);
	if (chosen.length > 0) return chosen.join(', ');
	const { choices } = field;
	const isOffered = choices.length === 0 || choices.some(({ name }) => name === field.default);
	return isOffered ? field.default : undefined;
}

/** The editor forgets a choice with an empty value, so the choice that clears has another value. */
export const CLEAR = '(clear)';

function withClear({ required, isKey }: FormField, options: Option[]): Option[] {
	const isKept = required || isKey || options.some(({ value }) => value === CLEAR);
	return isKept ? options : [...options, { name: '(Clear)', value: CLEAR }];
}

/** Returns the options of a dropdown: choices, or the users of a small directory if only one can be chosen. */
function offeredBy({ kind, isMultiple, choices }: FormField, people: People): Option[] | undefined {
	if (kind.input === 'options')
		return [...new Set(choices.map(({ name }) => name))].map((name) => ({ name, value: name }));
	return isMultiple || !kind.resource ? undefined : people[kind.resource]?.slice();
}

/** Replaces the value of the choice that clears by an empty one. */
export const withCleared = (fields: readonly FormField[], values: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(values).map(([key, value]) => {
			const field = value === CLEAR ? byParameter(fields, key) : undefined;
			const isChoice = field?.choices.some(({ name }) => name === CLEAR);
			return [key, field && isOffered(field) && !isChoice ? '' : value];
		}),
	);

const byParameter = (fields: readonly FormField[], key: string) =>
	namedBy(fields, key).find((field) => parameterKey(field) === key);

const isOffered = ({ kind }: FormField) => kind.input === 'options' || kind.resource !== undefined;

/** Makes names unique for AI agents: n8n keeps only ASCII letters, digits and hyphens of the inputs of a tool. */
export function distinctForModels(fields: readonly MapperField[]): MapperField[] {
	const kept = ({ displayName }: MapperField) => displayName.replace(/[^\w-]+/g, '_');
	const uses = groupByMany(fields, (field) => [kept(field)]);
	const isClear = (name: string) => /[a-z]/i.test(name) && uses.get(name)?.length === 1;
	return fields.map((field) =>
		isClear(kept(field)) ? field : { ...field, displayName: `${field.displayName} (${field.id})` },
	);
}
