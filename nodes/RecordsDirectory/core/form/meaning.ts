import { decimalOf } from '../decimal';
import { asList, asText, isJsonObject, textIn } from '../json';
import { dateTextOf } from '../values/date-text';
import { MIDNIGHT, timeAtSite, writtenOf } from '../values/moment';
import type { ValueContext } from '../values/time-zone';
import type { FormField } from './definition';
import { KINDS, type FormFieldKind } from './kind';
import { valueReader } from './record-reader';
import { isEmpty } from './value';

/** Returns something that equal values of a field have in common, whatever their spelling; '' for an empty value. */
export type Meaning = (value: unknown) => unknown;

/**
 * Decides when two values of a field are equal. The kind of the field says which spellings are the same: dates,
 * times and numbers are compared by value, users and organizations by code, choices by name in any order. Texts
 * are compared by character. `zone` is the time zone of the site, if known.
 */
export function meaningOf(field: FormField, zone: string | undefined): Meaning {
	const read = valueReader(field, { keys: 'identifiers' });
	return (value) => {
		const known = read(value);
		return isEmpty(known) ? '' : MEANINGS[field.kind](known, zone);
	};
}

type MeaningOf = (known: unknown, zone: string | undefined) => unknown;

const byText: MeaningOf = (known) => (typeof known === 'object' ? known : asText(known));
const byCode: MeaningOf = (known) =>
	asList(known).map((one) => asText(isJsonObject(one) ? one.code : one));
const byChoices: MeaningOf = (known) => asList(known).map(asText).sort();
const byMoment =
	(kind: FormFieldKind): MeaningOf =>
	(known, zone) =>
		spelled(atSite(kind, asText(known), zone));

/** What each kind compares, of values as they are read; for long numbers their digits. */
const MEANINGS: Readonly<Record<FormFieldKind, MeaningOf>> = {
	text: byText,
	number: (known) => decimalOf(asText(known)) ?? asText(known),
	date: byMoment('date'),
	dateTime: byMoment('dateTime'),
	time: byMoment('time'),
	choice: byChoices,
	choices: byChoices,
	users: byCode,
	organizations: byCode,
	file: byText,
	table: byText,
};

/**
 * Converts a time with offset to the local time of the site. Other texts stay unchanged, and so do UTC times if
 * the time zone is unknown.
 */
function atSite(kind: FormFieldKind, text: string, zone: string | undefined): string {
	const written = writtenOf(text);
	if (written?.offset === undefined) return text;
	// Services usually write a date as its midnight.
	if (kind === 'date' && written.time === MIDNIGHT) return written.date;
	// The offset that a service writes is that of its site.
	if (zone === undefined && written.offset === 0) return text;
	const { date, time } = zone === undefined ? written : (timeAtSite(written, { zone }) ?? written);
	if (kind === 'date') return date;
	return kind === 'time' ? time : `${date} ${time}`;
}

/** Whether a time has an offset, but the local time of the site is unknown. */
export const isOfUnknownZone = ({ kind }: FormField, meant: unknown): boolean =>
	KINDS[kind].isTime === true && writtenOf(meant)?.offset !== undefined;

/**
 * Returns something that values of an untyped field have in common if they may be equal, as numbers, dates,
 * times or lists of codes: `12` and `12.0`, `2026/3/1` and `2026-03-01`, `E1` and `[{ "code": "E1" }]`.
 */
export function looseMeaning(value: unknown, reading: ValueContext): string {
	const text = textIn(value).replace(/\r\n?/g, '\n');
	const entries = Array.isArray(value) ? value : text.split(',');
	const parts = entries
		.map((entry) => textIn(isJsonObject(entry) ? entry.code : entry).trim())
		.filter((part) => part !== '');
	if (parts.length === 0) return text;
	return parts
		.map((part) => decimalOf(part) ?? timeOf(part, reading))
		.sort()
		.join();
}

/** Converts a time with offset to the local time of the site, and every time to one spelling. */
function timeOf(text: string, reading: ValueContext): string {
	const written = writtenOf(text);
	if (!written) return spelled(text);
	const { date, time } = timeAtSite(written, reading) ?? written;
	return spelled(`${date} ${time}`);
}

/** Whether a text is a date or a time in a known spelling. */
export const isSpelled = (text: string): boolean => dateTextOf(text).spelling !== 'other';

/** Converts a date or time to one spelling, without the time if it is midnight. Other texts stay unchanged. */
export function spelled(text: string): string {
	const { date, time, spelling } = dateTextOf(text);
	if (spelling === 'other') return text;
	return date !== '' && time === MIDNIGHT ? date : `${date} ${time}`.trim();
}
