import { InputError } from './input-error';
import { isoOf, localTime, MIDNIGHT, writtenOf } from './moment';
import type { ValueContext } from './time-zone';
import { glimpse } from '../shortened';

/**
 * A calendar date as the service takes it, `yyyy/MM/dd` (Resources, User: expire), from what users
 * of n8n have: an ISO date or date-time, `yyyy/MM/dd`, a Luxon DateTime or a JavaScript Date.
 * A moment becomes the date that it has at the site. A midnight stays its day, whatever its offset: spreadsheets
 * and date pickers mean a date by it. Throws an `InputError` for what is no date.
 */
export function calendarDate(label: string, value: unknown, reading: ValueContext): string {
	const written = writtenOf(value);
	const what = `The date in '${label}'`;
	if (!written) {
		throw new InputError(
			`${what} cannot be read: "${glimpse(isoOf(value))}"`,
			'Use a date such as 2027-03-31 or 2027/03/31, or an expression such as {{ $now.plus(1, "year") }}.',
		);
	}
	const { date } = written.time === MIDNIGHT ? written : localTime(what, written, reading);
	return date.replaceAll('-', '/');
}
