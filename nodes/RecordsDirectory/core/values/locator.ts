import type { Field, Fields } from '../../api/define';
import type { Pickable } from '../../api/pickables';
import { idIn } from '../id';
import { asText } from '../json';
import { mistake } from './input-error';

const isLocator = (value: unknown): value is { readonly mode: unknown; readonly value: unknown } =>
	typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;

/** Returns what was chosen: from the list, by ID, or by the address of its page. */
export function locatedValue(field: Field, value: unknown): unknown {
	if (!isLocator(value)) return value;
	const { label, from } = field;
	if (value.mode !== 'url' || !from?.page || (value.value ?? '') === '') return value.value;
	const number = numberInAddress(value.value, from);
	if (number === undefined) throw mistake('wrongPage', { label, word: from.word });
	return number;
}

/** Returns the number in the address of an entity's page. */
const numberInAddress = (url: unknown, { page }: Pick<Pickable, 'page'>): string | undefined =>
	page ? new RegExp(page.pattern).exec(asText(url))?.[1] : undefined;

/** The address of a record's page also names its form: a record of another form must not be used. */
export function mustAgree(
	fields: Fields,
	raw: Readonly<Record<string, unknown>>,
	values: Readonly<Record<string, unknown>>,
): void {
	for (const [name, value] of Object.entries(raw)) {
		const field = fields[name];
		if (!field || field === fields.form || !isLocator(value) || value.mode !== 'url') continue;
		const form = numberInAddress(value.value, fields.form?.from ?? {});
		if (form !== undefined && values.form !== undefined && idIn(form) !== values.form)
			throw mistake('pageOfOtherForm', { label: field.label, form, chosen: asText(values.form) });
	}
}
