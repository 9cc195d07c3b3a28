import { Refusal } from './input-error';
import { timeIn } from './time-zone';

const WRITTEN = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]\d{2}:\d{2}.*)?$/;
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})T.*Z$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;

/**
 * A calendar date as the service takes it, `yyyy/MM/dd` (Resources, User: expire), from what users
 * of n8n have: an ISO date or date-time, `yyyy/MM/dd`, a Luxon DateTime or a JavaScript Date.
 * A moment in UTC becomes the date it has in `zone`; a written date stays as written.
 */
export function calendarDate(label: string, value: unknown, zone: string): string {
	const moment = momentOf(value);
	const text = moment ? writtenIn(zone, moment) : String(value).trim();
	const [, year, month, day] = WRITTEN.exec(text) ?? COMPACT.exec(text) ?? [];
	if (!isOnCalendar(Number(year), Number(month), Number(day))) {
		throw new Refusal(
			`The date in '${label}' cannot be read: "${text.slice(0, 40)}"`,
			'Use a date such as 2027-03-31 or 2027/03/31, or an expression such as {{ $now.plus(1, "year") }}.',
		);
	}
	return `${year}/${month?.padStart(2, '0')}/${day?.padStart(2, '0')}`;
}

/** JavaScript counts a 30 February on into March, and a month 13 into the next year. */
function isOnCalendar(year: number, month: number, day: number): boolean {
	return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}

function momentOf(value: unknown): Date | undefined {
	if (value instanceof Date) return value;
	// A Luxon DateTime writes itself with the offset of its own zone, so its date stays as written.
	const text = typeof value === 'string' ? value.trim() : '';
	const [, year, month, day] = MOMENT.exec(text) ?? [];
	const isMoment =
		isOnCalendar(Number(year), Number(month), Number(day)) && !Number.isNaN(Date.parse(text));
	return isMoment ? new Date(text) : undefined;
}

const writtenIn = (zone: string, moment: Date) =>
	Number.isNaN(moment.getTime()) ? 'Invalid Date' : timeIn(zone, moment);
