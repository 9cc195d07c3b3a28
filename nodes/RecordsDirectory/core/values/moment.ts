import { asText } from '../json';
import { mistake } from './input-error';
import { glimpse } from '../text';

const PARTS =
	/^(?:(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?!\d))?(?:(?:^|(?<!^)[T ])(\d{1,2})(?::(\d{2})(?::(\d{2})([.,]\d+)?)?)?(?!\d))?([^]*)$/;

/**
 * `yyyy-MM-dd` and `hh:mm:ss`, '' without one; not checked whether such a day or hour exists. `rest` is what
 * follows, such as an offset, or the whole text. Spelled `full` with all digits, `2026/03/01 09:30`; `short`
 * with single ones, `2026/3/1 9:30`; `other` with anything else, such as an hour without minutes, a fraction
 * or an offset. Every date and time that is read, matched or written goes through here.
 */
export function splitDateText(text: string) {
	const [, year, , month, day, hour, minute, second, fraction, rest = ''] = PARTS.exec(text) ?? [];
	const isWhole = (year ?? hour) !== undefined && (hour === undefined) === (minute === undefined);
	const isPlain = isWhole && fraction === undefined && rest === '';
	const isFull = month?.length !== 1 && day?.length !== 1 && hour?.length !== 1;
	const spelling: 'full' | 'short' | 'other' = !isPlain ? 'other' : isFull ? 'full' : 'short';
	return {
		date: year === undefined ? '' : `${year}-${two(month)}-${two(day)}`,
		time: hour === undefined ? '' : `${two(hour)}:${two(minute)}:${two(second)}`,
		rest,
		spelling,
	};
}

const two = (part = '') => part.padStart(2, '0');

const COMPACT =
	/^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?<rest>.*))?$/;
/** The offset after a time; a zone name after it adds nothing, and does not replace it. */
const OFFSET = /^ ?(?:(Z|([+-])(\d{2})(?::?(\d{2}))?)(?:\[[^\]]*\])?)?$/;

interface DateObject {
	readonly toJSON: () => string | null;
}

/** A Luxon DateTime or a Date. */
export const isDateObject = (value: unknown): value is DateObject =>
	typeof value === 'object' &&
	value !== null &&
	['toISO', 'toISOString'].some((name) => typeof Reflect.get(value, name) === 'function');

/** As written: `yyyy-MM-dd`, `hh:mm:ss`, and minutes ahead of UTC if there is an offset. */
export interface WrittenTime {
	readonly date: string;
	readonly time: string;
	readonly offset: number | undefined;
}

/** From a text, a Date or a Luxon DateTime; undefined for values that are not dates, such as 30 February. */
export function parseTime(value: unknown): WrittenTime | undefined {
	const { date, time: clock, rest } = splitDateText(toIsoText(value).toUpperCase());
	const time = clock || MIDNIGHT;
	const behind = clock === '' && rest !== '' ? null : OFFSET.exec(rest);
	if (!behind || !parseUtc(date, time)) return undefined;
	const [, offset, sign, hours = 0, minutes = 0] = behind;
	const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
	return { date, time, offset: offset === undefined ? undefined : ahead };
}

/**
 * The same instant gives the same time (Resources, Record: no time zones); without an offset it is unchanged.
 * Throws an `InputError` for an instant whose year there does not have four digits.
 */
function localTime(what: string, written: WrittenTime, reading: ValueContext): WrittenTime {
	const local = timeAtSite(written, reading);
	if (local) return local;
	const { date, time } = written;
	throw mistake('yearOutside', { field: what, zone: reading.zone, time: `${date} ${time}` });
}

/** Like `localTime`; undefined for an instant whose year there does not have four digits. */
export function timeAtSite(
	written: WrittenTime,
	{ zone, onConversion }: ValueContext,
): WrittenTime | undefined {
	const instant = toInstant(written);
	if (!instant) return written;
	const local = timeIn(zone, instant);
	if (local === undefined) return undefined;
	if (local !== `${written.date} ${written.time}`) onConversion?.();
	return { date: local.slice(0, 10), time: local.slice(11), offset: undefined };
}

/** With separators. An invalid DateTime or Date has no ISO text. */
function toIsoText(value: unknown): string {
	const text = (isDateObject(value) ? (value.toJSON() ?? String(value)) : asText(value)).trim();
	const { year, month, day, hour, minute, second = '00', rest } = COMPACT.exec(text)?.groups ?? {};
	if (year === undefined) return text;
	const date = `${year}-${month}-${day}`;
	return hour ? `${date}T${hour}:${minute}:${second}${rest}` : date;
}

/** A date without a time means this. */
export const MIDNIGHT = '00:00:00';

