import { decimalOf } from '../decimal';
import { isRow, textIn } from '../json';
import { timeAtSite, writtenOf } from '../values/moment';
import type { Reading } from '../values/time-zone';
import type { FormField } from './definition';
import type { FormFieldKind } from './kind';
import { readerOf } from './record-reader';
import { isEmpty } from './value';

/** What equal values of a field have in common, however they are spelled; '' for nothing. */
export type Meaning = (value: unknown) => unknown;

/**
 * When two values of a field are one. Only the kind of a field says how its values may be spelled: dates, times and
 * numbers go by value, users and organizations by code, choices by name, in any order. Texts go by their characters.
 * `zone` is the time zone of the site, if somebody has named it.
 */
export function meaningOf(field: FormField, zone: string | undefined): Meaning {
	const { id, kind } = field;
	const read = readerOf([field], { keys: 'identifiers' });
	return (value) => {
		// Numbers of any length are compared by their digits.
		if (kind === 'number' && !isEmpty(value)) return decimalOf(String(value)) ?? String(value);
		const known = read({ [id]: value })[id];
		if (isEmpty(known)) return '';
		switch (kind) {
			case 'choices':
				return listOf(known).map(String).sort();
			case 'users':
			case 'organizations':
				return listOf(known).map((one) => String(isRow(one) ? one.code : one));
			case 'date':
			case 'dateTime':
			case 'time':
				return spelled(atSite(kind, String(known), zone));
			default:
				return typeof known === 'object' ? known : String(known);
		}
	};
}

/** A moment as the clock of the site shows it; any other text stays, and so does a moment in UTC where nobody knows that clock. */
function atSite(kind: FormFieldKind, text: string, zone: string | undefined): string {
	const written = writtenOf(text);
	if (written?.offset === undefined) return text;
	// A date is mostly written as its midnight.
	if (kind === 'date' && written.time === '00:00:00') return written.date;
	// An offset that a service writes is its own.
	if (zone === undefined && written.offset === 0) return text;
	const { date, time } = zone === undefined ? written : (timeAtSite(written, { zone }) ?? written);
	if (kind === 'date') return date;
	return kind === 'time' ? time : `${date} ${time}`;
}

/** Whether a date or time means a moment of which nobody knows what the clock of the site showed. */
export const isOfUnknownZone = ({ kind }: FormField, meant: unknown): boolean =>
	(kind === 'date' || kind === 'dateTime' || kind === 'time') &&
	writtenOf(meant)?.offset !== undefined;

/**
 * What values of an untyped field have in common that may be one, as numbers, dates, times or lists of codes: `12` and
 * `12.0`, `2026/3/1` and `2026-03-01`, `E1` and `[{ "code": "E1" }]`.
 */
export function looseMeaning(value: unknown, reading: Reading): string {
	const text = textIn(value).replace(/\r\n?/g, '\n');
	const entries = Array.isArray(value) ? value : text.split(',');
	const parts = entries
		.map((entry) => textIn(isRow(entry) ? entry.code : entry).trim())
		.filter((part) => part !== '');
	if (parts.length === 0) return text;
	return parts
		.map((part) => decimalOf(part) ?? timeOf(part, reading))
		.sort()
		.join();
}

/** A moment as the local time of the site, and every time in one spelling. */
function timeOf(text: string, reading: Reading): string {
	const written = writtenOf(text);
	if (!written) return spelled(text);
	const { date, time } = timeAtSite(written, reading) ?? written;
	return spelled(`${date} ${time}`);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}:\d{2})(:\d{2})?)?$/;
const TIME = /^(\d{1,2}):(\d{2})(:\d{2})?$/;

/** Whether a text is a date or a time in a spelling that is understood. */
export const isSpelled = (text: string): boolean => DATE.test(text) || TIME.test(text);

/** A date or time in one spelling; midnight is no time. Any other text stays. */
export function spelled(text: string): string {
	const time = (clock: string, seconds = ':00') => clock.padStart(5, '0') + seconds;
	const [, hour, minute, rest] = TIME.exec(text) ?? [];
	if (hour !== undefined) return time(`${hour}:${minute}`, rest);
	const [, year, month = '', day = '', clock, seconds] = DATE.exec(text) ?? [];
	if (year === undefined) return text;
	const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const full = clock === undefined ? '' : time(clock, seconds);
	return full === '' || full === '00:00:00' ? date : `${date} ${full}`;
}
