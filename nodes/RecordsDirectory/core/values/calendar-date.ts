import { InputError } from './input-error';
import { isoOf, localTime, MIDNIGHT, writtenOf } from './moment';
import type { ValueContext } from './time-zone';
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
