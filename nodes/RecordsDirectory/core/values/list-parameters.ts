import { asText, type JsonObject } from '../json';
import { recordTime, utcTime } from './moment';

export const identifiersIn = (value: unknown): string[] =>
	(Array.isArray(value) ? value : asText(value ?? '').split(','))
		.map((entry) => asText(entry ?? '').trim())
		.filter((entry) => entry !== '');

export const parseSortKeys = (order: string): string[] =>
	identifiersIn(order.replace(/:[^,:]*(?=,|$)/g, ''));

/** Undefined for none. The document shows only `<field ID>:desc` (List parameters: order); other directions stay. */
export function parseOrder(text: string): string | undefined {
	const order = text.trim();
	if (order === '') return undefined;
	return order.includes(':') ? order : `${order}:desc`;
}

/**
 * No record contains it: the reply shows whether a form ignores keywords. Only letters and digits, as other
 * characters may have a meaning; long enough not to occur by chance, short enough for any service.
 */
export const UNKNOWN_WORD = 'zq7xv0kwj3hy9pfm2ut6cb8d';

type WindowOptions = { readonly [P in 'changedAfter' | 'createdAfter']?: string | undefined };

/** Undefined if neither is given; if both are, both must match. With `zone`, the period is in UTC. */
export function windowIn(options: WindowOptions, zone?: string) {
	const [changedAfter, createdAfter] = [options.changedAfter, options.createdAfter].map((time) =>
		time === undefined || zone === undefined ? time : utcTime(zone, time),
	);
	const from = changedAfter ?? createdAfter;
	if (from === undefined) return undefined;
	const isBoth = changedAfter !== undefined && createdAfter !== undefined;
	return {
		/** The time that counts; records are read by it, newest first. */
		by: changedAfter === undefined ? ('createdAt' as const) : ('updatedAt' as const),
		label: changedAfter === undefined ? 'Created After' : 'Changed After',
		/** The oldest time to read, `yyyy-MM-dd hh:mm:ss`. */
		from,
		isWanted: ({ createdAt }: JsonObject): boolean =>
			!isBoth || (recordTime(createdAt) ?? '') >= createdAfter,
	};
}

export type TimeWindow = NonNullable<ReturnType<typeof windowIn>>;
