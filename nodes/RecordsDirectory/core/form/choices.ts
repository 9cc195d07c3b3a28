import { isRow } from '../json';
import { Refusal } from '../values/input-error';
import type { Choice, FormField } from './definition';
import { entriesOf, namesIn } from './lists';
import { labelOf, some } from './names';

/**
 * The name of the choice that is meant: by its name, else by one of its related codes (Resources,
 * SelectItem), from a text, a number or a choice as the service may answer it, `{selectName}`.
 * Throws a `Refusal` for what names no choice, or several.
 */
export function choiceFor(field: FormField, value: unknown): string {
	const entry = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const text = nameOf(entry);
	const found = matching(field.choices, text) ?? matching(field.choices, text?.trim());
	if (found === undefined) throw noChoice(field, text);
	if (found.length === 1 && found[0]) return found[0].name;
	throw new Refusal(
		`${labelOf(field)}: "${text}" is the code of several choices: ${some(found.map(({ name }) => name))}`,
		'Use the name of the choice.',
	);
}

/**
 * The names of several choices, each once: from a list, a JSON list, or a text with a choice in each
 * line or between commas. A name with commas is understood. Throws a `Refusal` as `choiceFor` does.
 */
export function choicesFor(field: FormField, value: unknown): string[] {
	const known = field.choices.flatMap(({ name, codes }) => [name, ...codes.filter(Boolean)]);
	const whole = typeof value === 'string' && known.includes(value);
	const entries = whole ? [value] : entriesOf(labelOf(field), value);
	const names = Array.isArray(value)
		? entries
		: entries.flatMap((entry) => (typeof entry === 'string' ? namesIn(entry, known) : [entry]));
	return [...new Set(names.map((name) => choiceFor(field, name)))];
}

/** The text that names a choice; undefined for what cannot. */
export function nameOf(value: unknown): string | undefined {
	const name = isRow(value) ? (value.selectName ?? value.name) : value;
	return name === undefined || typeof name === 'object' ? undefined : String(name);
}

/** The choices of a name, which are one, or of a code; undefined for none. */
function matching(
	choices: readonly Choice[],
	text: string | undefined,
): readonly Choice[] | undefined {
	if (!text) return undefined;
	const named = choices.find(({ name }) => name === text);
	if (named) return [named];
	const coded = choices.filter(({ codes }) => codes.includes(text));
	return coded.length > 0 ? coded : undefined;
}

function noChoice(field: FormField, text: string | undefined): Refusal {
	const shown = text === undefined ? 'such choice' : `choice '${text.slice(0, 40)}'`;
	return new Refusal(
		`${labelOf(field)} has no ${shown}; choices are ${some(field.choices.map(({ name }) => name))}`,
		'Use the name of a choice, or its related code.',
	);
}
