import type { Field, ParameterKind } from '../../api/define';
import { asText, jsonObjectsIn } from '../json';
import { splitDateText } from '../values/date-text';

/** Whether the service treats two values of a field as equal, whatever their spelling. */
export const isSameValue = (field: Field, one: unknown, other: unknown): boolean =>
	meaning(field, one) === meaning(field, other);

/** Whether a value is the default that the document gives for a missing field. */
export const isDefault = (field: Field, value: unknown): boolean =>
	field.whenAbsent !== undefined && isSameValue(field, field.whenAbsent, value);

/** A missing value means the document's default: false, 0, 9999/12/31, or nothing (Resources). */
function meaning(field: Field, value: unknown): string {
	const given = (value ?? '') === '' ? field.whenAbsent : value;
	return (MEANINGS[field.kind] ?? asText)(given ?? '', field);
}

const MEANINGS: { readonly [K in ParameterKind]?: (given: unknown, field: Field) => string } = {
	boolean: (given) => String(/^(true|1)$/i.test(asText(given))),
	integer: (given) => String(Number(asText(given))),
	// Ignores a time after the date.
	date: (given) => splitDateText(asText(given)).date || asText(given),
	// The document gives rows no order.
	rows: (given, { columns = {} }) =>
		jsonObjectsIn(given)
			.map((row) => Object.keys(columns).map((name) => asText(row[name] ?? '')))
			.filter((cells) => cells.some((cell) => cell !== ''))
			.map((cells) => JSON.stringify(cells))
			.sort()
			.join(),
};
