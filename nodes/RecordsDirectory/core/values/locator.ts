import type { Field, Fields, Pickable } from '../../api/define';
import { idIn } from '../id';
import { Refusal } from './input-error';

/**
 * Where the number stands in the address of a form's or record's page; one group. Page addresses are
 * not in the document, so every usual spelling is taken: `/forms/12`, `/apps/12`, `?appsId=12`.
 */
export const NUMBER_IN_URL: { readonly [P in Pickable]?: string } = {
	form: 'https?://[^/?#]+.*?[/?&#](?:forms?|apps?|appsId|formId)[/=](\\d+)(?![\\w-])',
	record: 'https?://[^/?#]+.*?[/?&#](?:records?|recordId)[/=](\\d+)(?![\\w-])',
};

/** Looking for the number takes the square of the length. */
const LONGEST_URL = 2_000;

interface Locator {
	readonly mode: unknown;
	readonly value: unknown;
}

const isLocator = (value: unknown): value is Locator =>
	typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;

/** What was picked, whichever way: from the list, by ID, or by the address of its page. */
export function located(field: Field, value: unknown): unknown {
	if (!isLocator(value)) return value;
	const pattern = field.from && NUMBER_IN_URL[field.from];
	if (value.mode !== 'url' || !pattern || (value.value ?? '') === '') return value.value;
	const [, number] = new RegExp(pattern).exec(String(value.value).slice(0, LONGEST_URL)) ?? [];
	if (number === undefined) {
		throw new Refusal(
			`The URL in '${field.label}' does not lead to a ${field.from}`,
			`Copy the address of the ${field.from}'s page from your browser, or give its ID.`,
		);
	}
	return number;
}

/** The address of a record's page names its form as well: another form's record must not be taken. */
export function mustAgree(
	fields: Fields,
	raw: Readonly<Record<string, unknown>>,
	values: Readonly<Record<string, unknown>>,
): void {
	for (const name in raw) {
		const value = raw[name];
		const field = fields[name];
		if (!field || field.from === 'form' || !isLocator(value) || value.mode !== 'url') continue;
		const [, form] =
			new RegExp(NUMBER_IN_URL.form ?? '').exec(String(value.value).slice(0, LONGEST_URL)) ?? [];
		if (form !== undefined && values.form !== undefined && idIn(form) !== values.form) {
			throw new Refusal(
				`The URL in '${field.label}' leads to form ${form}, but the chosen form is ${values.form}`,
				'Choose that form, or copy the address of a record of this one.',
			);
		}
	}
}