function toInstant({ date, time, offset }: WrittenTime): Date | undefined {
	const utc = parseUtc(date, time);
	return offset === undefined || !utc ? undefined : new Date(utc.getTime() - offset * 60_000);
}

/** As if in UTC; undefined for 30 February, 25 o'clock and the year 0. */
function parseUtc(date: string, time: string): Date | undefined {
	const iso = `${date}T${time}.000Z`;
	const utc = new Date(iso);
	return utc.toJSON() === iso && !date.startsWith('0000') ? utc : undefined;
}

/**
 * `yyyy/MM/dd` (Resources, User: expire). Takes an ISO date or date-time, `yyyy/MM/dd`, a Luxon DateTime or a
 * Date. A time with offset becomes the date at the site. A midnight keeps its date, whatever its offset:
 * spreadsheets and date pickers use it for a date. Throws an `InputError` for values that are not dates.
 */
export function calendarDate(what: string, value: unknown, reading: ValueContext): string {
	const written = parseTime(value);
	if (!written) throw mistake('notDate', { field: what, value: glimpse(toIsoText(value)) });
	const { date } = written.time === MIDNIGHT ? written : localTime(what, written, reading);
	return date.replaceAll('-', '/');
}

/**
 * `YYYY-MM-DD hh:mm:ss` at the site, which has no time zones (Resources, Record). Without an offset, a time
 * is unchanged; a date begins at midnight. Throws an `InputError` for values that are not dates.
 */
export function localTimeText(what: string, value: unknown, reading: ValueContext): string {
	const written = parseTime(value);
	if (!written) throw mistake('notDateTime', { field: what, value: glimpse(toIsoText(value)) });
	const { date, time } = localTime(what, written, reading);
	return `${date} ${time}`;
}

/** For the start of a period: in an hour that the clock repeats, the earliest time that it will still show. */
export function firstLocalTime(what: string, value: unknown, reading: ValueContext): string {
	const text = localTimeText(what, value, reading);
	const written = parseTime(value);
	const instant = written && toInstant(written);
	return (instant && earliestFrom(reading.zone, instant)) ?? text;
}

/** `hh:mm` or `hh:mm:ss`; with an offset, the time at the site. Throws an `InputError` for other values. */
export function timeOfDay(what: string, value: unknown, reading: ValueContext): string {
	const text = toIsoText(value);
	const written = parseTime(value);
	if (written) return localTime(what, written, reading).time;
	const { date, time, spelling } = splitDateText(text);
	if (date === '' && spelling !== 'other' && parseUtc(ANY_DAY, time))
		return text.replace(/^(\d:)/, '0$1');
	throw mistake('notTime', { field: what, value: glimpse(text) });
}

const ANY_DAY = '2000-01-01';

/** One spelling for each date or time, without the time if it is midnight. Other texts stay unchanged. */
export function spelled(text: string): string {
	const { date, time, spelling } = splitDateText(text);
	if (spelling === 'other') return text;
	return date !== '' && time === MIDNIGHT ? date : `${date} ${time}`.trim();
}

/** The same, with the time at the site if there is an offset. */
export function spelledAtSite(text: string, reading: ValueContext): string {
	const written = parseTime(text);
	if (!written) return spelled(text);
	const { date, time } = timeAtSite(written, reading) ?? written;
	return spelled(`${date} ${time}`);
}

/** Without a zone ("Record" in the document). Compared as strings; the machine's clock and zone are never used. */
const TEXT_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** With a zone (ISO 8601): the time in UTC, which no clock repeats. A service writes all its times in one way. */
export function recordTime(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	if (TEXT_TIME.test(value)) return value;
	const written = value.includes(':') ? parseTime(value) : undefined;
	const utc = written && (toInstant(written) ?? parseUtc(written.date, written.time));
	return utc && utcText(utc);
}

const utcText = (utc: Date): string => utc.toISOString().slice(0, 19).replace('T', ' ');

export const isZoned = (value: unknown): boolean =>
	typeof value === 'string' && parseTime(value)?.offset !== undefined;

/** The first moment at which the clock of a zone shows a local time. */
export function utcTime(zone: string, local: string): string {
	const ms = toUtcMs(local);
	const offsets = [ms - DAY_MS, ms + DAY_MS].flatMap((near) => offsetAt(zone, near));
	const possible = offsets.map((offset) => ms - offset);
	const shown = possible.filter((moment) => timeIn(zone, new Date(moment)) === local);
	return shiftTime(local, (Math.min(...(shown.length > 0 ? shown : possible)) - ms) / 1000);
}

/** '' (no time) is before all. */
export const later = (a: string, b: string): string => (a > b ? a : b);

