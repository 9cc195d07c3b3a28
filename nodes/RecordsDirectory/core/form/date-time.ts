import { dateTextOf } from '../values/date-text';
import { InputError } from '../values/input-error';
import { calendarDate, localTimeText } from '../values/local-time';
import { isoOf, localTime, utcOf, writtenOf } from '../values/moment';
import type { ValueContext } from '../values/time-zone';
import type { FormField } from './definition';
import { labelOf, titleOf } from './names';
import { glimpse } from '../shortened';

/**
 * Writes a date as the document does, `yyyy/MM/dd` (Resources, User: expire). A time with offset becomes its
 * date at the site; midnights and plain dates are unchanged. Throws an `InputError`.
 */
export const dateFor = (field: FormField, value: unknown, reading: ValueContext): string =>
	calendarDate(titleOf(field), value, reading);

/** Writes a date and time like the times of records, `YYYY-MM-DD hh:mm:ss`. Throws an `InputError`. */
export const dateTimeFor = (field: FormField, value: unknown, reading: ValueContext): string =>
	localTimeText(labelOf(field), value, reading);

/**
 * Writes a time of day as `hh:mm` or `hh:mm:ss`, unchanged if it is one; of a time with offset, the time at the
 * site.
 */
export function timeOfDayFor(field: FormField, value: unknown, reading: ValueContext): string {
	const text = isoOf(value);
	const written = writtenOf(value);
	if (written) return localTime(labelOf(field), written, reading).time;
	if (isTimeOfDay(text)) return text.replace(/^(\d:)/, '0$1');
	throw InputError.about(
		labelOf(field),
		` is not a time of day: "${glimpse(text)}"`,
		'Use a time such as 09:30.',
	);
}

function isTimeOfDay(text: string): boolean {
	const { date, time, spelling } = dateTextOf(text);
	return date === '' && spelling !== 'other' && utcOf(ANY_DAY, time) !== undefined;
}

const ANY_DAY = '2000-01-01';
