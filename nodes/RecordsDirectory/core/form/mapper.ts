import { isWritable, type FormField } from './definition';
import { KINDS, type FormFieldKind, type KindTraits } from './kind';
import { byEach } from '../indexed';
import type { Option } from './options';
import { captionKeys, namedBy, parameterKey } from './names';
import type { JsonObject } from '../json';
import { withoutDirections } from '../output/shown';

/** Users and organizations by code, if there are few enough to choose from. */
export type People = { readonly [K in FormFieldKind]?: readonly Option[] | undefined };

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
	readonly type: KindTraits['input'];
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
		const defaultValue = creating && !isReadOnly ? defaultOf(field) : undefined;
		return {
			id: parameterKey(field),
			displayName: withoutDirections(offered ? name : withNote(field, name)),
			required: creating && !isReadOnly && (field.required || field.isKey),
			defaultMatch: field.isKey && !isReadOnly,
			canBeUsedToMatch: KINDS[kind].isMatchable === true && !isReadOnly,
			display: true,
			readOnly: isReadOnly,
			...(isLeftToAdd(field) ? { removed: true } : {}),
			type: offered ? 'options' : KINDS[kind].input,
			...(offered ? { options: creating ? offered : withClear(field, offered) } : {}),
			...(defaultValue === undefined ? {} : { defaultValue }),
		};
	});
}

/**
 * Lists are hidden because n8n shows them as a JSON editor with an error while empty; a field without a value
 * needs no input.
 */
const isLeftToAdd = ({ kind, isShownOnly }: FormField) => kind === 'table' || isShownOnly === true;

function defaultOf(field: FormField): string | undefined {
	if (!KINDS[field.kind].isPrefilled) return undefined;
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
	if (KINDS[kind].input === 'options')
		return [...new Set(choices.map(({ name }) => name))].map((name) => ({ name, value: name }));
	return isMultiple ? undefined : people[kind]?.slice();
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

const isOffered = ({ kind }: FormField) =>
	KINDS[kind].input === 'options' || KINDS[kind].resource !== undefined;

/** n8n shows no more characters of a name. */
const LONGEST_NAME = 28;

/** Adds a note about what to enter, if n8n shows the input as plain text. */
function withNote(field: FormField, name: string): string {
	const { labelNote } = KINDS[field.kind];
	return labelNote === undefined ? name : `${name} (${NOTES[labelNote](field, name)})`;
}

type Note = (field: FormField, name: string) => string;

const NOTES: Readonly<Record<NonNullable<KindTraits['labelNote']>, Note>> = {
	codes: ({ isMultiple }) => (isMultiple ? 'codes' : 'code'),
	choices({ choices }, name) {
		const all = choices.map((choice) => choice.name).join(', ');
		return `${name} (${all})`.length > LONGEST_NAME ? 'several' : all;
	},
	'read only': () => 'read only',
};

/** Makes names unique for AI agents: n8n keeps only ASCII letters, digits and hyphens of the inputs of a tool. */
export function distinctForModels(fields: readonly MapperField[]): MapperField[] {
	const kept = ({ displayName }: MapperField) => displayName.replace(/[^\w-]+/g, '_');
	const uses = byEach(fields, (field) => [kept(field)]);
	const isClear = (name: string) => /[a-z]/i.test(name) && uses.get(name)?.length === 1;
	return fields.map((field) =>
		isClear(kept(field)) ? field : { ...field, displayName: `${field.displayName} (${field.id})` },
	);
}
