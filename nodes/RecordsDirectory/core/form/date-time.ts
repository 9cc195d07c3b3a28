import { calendarDate } from '../values/calendar-date';
import { dateTextOf } from '../values/date-text';
import { InputError } from '../values/input-error';
import { isoOf, localTime, utcOf, writtenOf } from '../values/moment';
import type { ValueContext } from '../values/time-zone';
import type { FormField } from './definition';
import { labelOf, titleOf } from './names';

/**
 * A date as the document spells the only date that it takes, `yyyy/MM/dd` (Resources, User: expire).
 * A moment becomes its date at the site; a midnight and a written date stay. Throws an `InputError`.
 */
export const dateFor = (field: FormField, value: unknown, reading: ValueContext): string =>
	calendarDate(titleOf(field), value, reading);

/**
 * A date and time as the document spells the times of records, `YYYY-MM-DD hh:mm:ss` (Resources,
 * Record). The service knows no zones: a moment with an offset, a Date and a Luxon DateTime become
 * the local time of the site; a time without an offset stays, a date begins at midnight.
 * Throws an `InputError` for what is no date.
 */
export function dateTimeFor(field: FormField, value: unknown, reading: ValueContext): string {
	const written = writtenOf(value);
	if (!written) {
		throw new InputError(
			`${labelOf(field)} is not a date and time: "${isoOf(value).slice(0, 40)}"`,
			'Use a date and time such as 2027-03-31T09:30:00, or an expression such as {{ $now }}.',
		);
	}
	const { date, time } = localTime(labelOf(field), written, reading);
	return `${date} ${time}`;
}

/** A time of day, `hh:mm` or `hh:mm:ss` as it was written; of a moment the time at the site. */
export function timeOfDayFor(field: FormField, value: unknown, reading: ValueContext): string {
	const text = isoOf(value);
	const written = writtenOf(value);
	if (written) return localTime(labelOf(field), written, reading).time;
	if (isTimeOfDay(text)) return text.replace(/^(\d:)/, '0$1');
	throw new InputError(
		`${labelOf(field)} is not a time of day: "${text.slice(0, 40)}"`,
		'Use a time such as 09:30.',
	);
}

function isTimeOfDay(text: string): boolean {
	const { date, time, spelling } = dateTextOf(text);
	return date === '' && spelling !== 'other' && utcOf(ANY_DAY, time) !== undefined;
}

const ANY_DAY = '2000-01-01';