/** '' (no time) stays ''. */
export function shiftTime(text: string, seconds: number): string {
	const moved = toUtcMs(text) + seconds * 1000;
	// An empty time, one before 1901 (Date.UTC's year 1) and an impossible date are no bound.
	if (!(moved >= Date.UTC(1, 0, 1))) return '';
	return utcText(new Date(moved));
}

export interface ValueContext {
	/** The time zone of the site, or n8n's, for times with an offset. */
	readonly zone: string;
	/** The time zone of the credential; undefined if n8n's is used. */
	readonly named?: string | undefined;
	/** Called if a time got another date or time of day in that zone than it was written with. */
	readonly onConversion?: () => void;
}

/** The site's times do not contain their zone. */
export class SiteZone implements ValueContext {
	readonly zone: string;
	readonly named: string | undefined;
	isConverted = false;

	/** The credential names no zone if its setting is invalid. */
	constructor(setting: unknown, ofWorkflow: string) {
		const name = zoneName(setting);
		this.named = isZone(name) ? name : undefined;
		this.zone = this.named ?? ofWorkflow;
	}

	/** A function property, because values are read with it on its own. */
	readonly onConversion = (): void => {
		this.isConverted = true;
	};
}

/** Making a format takes thirty times as long as using it, and imports contain many times in one zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `yyyy-MM-dd hh:mm:ss`; undefined before the year 1 and after 9999, because the year has four digits. */
export function timeIn(timeZone: string, moment: Date): string | undefined {
	// The locale `sv` writes times this way, except for early years and eras.
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	formats.set(timeZone, format);
	const local = format.format(moment).padStart('yyyy-MM-dd hh:mm:ss'.length, '0');
	return Math.abs(toUtcMs(local) - moment.getTime()) < 2 * DAY_MS ? local : undefined;
}

const DAY_MS = 86_400_000;

/** As far as a clock may be wrong, or a reply late, in seconds. */
const SLACK = 30;
const QUARTER_HOUR = 900;
/** The clocks of two zones differ by 26 hours at most. */
const FARTHEST_ZONE = 26 * 3_600;

/** How far the clock that wrote `local` just now is ahead: whole quarters of an hour; undefined for another time. */
export function secondsAheadInZone(
	local: string,
	zone: string,
	moment: number,
): number | undefined {
	const there = Number.isNaN(moment) ? undefined : timeIn(zone, new Date(moment));
	const ahead = there === undefined ? NaN : secondsAhead(local, there);
	const quarters = Math.round(ahead / QUARTER_HOUR) * QUARTER_HOUR;
	const isZone = Math.abs(ahead - quarters) <= SLACK && Math.abs(quarters) <= FARTHEST_ZONE;
	return isZone ? quarters : undefined;
}

/** Throws an `InputError` for any other setting of the credential; it may be empty. */
export function mustBeZone(setting: unknown): void {
	const name = zoneName(setting);
	if (name !== '' && !isZone(name)) throw mistake('unknownTimeZone', { name: glimpse(name) });
}

const zoneName = (setting: unknown) => String(setting ?? '').trim();

function isZone(name: string): boolean {
	try {
		return timeIn(name, new Date(0)) !== undefined;
	} catch {
		return false;
	}
}

/** A change of the clock counts if it is this close to a moment: clocks may be wrong by hours. */
const NEAR_MS = DAY_MS / 2;

/** Within 12 hours before or after a moment: 3,600 when summer time ends, usually 0. */
export function repeatedSeconds(zone: string, moment: Date): number {
	const [before = 0] = offsetAt(zone, moment.getTime() - NEAR_MS);
	const [after = before] = offsetAt(zone, moment.getTime() + NEAR_MS);
	return Math.max(0, before - after) / 1000;
}

/** From a moment on; the clock may show earlier times while it repeats an hour. */
function earliestFrom(zone: string, moment: Date): string | undefined {
	const start = moment.getTime();
	const minute = Math.ceil((start + 1) / MINUTE_MS);
	const minutes = Array.from(
		{ length: repeatedSeconds(zone, moment) / 60 },
		(_, n) => (minute + n) * MINUTE_MS,
	);
	return [start, ...minutes].flatMap((ms) => timeIn(zone, new Date(ms)) ?? []).sort()[0];
}

const MINUTE_MS = 60_000;

function offsetAt(zone: string, ms: number): readonly number[] {
	const local = timeIn(zone, new Date(ms));
	return local === undefined ? [] : [toUtcMs(local) - ms];
}

export const secondsAhead = (time: string, other: string): number =>
	(toUtcMs(time) - toUtcMs(other)) / 1000;

/** As if it were UTC; NaN for other texts. */
const toUtcMs = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`);
