import { asText, readJson } from '../json';

/** Returns field IDs from a list or a comma-separated text. */
export const identifiersIn = (value: unknown): string[] =>
	(Array.isArray(value) ? value : asText(value ?? '').split(','))
		.map((entry) => asText(entry ?? '').trim())
		.filter((entry) => entry !== '');

/** Returns the entries of a list, a JSON list, or lines, each a code or several. */
export function codeEntriesIn(value: unknown): readonly unknown[] {
	if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
	try {
		const parsed = readJson(value);
		if (Array.isArray(parsed)) return parsed;
	} catch {
		// It is no JSON.
	}
	return value.split(/[\r\n\u2028\u2029]+/).flatMap((line) => line.trim() || []);
}

/** Returns the field IDs in a sort specification, without their directions. */
export const parseSortKeys = (order: string): string[] =>
	identifiersIn(order.replace(/:[^,:]*(?=,|$)/g, ''));

/**
 * Makes a sort specification (List parameters: order); undefined for none. The document shows only `<field
 * ID>:desc`; a direction that the user writes is kept.
 */
export function parseOrder(text: string): string | undefined {
	const order = text.trim();
	if (order === '') return undefined;
	return order.includes(':') ? order : `${order}:desc`;
}
