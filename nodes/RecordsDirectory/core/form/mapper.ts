import type { FormField } from './definition';
import type { FormFieldKind } from './kind';
import { captionKeys, some } from './names';
import type { Row } from '../json';

/** A field as n8n's resource mapper takes it. */
export interface MapperField {
	readonly id: string;
	readonly displayName: string;
	readonly required: boolean;
	readonly defaultMatch: boolean;
	readonly canBeUsedToMatch: boolean;
	readonly display: boolean;
	readonly readOnly: boolean;
	readonly type: 'string' | 'number' | 'dateTime' | 'time' | 'array' | 'options';
	readonly options?: Array<{ name: string; value: string }>;
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
	{ creating }: { readonly creating: boolean },
): MapperField[] {
	const names = captionKeys(fields);
	return fields.map((field) => {
		const { id, kind, isReadOnly } = field;
		const defaultValue = creating && !isReadOnly ? defaultOf(field) : undefined;
		return {
			id,
			displayName: withHint(field, names.get(id) ?? id),
			required: creating && !isReadOnly && (field.required || field.isKey),
			defaultMatch: field.isKey && !isReadOnly,
			canBeUsedToMatch: MATCHING.includes(kind) && !isReadOnly,
			display: true,
			readOnly: isReadOnly,
			type: TYPES[kind],
			...(kind === 'choice' ? { options: optionsOf(field, creating) } : {}),
			...(defaultValue === undefined ? {} : { defaultValue }),
		};
	});
}

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

function optionsOf(field: FormField, creating: boolean): Array<{ name: string; value: string }> {
	const names = [...new Set(field.choices.map(({ name }) => name))];
	const options = names.map((name) => ({ name, value: name }));
	const isKept = creating || field.required || field.isKey || names.includes(CLEAR);
	return isKept ? options : [...options, { name: '(Clear)', value: CLEAR }];
}

/** The values with an empty one where somebody chose to clear a choice. */
export const withCleared = (fields: readonly FormField[], values: Row): Row =>
	Object.fromEntries(
		Object.entries(values).map(([key, value]) => {
			const field = value === CLEAR ? fields.find(({ id }) => id === key) : undefined;
			const isChoice = field?.choices.some(({ name }) => name === CLEAR);
			return [key, field?.kind === 'choice' && !isChoice ? '' : value];
		}),
	);

/** What to write into an input that n8n shows as a plain text. */
function withHint({ kind, isMultiple, choices }: FormField, name: string): string {
	switch (kind) {
		case 'users':
			return `${name} (${isMultiple ? 'user codes' : 'user code'})`;
		case 'organizations':
			return `${name} (${isMultiple ? 'organization codes' : 'organization code'})`;
		case 'choices':
			return `${name} (${some(choices.map((choice) => choice.name))})`;
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
