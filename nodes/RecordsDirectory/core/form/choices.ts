import { isJsonObject } from '../json';
import { grouped } from '../grouped';
import { folded } from '../values/folded';
import { InputError } from '../values/input-error';
import type { FieldChoice, FormField } from './definition';
import { listEntriesOf, namesIn } from './list-entries';
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
	const index = indexOf(field);
	const found = matching(index, text) ?? matching(index, text?.trim());
	if (found === undefined) throw noChoice(field, text);
	if (found.length === 1 && found[0]) return found[0].name;
	throw InputError.about(
		labelOf(field),
		`: "${text}" may mean several choices: ${someInWords(found.map(({ name }) => name))}`,
		'Use the name of the choice exactly as the form has it.',
	);
}

/**
 * The same for a field that takes one choice by its definition. Where only `multiple` says so, which may stand for what nobody
 * set, the service decides about several.
 */
export function oneChoiceFor(field: FormField, value: unknown): string | string[] {
	const entries = listEntriesOf(labelOf(field), value);
	if (!Array.isArray(value) || entries.length < 2) return choiceFor(field, value);
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
	const index = indexOf(field);
	if (typeof value === 'string' && matching(index, value)) return [choiceFor(field, value)];
	const entries = listEntriesOf(labelOf(field), value);
	const names = Array.isArray(value)
		? entries
		: entries.flatMap((entry) =>
				typeof entry === 'string' ? namesIn(entry, index.known) : [entry],
			);
	return [...new Set(names.map((name) => choiceFor(field, name)))];
}

/** Returns the text that names a choice; undefined for a value that cannot. */
export function nameOf(value: unknown): string | undefined {
	const name = isJsonObject(value) ? (value.selectName ?? value.name) : value;
	return name === undefined || typeof name === 'object' ? undefined : String(name);
}

/** The choices of a field by everything that names them. */
interface Index {
	readonly named: ReadonlyMap<string, FieldChoice>;
	readonly coded: ReadonlyMap<string, readonly FieldChoice[]>;
	/** By name, ignoring case and width. */
	readonly folded: ReadonlyMap<string, readonly FieldChoice[]>;
	/** All names and codes. */
	readonly known: readonly string[];
	/** All names. */
	readonly names: readonly string[];
}

const indexes = new WeakMap<readonly FieldChoice[], Index>();

/** There may be many items and thousands of choices, so each field is indexed once. */
function indexOf({ choices }: FormField): Index {
	const index = indexes.get(choices) ?? newIndex(choices);
	indexes.set(choices, index);
	return index;
}

function newIndex(choices: readonly FieldChoice[]): Index {
	const named = new Map<string, FieldChoice>();
	const coded = new Map<string, FieldChoice[]>();
	for (const choice of choices) {
		// Choices with the same name count as one.
		if (!named.has(choice.name)) named.set(choice.name, choice);
		for (const code of new Set(choice.codes.filter(Boolean))) {
			const others = coded.get(code);
			if (others) others.push(choice);
			else coded.set(code, [choice]);
		}
	}
	return {
		named,
		coded,
		folded: new Map(grouped([...named.values()], ({ name }) => folded(name.trim()))),
		known: choices.flatMap(({ name, codes }) => [name, ...codes.filter(Boolean)]),
		names: choices.map(({ name }) => name),
	};
}

/** Returns the names of all choices of a field. */
export const namesOf = (field: FormField): readonly string[] => indexOf(field).names;

/**
 * Returns the choices with a name (which count as one), a code, or a name ignoring case and width; undefined
 * for none.
 */
function matching(index: Index, text: string | undefined): readonly FieldChoice[] | undefined {
	if (!text) return undefined;
	const choice = index.named.get(text);
	return choice ? [choice] : (index.coded.get(text) ?? index.folded.get(folded(text.trim())));
}

function noChoice(field: FormField, text: string | undefined): InputError {
	const shown = text === undefined ? 'such choice' : `choice '${glimpse(text)}'`;
	return InputError.about(
		labelOf(field),
		` has no ${shown}; choices are ${someInWords(field.choices.map(({ name }) => name))}`,
		'Use the name of a choice, or its related code.',
	);
}
