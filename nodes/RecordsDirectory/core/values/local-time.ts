import { InputError } from './input-error';
import { isoOf, localTime, utcOf, writtenOf, type WrittenTime } from './moment';
import { earliestFrom, type ValueContext } from './time-zone';
import { glimpse } from '../shortened';

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
	const { date, time, offset } = written;
	const utc = utcOf(date, time);
	if (offset === undefined || !utc) return text;
	return earliestFrom(reading.zone, new Date(utc.getTime() - offset * 60_000)) ?? text;
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
