import { calendarDate } from '../values/calendar-date';
import { Refusal } from '../values/input-error';
import { timeIn } from '../values/time-zone';
import type { FormField } from './definition';
import { labelOf, titleOf } from './names';

const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(.*))?$/;
const MOMENT =
	/^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)(:[0-5]\d)?$/;

/**
 * A date as the document spells the only date that it takes, `yyyy/MM/dd` (Resources, User: expire).
 * A moment in UTC becomes its date in `zone`; a written date stays. Throws a `Refusal`.
 */
export const dateFor = (field: FormField, value: unknown, zone: string): string =>
	calendarDate(titleOf(field), isoOf(value), zone);

/**
 * A date and time as the document spells the times of records, `YYYY-MM-DD hh:mm:ss` (Resources,
 * Record). The service knows no zones: a moment with an offset, a Date and a Luxon DateTime become
 * the local time of `zone`; a time without an offset stays, a date begins at midnight.
 * Throws a `Refusal` for what is no date.
 */
export function dateTimeFor(field: FormField, value: unknown, zone: string): string {
	const text = isoOf(value);
	const [, year, , month, day, hour, minute, second, offset] = MOMENT.exec(text) ?? [];
	const date = [year, month, day].map(two).join('-');
	const time = [hour, minute, second].map(two).join(':');
	const utc = utcOf(`${date}T${time}.000Z`);
	if (utc === undefined) {
		throw new Refusal(
			`${labelOf(field)} is not a date and time: "${text.slice(0, 40)}"`,
			'Use a date and time such as 2027-03-31T09:30:00, or an expression such as {{ $now }}.',
		);
	}
	if (!offset) return `${date} ${time}`;
	return timeIn(zone, new Date(utc.getTime() - minutesOf(offset) * 60_000));
}

/** A time of day, `hh:mm` or `hh:mm:ss` as it was written; of a moment the time in `zone`. */
export function timeFor(field: FormField, value: unknown, zone: string): string {
	const text = isoOf(value);
	if (MOMENT.test(text)) return dateTimeFor(field, value, zone).slice(11);
	if (CLOCK.test(text)) return text.replace(/^(\d:)/, '0$1');
	throw new Refusal(
		`${labelOf(field)} is not a time of day: "${text.slice(0, 40)}"`,
		'Use a time such as 09:30.',
	);
}

interface Moment {
	readonly toISO?: () => string | null;
	readonly toISOString?: () => string | null;
}

/** Whether a value is an object that stands for a moment: a Luxon DateTime, a Date. */
export const isMoment = (value: unknown): value is Moment =>
	typeof value === 'object' &&
	value !== null &&
	['toISO', 'toISOString'].some((name) => typeof Reflect.get(value, name) === 'function');

/** With separators. An invalid moment has no ISO text, and a Date throws when it is asked for it. */
function isoOf(value: unknown): string {
	const isInvalid = value instanceof Date && Number.isNaN(value.getTime());
	const iso =
		isMoment(value) && !isInvalid ? (value.toISO ?? value.toISOString)?.call(value) : null;
	const text = (iso ?? String(value)).trim();
	return text.replace(COMPACT, (_, year, month, day, hour, minute, second = '00', rest = '') => {
		const date = `${year}-${month}-${day}`;
		return hour ? `${date}T${hour}:${minute}:${second}${rest}` : date;
	});
}

const two = (part = '') => part.padStart(2, '0');

/** What is written, as if in UTC; undefined for 30 February and 25 o'clock. */
function utcOf(iso: string): Date | undefined {
	const utc = new Date(iso);
	return !Number.isNaN(utc.getTime()) && utc.toISOString() === iso ? utc : undefined;
}

function minutesOf(offset: string): number {
	const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
