import { isJsonObject } from '../json';
import { grouped } from '../grouped';
import { folded } from '../values/folded';
import { InputError } from '../values/input-error';
import type { FieldChoice, FormField } from './definition';
import { listEntriesOf, namesIn } from './list-entries';
import { byEach, madeOnce } from '../indexed';
import { labelOf, someInWords } from './names';
import { glimpse } from '../shortened';

/**
 * Returns the name of the chosen option. Tries its name, then its related codes (Resources, SelectItem), then
 * its name ignoring case and width. Takes a text, a number or the service's `{selectName}`. Throws an
 * `InputError` if no choice matches, or several.
 */
export function choiceFor(field: FormField, value: unknown): string {
	const entry = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const text = nameOf(entry);
	const [choice, ...others] = matching(field, text) ?? matching(field, text?.trim()) ?? [];
	if (!choice) throw noChoice(field, text);
	if (others.length === 0) return choice.name;
	throw InputError.about(
		labelOf(field),
		`: "${text}" may mean several choices: ${someInWords([choice, ...others].map(({ name }) => name))}`,
		'Use the name of the choice exactly as the form has it.',
	);
}

/**
 * The same for a field that takes one choice by its definition. Where only `multiple` says so, which may stand for what nobody
 * set, the service decides about several.
 */
export function oneChoiceFor(field: FormField, value: unknown): string | string[] {
	if (!Array.isArray(value)) return choiceFor(field, value);
	const entries = listEntriesOf(labelOf(field), value);
	if (entries.length < 2) return choiceFor(field, entries[0]);
	if (field.mayTakeSeveral) return choicesFor(field, value);
	throw InputError.about(
		labelOf(field),
		` takes one choice, not ${entries.length}`,
		'Give the name of one choice.',
	);
}

/**
 * Returns the names of several choices, each once. Takes a list, a JSON list, or a text with choices in lines
 * or between commas; names may contain commas. Throws an `InputError` as `choiceFor` does.
 */
export function choicesFor(field: FormField, value: unknown): string[] {
	if (typeof value === 'string' && matching(field, value)) return [choiceFor(field, value)];
	const entries = listEntriesOf(labelOf(field), value);
	const names = Array.isArray(value)
		? entries
		: entries.flatMap((entry) =>
				typeof entry === 'string' ? namesIn(entry, indexOf(field.choices).known) : [entry],
			);
	return [...new Set(names.map((name) => choiceFor(field, name)))];
}

/** Returns the text that names a choice; undefined for a value that cannot. */
export function nameOf(value: unknown): string | undefined {
	const name = isJsonObject(value) ? (value.selectName ?? value.name) : value;
	return name === undefined || typeof name === 'object' ? undefined : String(name);
}

/** The choices of a field by everything that names them. There may be many items and thousands of choices. */
const indexOf = madeOnce((choices: readonly FieldChoice[]) => {
	// Choices with the same name count as one.
	const named = grouped(choices, ({ name }) => name).map(([, [choice]]) => choice);
	const codesOf = ({ codes }: FieldChoice) => codes.filter(Boolean);
	return {
		/** By name or code; a name comes before a code. */
		exact: new Map<string, readonly FieldChoice[]>([
			...byEach(choices, codesOf),
			...named.map((choice) => [choice.name, [choice]] as const),
		]),
		/** By name, ignoring case and width. */
		folded: byEach(named, ({ name }) => [folded(name.trim())]),
		/** All names and codes. */
		known: choices.flatMap((choice) => [choice.name, ...codesOf(choice)]),
		/** All names. */
		names: choices.map(({ name }) => name),
	};
});

/** Returns the names of all choices of a field. */
export const namesOf = ({ choices }: FormField): readonly string[] => indexOf(choices).names;

/**
 * Returns the choices with a name (which count as one), a code, or a name ignoring case and width; undefined
 * for none.
 */
function matching(
	{ choices }: FormField,
	text: string | undefined,
): readonly FieldChoice[] | undefined {
	if (!text) return undefined;
	const index = indexOf(choices);
	return index.exact.get(text) ?? index.folded.get(folded(text.trim()));
}

function noChoice(field: FormField, text: string | undefined): InputError {
	const shown = text === undefined ? 'such choice' : `choice '${glimpse(text)}'`;
	return InputError.about(
		labelOf(field),
		` has no ${shown}; choices are ${someInWords(field.choices.map(({ name }) => name))}`,
		'Use the name of a choice, or its related code.',
	);
}
