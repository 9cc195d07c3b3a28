import { asText, type JsonObject } from '../../json';
import {
	calendarDate,
	localTimeText,
	MIDNIGHT,
	parseTime,
	spelled,
	splitDateText,
	timeAtSite,
	timeOfDay,
	type WrittenTime,
} from '../../values/moment';
import type { Kind } from '../field';
import { fieldLabel } from '../names';
import { typeWords } from './definition-row';

/** A time with an offset means a time at the site. */
const anyTime = {
	compares: 'order',
	isMore: (key, other) => key > other,
	isTime: true,
	isOrdered: (key) => splitDateText(key).spelling !== 'other',
} as const satisfies Partial<Kind>;

const saysDate = (row: JsonObject) => / date |日付|年月日/.test(typeWords(row));
const saysTime = (row: JsonObject) => / time |時刻/.test(typeWords(row));

export const dateTime: Kind = {
	...anyTime,
	fits: (row) =>
		/ (datetime|timestamp) |日時/.test(typeWords(row)) || (saysDate(row) && saysTime(row)),
	input: 'dateTime',
	write: (field, value, reading) => localTimeText(fieldLabel(field), value, reading),
	read: () => readDate,
	key: keyAtSite(({ date, time }) => `${date} ${time}`),
};

export const date: Kind = {
	...anyTime,
	fits: saysDate,
	input: 'dateTime',
	// As the document does, `yyyy/MM/dd` (Resources, User: expire). A time with offset becomes its date at the site.
	write: (field, value, reading) => calendarDate(fieldLabel(field), value, reading),
	read: () => readDate,
	// Services usually write a date as its midnight.
	key: keyAtSite(
		({ date }) => date,
		({ time }) => time === MIDNIGHT,
	),
};

export const time: Kind = {
	...anyTime,
	fits: saysTime,
	input: 'time',
	write: (field, value, reading) => timeOfDay(fieldLabel(field), value, reading),
	read: () => (value) => value,
	key: keyAtSite(({ time }) => time),
};

function readDate(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const { date, time, spelling } = splitDateText(value);
	return date === '' || spelling !== 'full' ? value : `${date} ${time}`.trim();
}

/** UTC stays UTC if the site's time zone is unknown; any other offset that a service writes is that of its site. */
function keyAtSite(
	part: (local: WrittenTime) => string,
	isOfSite: (written: WrittenTime) => boolean = () => false,
): Kind['key'] {
	return (known, zone) => {
		const written = parseTime(known);
		if (written?.offset === undefined) return spelled(asText(known));
		if (isOfSite(written)) return part(written);
		if (zone === undefined && written.offset === 0) return asText(known);
		return spelled(part(zone === undefined ? written : (timeAtSite(written, { zone }) ?? written)));
	};
}
