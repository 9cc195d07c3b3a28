import { isWritable, type FormField } from './definition';
import type { FormFieldKind } from './kind';
import type { Option } from './options';
import { captionKeys, parameterKey } from './names';
import type { Row } from '../json';

/** Users and organizations by code, where there are few enough to choose from. */
export interface People {
	readonly users?: readonly Option[] | undefined;
	readonly organizations?: readonly Option[] | undefined;
}

/** A field as n8n's resource mapper takes it. */
export interface MapperField {
	readonly id: string;
	readonly displayName: string;
	readonly required: boolean;
	readonly defaultMatch: boolean;
	readonly canBeUsedToMatch: boolean;
	readonly display: boolean;
	readonly readOnly: boolean;
	/** Not among the inputs until somebody adds it. */
	readonly removed?: boolean;
	readonly type: 'string' | 'number' | 'dateTime' | 'time' | 'array' | 'options';
	readonly options?: Option[];
	readonly defaultValue?: string;
}

/**
 * n8n shows an array as a JSON editor and has no input for several choices, so those, users and
 * organizations are texts with commas, where an expression may still give a list.
 */
const TYPES: Readonly<Record<FormFieldKind, MapperField['type']>> = {
	text: 'string',
	number: 'number',
	date: 'dateTime',
	dateTime: 'dateTime',
	time: 'time',
	choice: 'options',
	choices: 'string',
	users: 'string',
	organizations: 'string',
	file: 'string',
	table: 'array',
};

const MATCHING: readonly FormFieldKind[] = ['text', 'number', 'date', 'dateTime', 'time', 'choice'];

/** The first value of a new record may be shown in the input only where a person would write it so. */
const PREFILLED: readonly FormFieldKind[] = ['text', 'choice', 'choices'];

/**
 * The fields of a form as inputs, in the form's order. Only a new record has required fields and
 * default values: in an update they would change what nobody named. Matching is by single values that
 * can be sent, by default by the key fields.
 */
export function mapperFields(
	fields: readonly FormField[],
	{ creating, people = {} }: { readonly creating: boolean; readonly people?: People },
): MapperField[] {
	const names = captionKeys(fields);
	return fields.map((field) => {
		const { id, kind } = field;
		const isReadOnly = !isWritable(field);
		const offered = optionsOf(field, people);
		const defaultValue = creating && !isReadOnly ? defaultOf(field) : undefined;
		return {
			id: parameterKey(field),
			displayName: offered ? (names.get(id) ?? id) : withHint(field, names.get(id) ?? id),
			required: creating && !isReadOnly && (field.required || field.isKey),
			defaultMatch: field.isKey && !isReadOnly,
			canBeUsedToMatch: MATCHING.includes(kind) && !isReadOnly,
			display: true,
			readOnly: isReadOnly,
			...(isLeftToAdd(field) ? { removed: true } : {}),
			type: offered ? 'options' : TYPES[kind],
			...(offered ? { options: creating ? offered : withClear(field, offered) } : {}),
			...(defaultValue === undefined ? {} : { defaultValue }),
		};
	});
}

/** A list is a JSON editor in n8n, which has an error while it is empty; what seems to hold no value is no input. */
const isLeftToAdd = ({ kind, isShownOnly }: FormField) => kind === 'table' || isShownOnly === true;

function defaultOf(field: FormField): string | undefined {
	if (!PREFILLED.includes(field.kind)) return undefined;
	const chosen = field.choices.filter(({ isDefault }) => isDefault).map(({ name }) => name);
	if (chosen.length > 0) return chosen.join(', ');
	const { choices } = field;
	const isOffered = choices.length === 0 || choices.some(({ name }) => name === field.default);
	return isOffered ? field.default : undefined;
}

/** The editor forgets a choice whose value is empty, so the one that takes a choice back has another. */
export const CLEAR = '(clear)';

function withClear({ required, isKey }: FormField, options: Option[]): Option[] {
	const isKept = required || isKey || options.some(({ value }) => value === CLEAR);
	return isKept ? options : [...options, { name: '(Clear)', value: CLEAR }];
}

/** What a dropdown offers: choices, or the people of a small directory where one is to be chosen. */
function optionsOf({ kind, isMultiple, choices }: FormField, people: People): Option[] | undefined {
	if (kind === 'choice')
		return [...new Set(choices.map(({ name }) => name))].map((name) => ({ name, value: name }));
	const isPerson = kind === 'users' || kind === 'organizations';
	return isPerson && !isMultiple ? people[kind]?.slice() : undefined;
}

/** The values with an empty one where somebody chose to clear a choice. */
export const withCleared = (fields: readonly FormField[], values: Row): Row =>
	Object.fromEntries(
		Object.entries(values).map(([key, value]) => {
			const field = value === CLEAR ? fields.find((one) => parameterKey(one) === key) : undefined;
			const isChoice = field?.choices.some(({ name }) => name === CLEAR);
			const isOffered = field && ['choice', 'users', 'organizations'].includes(field.kind);
			return [key, isOffered && !isChoice ? '' : value];
		}),
	);

/** n8n shows no more characters of a name. */
const LONGEST_NAME = 28;

/** What to write into an input that n8n shows as a plain text. */
function withHint({ kind, isMultiple, choices }: FormField, name: string): string {
	switch (kind) {
		case 'users':
		case 'organizations':
			return `${name} (${isMultiple ? 'codes' : 'code'})`;
		case 'choices': {
			const all = `${name} (${choices.map((choice) => choice.name).join(', ')})`;
			return all.length > LONGEST_NAME ? `${name} (several)` : all;
		}
		case 'file':
			return `${name} (read only)`;
		default:
			return name;
	}
}

/**
 * The fields with names that stay apart when n8n makes the inputs of an agent's tool of them: it keeps
 * ASCII letters, digits and hyphens only.
 */
export function distinctForModels(fields: readonly MapperField[]): MapperField[] {
	const kept = ({ displayName }: MapperField) => displayName.replace(/[^\w-]+/g, '_');
	const names = fields.map(kept);
	const isClear = (name: string) =>
		/[a-z]/i.test(name) && names.indexOf(name) === names.lastIndexOf(name);
	return fields.map((field) =>
		isClear(kept(field)) ? field : { ...field, displayName: `${field.displayName} (${field.id})` },
	);
}
