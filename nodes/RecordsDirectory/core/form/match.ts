import { canonical } from '../fingerprint';
import { isRow, type Row } from '../json';
import { Refusal } from '../values/input-error';
import type { FormField } from './definition';
import { fieldFor, labelOf } from './names';
import { readerOf } from './record-reader';
import { isEmpty } from './value';

/**
 * The fields by which records are found: those named, else the key fields of the form. Throws a
 * `Refusal` where there are none, and for detail tables.
 */
export function matchFields(
	fields: readonly FormField[],
	names: readonly string[],
): readonly FormField[] {
	const found =
		names.length > 0
			? names.map((name) => fieldFor(fields, name))
			: fields.filter(({ isKey }) => isKey);
	const table = found.find(({ kind }) => kind === 'table');
	if (table) {
		throw new Refusal(
			`Records cannot be matched on ${labelOf(table)}, a detail table`,
			'Match on a field with one value.',
		);
	}
	if (found.length > 0) return found;
	throw new Refusal(
		'The form has no key field, so that it is not known what to match on',
		'Choose the fields by which an existing record is found.',
	);
}

/** What records are found by: equal texts for equal values, whatever their spelling. */
export function keyReader(by: readonly FormField[]): (record: Row) => string {
	const read = readerOf(by, { keys: 'identifiers' });
	return (record) => {
		const values = read(record);
		return canonical(by.map((field) => comparable(field, values[field.id])));
	};
}

/** Numbers and texts of the same digits are one value, people go by code, and order is no difference. */
function comparable({ kind }: FormField, value: unknown): unknown {
	if (value === null || value === undefined) return '';
	if (!Array.isArray(value)) return spelled(String(value));
	const isPeople = kind === 'users' || kind === 'organizations';
	return value.map((one: unknown) => String(isPeople && isRow(one) ? one.code : one)).sort();
}

const DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}:\d{2})(:\d{2})?)?$/;
const TIME = /^(\d{1,2}):(\d{2})$/;

/** Dates and times in one spelling, also in fields that nothing tells to be dates; midnight is no time. */
export function spelled(text: string): string {
	const time = (clock: string) =>
		clock.replace(TIME, (_, h: string, m: string) => `${h.padStart(2, '0')}:${m}:00`);
	const [, year, month = '', day = '', clock, seconds] = DATE.exec(text) ?? [];
	if (year === undefined) return time(text);
	const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const full = clock === undefined ? '' : time(clock).slice(0, 5) + (seconds ?? ':00');
	return full === '' || full === '00:00:00' ? date : `${date} ${full}`;
}

/** The match key of an input item. Throws a `Refusal` where a value to find the record by is missing. */
export function wantedKey(by: readonly FormField[], record: Row): string {
	const missing = by.filter(({ id }) => isEmpty(record[id]));
	if (missing.length === 0) return keyReader(by)(record);
	throw new Refusal(
		`${missing.map(labelOf).join(' and ')} is empty, so that no record can be found by it`,
		'Give every field that is matched on a value, or match on others.',
	);
}
