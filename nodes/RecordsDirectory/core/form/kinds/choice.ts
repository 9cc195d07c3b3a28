import { grouped, groupByMany, memoize } from '../../grouped';
import { asList, asText, isJsonObject, jsonObjectsIn, textIn, type JsonObject } from '../../json';
import { folded, glimpse, listInWords } from '../../text';
import { mistake } from '../../values/input-error';
import { readListEntries, type FormField, type Kind } from '../field';
import { fieldLabel } from '../names';
import { isTrue, takesSeveral, textOrNumberIn, typeName } from './definition-row';

type FieldChoice = FormField['choices'][number];

const hasChoices = (row: JsonObject) => jsonObjectsIn(row.selectItems).length > 0;

const key: Kind['key'] = (known) => asList(known).map(asText).sort();

export const choice: Kind = {
	fits: (row) => hasChoices(row) && !takesSeveral(row),
	parts: (row) => ({ choices: readChoices(row), mayTakeSeveral: !ONE.test(typeName(row)) }),
	input: 'options',
	isPrefilled: true,
	compares: 'equality',
	write: writeChoice,
	// Where nothing says that a field takes several choices, its values do.
	read: () => (value) => (Array.isArray(value) ? value.map(readName) : readName(value)),
	key,
};

export const choices: Kind = {
	fits: (row) => hasChoices(row) && takesSeveral(row),
	parts: (row) => ({ choices: readChoices(row), isMultiple: true }),
	// n8n has no input for several choices and shows an array as a JSON editor.
	input: 'string',
	labelNote({ choices: all }, name) {
		const names = all.map((one) => one.name).join(', ');
		return `${name} (${names})`.length > LONGEST_NAME ? 'several' : names;
	},
	isList: true,
	isPrefilled: true,
	compares: 'parts',
	write: writeChoices,
	read: (field) => (value) =>
		(typeof value === 'string' ? indexChoices(field.choices).namesIn(value) : asList(value)).map(
			readName,
		),
	key,
	// A text with the name "a,b" may as well mean the choices "a" and "b".
	isAmbiguous({ choices: all }, value) {
		const text = textIn(value);
		const names = text.includes(',') ? all.map((one) => one.name.trim()) : [];
		return names.some(
			(name) =>
				name.includes(',') &&
				text.includes(name) &&
				name.split(',').some((piece) => names.includes(piece.trim())),
		);
	},
};

/** The name of the type says that the field takes one choice. */
const ONE = /radio|drop|pull|single|select|choice|combo|ラジオ|ドロップ|プルダウン|単一/i;

/** n8n shows no more characters of a name. */
const LONGEST_NAME = 28;

const readChoices = (row: JsonObject): FieldChoice[] =>
	jsonObjectsIn(row.selectItems).flatMap((item) => {
		const name = textOrNumberIn(item.selectName);
		if (name === undefined) return [];
		const codes = [1, 2, 3, 4, 5].map((n) => textOrNumberIn(item[`code${n}`]) ?? '');
		return [{ name, codes, isDefault: isTrue(item.regulationValue) }];
	});

const readName = (value: unknown): unknown => choiceText(value) ?? value;

/**
 * Tries the name, the related codes (Resources, SelectItem), then the name ignoring case and width. Takes a
 * text, a number or `{selectName}`. Throws an `InputError` if no choice matches, or several.
 */
function choiceNamed(field: FormField, value: unknown): string {
	const entry = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const text = choiceText(entry);
	const [choice, ...others] = matching(field, text) ?? matching(field, text?.trim()) ?? [];
	if (choice && others.length === 0) return choice.name;
	const names = (choice ? [choice, ...others] : field.choices).map(({ name }) => name);
	throw mistake(choice ? 'severalChoices' : 'noChoice', {
		field: fieldLabel(field),
		text: glimpse(text ?? asText(entry ?? '')),
		choices: listInWords(names),
	});
}

/** If only `multiple` says that the field takes one choice, the service decides about several. */
function writeChoice(field: FormField, value: unknown): string | string[] {
	if (!Array.isArray(value)) return choiceNamed(field, value);
	const entries = readListEntries(fieldLabel(field), value);
	if (entries.length < 2) return choiceNamed(field, entries[0]);
	if (field.mayTakeSeveral) return writeChoices(field, value);
	throw mistake('takesOneChoice', { field: fieldLabel(field), count: entries.length });
}

/** Each choice once. Takes a list, a JSON list, or a text with choices in lines or between commas. */
function writeChoices(field: FormField, value: unknown): string[] {
	if (typeof value === 'string' && matching(field, value)) return [choiceNamed(field, value)];
	const entries = readListEntries(fieldLabel(field), value);
	const { choicesIn } = indexChoices(field.choices);
	const names = entries.flatMap((entry): readonly unknown[] =>
		typeof entry === 'string' && !Array.isArray(value) ? choicesIn(entry) : [entry],
	);
	return [...new Set(names.map((name) => choiceNamed(field, name)))];
}

function choiceText(value: unknown): string | undefined {
	const name = isJsonObject(value) ? (value.selectName ?? value.name) : value;
	return name === undefined || typeof name === 'object' ? undefined : String(name);
}

/** There may be many items and thousands of choices. */
const indexChoices = memoize((choices: readonly FieldChoice[]) => {
	// Choices with the same name count as one.
	const named = grouped(choices, ({ name }) => name).map(([, [choice]]) => choice);
	const setCodes = ({ codes }: FieldChoice) => codes.filter(Boolean);
	return {
		/** A name comes before a code. */
		exact: new Map<string, readonly FieldChoice[]>([
			...groupByMany(choices, setCodes),
			...named.map((choice) => [choice.name, [choice]] as const),
		]),
		folded: groupByMany(named, ({ name }) => [folded(name.trim())]),
		choicesIn: splitterFor(choices.flatMap((choice) => [choice.name, ...setCodes(choice)])),
		namesIn: splitterFor(named.map(({ name }) => name)),
	};
});

/** A name with more commas is not found beside others: that would take too long. */
const MOST_PIECES = 10;

/** Known names may contain commas: in each place the longest counts. */
function splitterFor(known: readonly string[]): (text: string) => readonly string[] {
	const named = new Map(known.map((name) => [name.trim(), name]));
	/** How many pieces between commas the names have, most first. */
	const lengths = [...new Set(known.map((name) => name.split(',').length))]
		.filter((length) => length <= MOST_PIECES)
		.sort((a, b) => b - a);
	return (text) => {
		const pieces = text.split(',');
		const names: string[] = [];
		for (let at = 0, length = 1; at < pieces.length; at += length) {
			const begin = (most: number) =>
				pieces
					.slice(at, at + most)
					.join(',')
					.trim();
			length = lengths.find((most) => named.has(begin(most))) ?? 1;
			names.push(named.get(begin(length)) ?? begin(length));
		}
		return names.filter((name) => name !== '');
	};
}

function matching({ choices }: FormField, text = ''): readonly FieldChoice[] | undefined {
	if (text === '') return undefined;
	const index = indexChoices(choices);
	return index.exact.get(text) ?? index.folded.get(folded(text.trim()));
}
