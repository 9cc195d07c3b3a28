import { asText } from '../json';

/** Field identifiers from a list or a comma-separated text. */
export const identifiersIn = (value: unknown): string[] =>
	(Array.isArray(value) ? value : asText(value).split(','))
		.map((entry) => asText(entry).trim())
		.filter((entry) => entry !== '');

/** The identifiers that a sort specification names, without their directions. */
export const sortKeysOf = (order: string): string[] =>
	identifiersIn(order.replace(/:[^,:]*(?=,|$)/g, ''));

/**
 * A sort specification (List parameters: order), undefined for none. The document shows
 * `<identifier>:desc` only; whoever writes a direction knows their service.
 */
export function sortOf(text: string): string | undefined {
	const order = text.trim();
	if (order === '') return undefined;
	return order.includes(':') ? order : `${order}:desc`;
}
