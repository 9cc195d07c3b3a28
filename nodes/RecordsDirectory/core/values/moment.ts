import { asText } from '../json';
import { dateTextOf } from './date-text';
import { InputError } from './input-error';
import { timeIn, type ValueContext } from './time-zone';

const COMPACT =
	/^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?<rest>.*))?$/;
/** Behind a time; the name of a zone says no more than the offset. */
const OFFSET = /^ ?(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[[^\]]*\])?$/;

interface Moment {
	readonly toISO?: () => string | null;
	readonly toISOString?: () => string | null;
}

/** Whether a value is an object that stands for a moment: a Luxon DateTime, a Date. */
export const isMoment = (value: unknown): value is Moment =>
	typeof value === 'object' &&
	value !== null &&
	['toISO', 'toISOString'].some((name) => typeof Reflect.get(value, name) === 'function');

/** A date and time as it was written: `yyyy-MM-dd`, `hh:mm:ss`, and minutes ahead of UTC where an offset is there. */
export interface WrittenTime {
	readonly date: string;
	readonly time: string;
	readonly offset: number | undefined;
}

/** What a text, a Date or a Luxon DateTime says; undefined for what is no date, such as 30 February. */
export function writtenOf(value: unknown): WrittenTime | undefined {
	const { date, time: clock, rest } = dateTextOf(isoOf(value).toUpperCase());
	const time = clock || MIDNIGHT;
	const behind = clock === '' && rest !== '' ? null : OFFSET.exec(rest);
	if (!behind || !utcOf(date, time)) return undefined;
	const [, offset] = behind;
	return { date, time, offset: offset === undefined ? undefined : minutesOf(offset) };
}

/**
 * What is written as the local time of the site, which knows no zones (Resources, Record). The same instant
 * gives the same time, however it is spelled; without an offset it stays as written. Throws an `InputError` for an
 * instant that has no year of four digits there.
 */
export function localTime(what: string, written: WrittenTime, reading: ValueContext): WrittenTime {
	const local = timeAtSite(written, reading);
	if (local) return local;
	const { date, time } = written;
	throw new InputError(
		`${what} is outside the years 1 to 9999 in the time zone ${reading.zone}: "${date} ${time}" with its offset`,
		'Leave the offset out to give a local time of the site, such as 9999-12-31T23:59:59.',
	);
}

/** As `localTime`; undefined for an instant that has no year of four digits there. */
export function timeAtSite(
	written: WrittenTime,
	{ zone, onConversion }: ValueContext,
): WrittenTime | undefined {
	const { date, time, offset } = written;
	const utc = utcOf(date, time);
	if (offset === undefined || !utc) return written;
	const local = timeIn(zone, new Date(utc.getTime() - offset * 60_000));
	if (local === undefined) return undefined;
	if (local !== `${date} ${time}`) onConversion?.();
	const [day = date, clock = time] = local.split(' ');
	return { date: day, time: clock, offset: undefined };
}

/** With separators. An invalid moment has no ISO text, and a Date throws when it is asked for it. */
export function isoOf(value: unknown): string {
	const isInvalid = value instanceof Date && Number.isNaN(value.getTime());
	const iso =
		isMoment(value) && !isInvalid ? (value.toISO ?? value.toISOString)?.call(value) : null;
	const text = (iso ?? (isMoment(value) ? String(value) : asText(value))).trim();
	const { year, month, day, hour, minute, second = '00', rest } = COMPACT.exec(text)?.groups ?? {};
	if (year === undefined) return text;
	const date = `${year}-${month}-${day}`;
	return hour ? `${date}T${hour}:${minute}:${second}${rest}` : date;
}

/** The beginning of a day, which is what a date without a time means. */
export const MIDNIGHT = '00:00:00';

/** What is written, as if in UTC; undefined for 30 February, 25 o'clock and the year 0. */
export function utcOf(date: string, time: string): Date | undefined {
	const iso = `${date}T${time}.000Z`;
	const utc = new Date(iso);
	const isReal = !Number.isNaN(utc.getTime()) && utc.toISOString() === iso;
	return isReal && !date.startsWith('0000') ? utc : undefined;
}

function minutesOf(offset: string): number {
	const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
