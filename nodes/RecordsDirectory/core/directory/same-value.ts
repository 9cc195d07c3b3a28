import type { Field } from '../../api/define';
import { asText, jsonObjectsIn } from '../json';
import { dateTextOf } from '../values/date-text';

/** Whether the service treats two values of a field as equal, whatever their spelling. */
export const isSameValue = (field: Field, one: unknown, other: unknown): boolean =>
	meaning(field, one) === meaning(field, other);

/** Whether a value is the default that the document gives for a missing field. */
export const isDefault = (field: Field, value: unknown): boolean =>
	field.whenAbsent !== undefined && isSameValue(field, field.whenAbsent, value);

/** A missing value means the document's default: false, 0, 9999/12/31, or nothing (Resources). */
function meaning({ kind, columns = {}, whenAbsent = '' }: Field, value: unknown): string {
	const given = (value ?? '') === '' ? whenAbsent : value;
	switch (kind) {
		case 'boolean':
			return String(/^(true|1)$/i.test(asText(given)));
		case 'integer':
			return String(Number(asText(given)));
		case 'date':
			// Ignores a time after the date.
			return dateTextOf(asText(given)).date || asText(given);
		case 'rows': {
			const names = Object.keys(columns);
			const rows = jsonObjectsIn(value).map((row) => names.map((name) => asText(row[name] ?? '')));
			const filled = rows.filter((row) => row.some((cell) => cell !== ''));
			// The document gives rows no order.
			return JSON.stringify(filled.map((row) => JSON.stringify(row)).sort());
		}
		default:
			return asText(given);
	}
}
