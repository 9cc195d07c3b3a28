import { InputError } from './input-error';
import { isoOf, localTime, MIDNIGHT, instantOf, writtenOf, type WrittenTime } from './moment';
import { earliestFrom, type ValueContext } from './time-zone';
import { glimpse } from '../shortened';

/**
 * Returns a calendar date as the service accepts it, `yyyy/MM/dd` (Resources, User: expire). Takes an ISO date
 * or date-time, `yyyy/MM/dd`, a Luxon DateTime or a JavaScript Date. A time with offset becomes the date at the
 * site. A midnight keeps its date, whatever its offset: spreadsheets and date pickers use it for a date. Throws
 * an `InputError` for values that are not dates.
 */
export function calendarDate(label: string, value: unknown, reading: ValueContext): string {
	const written = writtenOf(value);
	const what = `The date in '${label}'`;
	if (!written) {
		throw InputError.about(
			what,
			` cannot be read: "${glimpse(isoOf(value))}"`,
			'Use a date such as 2027-03-31 or 2027/03/31, or an expression such as {{ $now.plus(1, "year") }}.',
		);
	}
	const { date } = written.time === MIDNIGHT ? written : localTime(what, written, reading);
	return date.replaceAll('-', '/');
}

/**
 * Returns a date and time spelled like the times of records, `YYYY-MM-DD hh:mm:ss` (Resources, Record). The
 * service has no time zones: a time with an offset, a Date and a Luxon DateTime become the local time of the
 * site; a time without an offset is unchanged, a date begins at midnight. Throws an `InputError` for values
 * that are not dates.
 */
export const localTimeText = (what: string, value: unknown, reading: ValueContext): string =>
	textOf(localTime(what, timeWritten(what, value), reading));

/**
 * Like `localTimeText`, for the start of a period. In an hour that the site's clock repeats, returns the
 * earliest time that the clock will still show, so that no later moment is missed.
 */
export function firstLocalTime(what: string, value: unknown, reading: ValueContext): string {
	const written = timeWritten(what, value);
	const text = textOf(localTime(what, written, reading));
	const instant = instantOf(written);
	return instant ? (earliestFrom(reading.zone, instant) ?? text) : text;
}

function timeWritten(what: string, value: unknown): WrittenTime {
	const written = writtenOf(value);
	if (written) return written;
	throw InputError.about(
		what,
		` is not a date and time: "${glimpse(isoOf(value))}"`,
		'Use a date and time such as 2027-03-31T09:30:00, or an expression such as {{ $now }}.',
	);
}

const textOf = ({ date, time }: WrittenTime) => `${date} ${time}`;
