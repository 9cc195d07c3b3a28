import type { ListedName, PickableName } from '../../api/pickables';
import { groupByMany } from '../grouped';
import { conditionChoices } from './conditions';
import { isTable, type FormField, type Kind } from './field';
import { captionKeys, namedBy, parameterKey } from './names';
import type { JsonObject } from '../json';
import { STATUS, SYSTEM_FIELDS } from '../values/record-properties';
import { withoutDirections } from '../text';

/** By code; undefined if there are too many to choose from. */
type People = {
	readonly [R in NonNullable<Kind['resource']>]?: readonly Option[] | undefined;
};

interface MapperOptions {
	readonly creating: boolean;
	readonly people?: People;
	/** Whether an agent's model sees the inputs. */
	readonly isTool?: boolean;
}

/** Only new records have required fields and defaults: an update would change fields that the user did not name. */
export function mapperFields(
	fields: readonly FormField[],
	{ creating, people = {}, isTool = false }: MapperOptions,
) {
	const names = captionKeys(fields);
	const inputs = fields.map((field) => {
		const { id, kind } = field;
		const name = names(id);
		const isReadOnly = !isWritable(field);
		const offered = offeredBy(field, people);
		const note = offered ? undefined : kind.labelNote?.(field, name);
		const type: Kind['input'] = offered ? 'options' : kind.input;
		const defaultValue = creating && !isReadOnly ? initialValue(field) : undefined;
		return {
			id: parameterKey(field),
			displayName: withoutDirections(note === undefined ? name : `${name} (${note})`),
			required: creating && !isReadOnly && (field.required || field.isKey),
			defaultMatch: field.isKey && !isReadOnly,
			canBeUsedToMatch: !kind.isList && !isReadOnly,
			// A field without a value needs no input.
			display: !field.isShownOnly,
			readOnly: isReadOnly,
			// Hidden until the user adds it: n8n shows a list as a JSON editor with an error while empty.
			...(isTable(field) ? { removed: true } : {}),
			type,
			...(offered ? { options: creating ? offered : withClear(field, offered) } : {}),
			...(defaultValue === undefined ? {} : { defaultValue }),
		};
	});
	return isTool ? distinctForModels(inputs) : inputs;
}

const isWritable = ({ isReadOnly, kind }: FormField): boolean => !isReadOnly && !kind.isReadOnly;

function initialValue({ kind, choices, default: initial }: FormField): string | undefined {
	if (!kind.isPrefilled) return undefined;
	const chosen = choices.filter(({ isDefault }) => isDefault).map(({ name }) => name);
	if (chosen.length > 0) return chosen.join(', ');
	return choices.length === 0 || choices.some(({ name }) => name === initial) ? initial : undefined;
}

/** The editor forgets a choice with an empty value, so the choice that clears has another value. */
const CLEAR = '(clear)';

function withClear({ required, isKey }: FormField, options: Option[]): Option[] {
	const isKept = required || isKey || options.some(({ value }) => value === CLEAR);
	return isKept ? options : [...options, { name: '(Clear)', value: CLEAR }];
}

function offeredBy({ kind, isMultiple, choices }: FormField, people: People): Option[] | undefined {
	if (kind.input === 'options')
		return [...new Set(choices.map(({ name }) => name))].map((name) => ({ name, value: name }));
	return isMultiple || !kind.resource ? undefined : people[kind.resource]?.slice();
}

/** Replaces the value of the choice that clears by an empty one. */
export const withCleared = (fields: readonly FormField[], values: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(values).map(([key, value]) => {
			if (value !== CLEAR) return [key, value];
			const field = namedBy(fields, key).find((one) => parameterKey(one) === key);
			const isChoice = field?.choices.some(({ name }) => name === CLEAR);
			return [key, field && isOffered(field) && !isChoice ? '' : value];
		}),
	);

const isOffered = ({ kind }: FormField) => kind.input === 'options' || kind.resource !== undefined;

/** Makes names unique for AI agents: n8n keeps only ASCII letters, digits and hyphens of the inputs of a tool. */
function distinctForModels<Input extends { readonly id: string; readonly displayName: string }>(
	fields: readonly Input[],
): Input[] {
	const kept = ({ displayName }: Input) => displayName.replace(/[^\w-]+/g, '_');
	const uses = groupByMany(fields, (field) => [kept(field)]);
	const isClear = (name: string) => /[a-z]/i.test(name) && uses.get(name)?.length === 1;
	return fields.map((field) =>
		isClear(kept(field)) ? field : { ...field, displayName: `${field.displayName} (${field.id})` },
	);
}

interface Option {
	readonly name: string;
	readonly value: string;
}

const holdsValue = ({ isLabel = false }: FormField) => !isLabel;

const named = (fields: readonly FormField[]): Option[] => {
	const names = captionKeys(fields);
	return fields.filter(holdsValue).map(({ id }) => ({ name: names(id), value: id }));
};

/** `chosen` is the field of its row. */
type FormList = (fields: readonly FormField[], chosen?: string) => Option[];

export const formOptions: {
	readonly [P in Exclude<PickableName, ListedName>]: FormList;
} = {
	condition: conditionChoices,
	/** Each field, and the related codes 1 to 3 that its choices have (Output-field limiting). */
	outputField(fields) {
		const names = captionKeys(fields);
		return fields.filter(holdsValue).flatMap((field) => {
			const name = names(field.id);
			const codes = [1, 2, 3].filter((n) => field.choices.some(({ codes }) => codes[n - 1] !== ''));
			const related = codes.map((n) => ({
				name: `${name} (Related Code ${n})`,
				value: `${field.id}[${n}]`,
			}));
			return [{ name, value: field.id }, ...related];
		});
	},
	sortField: (fields) => [
		...named(fields.filter((field) => !isTable(field))),
		...[...SYSTEM_FIELDS].map(([value, name]) => ({ name, value })),
	],
	watchedField: (fields) => [
		{ name: 'Process Status', value: STATUS },
		...named(fields.filter(({ id }) => id !== STATUS)),
	],
	/** `detailsIn` in `record-writer.ts` reads table and column from the value. */
	detailColumn(fields) {
		const names = captionKeys(fields);
		return fields.flatMap(({ id, columns }) => {
			const captions = captionKeys(columns);
			return columns
				.filter(isWritable)
				.filter(holdsValue)
				.map((column) => ({
					name: `${names(id)} / ${captions(column.id)}`,
					// Field IDs may contain any character.
					value: JSON.stringify([id, column.id]),
				}));
		});
	},
};
