import { asText, readJson, textIn, type JsonObject } from '../json';
import type { Id } from '../id';
import { InputError } from './input-error';
import type { Values } from './validate';

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

/**
 * A word that no record contains. A form without search fields may ignore keywords, which the reply to this
 * word shows. Only letters and digits, because other characters may have a meaning in searches; long enough not
 * to occur by chance, short enough for any service.
 */
export const UNKNOWN_WORD = 'zq7xv0kwj3hy9pfm2ut6cb8d';

/** The error for a form that ignores keywords. */
export const keywordIgnored = (form: Id) =>
	new InputError(
		`Form ${form} ignores 'Keyword' and returns every record`,
		"In the service, set up search fields in the form's settings. Or remove 'Keyword', and filter the items with a Filter node.",
		{ subject: "'Keyword'" },
	);

/** A period of time from which records are read. */
export interface TimeWindow {
	/** The time that counts; records are read by it, newest first. */
	readonly by: 'updatedAt' | 'createdAt';
	/** The label of its input. */
	readonly label: string;
	/** The oldest time to read, `yyyy-MM-dd hh:mm:ss`. */
	readonly from: string;
	/** Whether to return a record that is new enough. */
	readonly isWanted: (row: JsonObject) => boolean;
	/** Whether records that are new enough may still be skipped. */
	readonly isPartial: boolean;
}

/** Returns the period that the options of a list give; undefined for none. If both are given, both must match. */
export function windowIn({ changedAfter, createdAfter }: Values): TimeWindow | undefined {
	if (changedAfter !== undefined)
		return {
			by: 'updatedAt',
			label: 'Changed After',
			from: changedAfter,
			isWanted: ({ createdAt }) => textIn(createdAt) >= (createdAfter ?? ''),
			isPartial: createdAfter !== undefined,
		};
	if (createdAfter === undefined) return undefined;
	return {
		by: 'createdAt',
		label: 'Created After',
		from: createdAfter,
		isWanted: () => true,
		isPartial: false,
	};
}
