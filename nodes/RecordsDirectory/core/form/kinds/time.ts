import { asText, type JsonObject } from '../../json';
import { glimpse } from '../../text';
import { splitDateText } from '../../values/date-text';
import { InputError } from '../../values/input-error';
import {
	calendarDate,
	toIsoText,
	localTime,
	localTimeText,
	MIDNIGHT,
	timeAtSite,
	parseUtc,
	parseTime,
	type WrittenTime,
} from '../../values/moment';
import type { ValueContext } from '../../values/time-zone';
import type { FormField, Kind } from '../field';
import { labelOf, titleOf } from '../names';
import { typeWords } from './definition-row';

/** What dates, times and times of day have in common: a time with an offset means a time at the site. */
const anyTime = {
	isMatchable: true,
	compares: 'order',
	isMore: (key, other) => key > other,
	isTime: true,
	looseKey: (key) => (splitDateText(asText(key)).spelling === 'other' ? undefined : asText(key)),
} as const satisfies Partial<Kind>;

const saysDate = (row: JsonObject) => / date |日付|年月日/.test(typeWords(row));
const saysTime = (row: JsonObject) => / time |時刻/.test(typeWords(row));

export const dateTime: Kind = {
	...anyTime,
	name: 'dateTime',
	fits: (row) =>
		/ (datetime|timestamp) |日時/.test(typeWords(row)) || (saysDate(row) && saysTime(row)),
	input: 'dateTime',
	write: writeDateTime,
	read: () => readDate,
	key: keyAtSite(({ date, time }) => `${date} ${time}`),
};

export const date: Kind = {
	...anyTime,
	name: 'date',
	fits: saysDate,
	input: 'dateTime',
	// As the document does, `yyyy/MM/dd` (Resources, User: expire). A time with offset becomes its date at the site.
	write: (field, value, reading) => calendarDate(titleOf(field), value, reading),
	read: () => readDate,
	// Services usually write a date as its midnight.
	key: keyAtSite(
		({ date }) => date,
		({ time }) => time === MIDNIGHT,
	),
};

export const time: Kind = {
	...anyTime,
	name: 'time',
	fits: saysTime,
	input: 'time',
	write: writeTimeOfDay,
	read: () => (value) => value,
	key: keyAtSite(({ time }) => time),
};

/** Writes a date and time like the times of records, `YYYY-MM-DD hh:mm:ss`. Throws an `InputError`. */
export function writeDateTime(field: FormField, value: unknown, reading: ValueContext): string {
	return localTimeText(labelOf(field), value, reading);
}

/**
 * Writes a time of day as `hh:mm` or `hh:mm:ss`, unchanged if it is one; of a time with offset, the time at the
 * site.
 */
function writeTimeOfDay(field: FormField, value: unknown, reading: ValueContext): string {
	const text = toIsoText(value);
	const written = parseTime(value);
	if (written) return localTime(labelOf(field), written, reading).time;
	const { date, time, spelling } = splitDateText(text);
	if (date === '' && spelling !== 'other' && parseUtc(ANY_DAY, time))
		return text.replace(/^(\d:)/, '0$1');
	throw InputError.about(
		labelOf(field),
		` is not a time of day: "${glimpse(text)}"`,
		'Use a time such as 09:30.',
	);
}

const ANY_DAY = '2000-01-01';

/** Dates and times are `YYYY-MM-DD` and `YYYY-MM-DD hh:mm:ss`, as the record's own times. */
function readDate(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const { date, time, spelling } = splitDateText(value);
	return date === '' || spelling !== 'full' ? value : `${date} ${time}`.trim();
}

/**
 * Compares values by their local time at the site. UTC times stay as they are if its time zone is unknown; any
 * other offset that a service writes is that of its site.
 */
function keyAtSite(
	part: (local: WrittenTime) => string,
	isOfSite: (written: WrittenTime) => boolean = () => false,
): Kind['key'] {
	return (known, zone) => {
		const written = parseTime(known);
		const isUnknown = zone === undefined && written?.offset === 0;
		if (written?.offset === undefined) return spelled(asText(known));
		if (isOfSite(written)) return part(written);
		if (isUnknown) return asText(known);
		return spelled(part(zone === undefined ? written : (timeAtSite(written, { zone }) ?? written)));
	};
}

/** Converts a date or time to one spelling, without the time if it is midnight. Other texts stay unchanged. */
export function spelled(text: string): string {
	const { date, time, spelling } = splitDateText(text);
	if (spelling === 'other') return text;
	return date !== '' && time === MIDNIGHT ? date : `${date} ${time}`.trim();
}
