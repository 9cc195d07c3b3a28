import { canonicalNumber, countDecimals, exactNumber, isMore } from '../../decimal';
import { asText } from '../../json';
import { glimpse } from '../../text';
import { mistake } from '../../values/input-error';
import type { FormField, Kind } from '../field';
import { fieldLabel } from '../names';
import { boundIn, isSet, typeName } from './definition-row';

export const number: Kind = {
	// Only as a whole name: a phone number is no number. A formula usually returns a number.
	fits: (row) =>
		/^(number|numeric|数値)$/i.test(typeName(row)) ||
		(!isSet(row.min_length) &&
			!isSet(row.max_length) &&
			[row.digit, row.min, row.max, row.calc].some(isSet)),
	parts: ({ digit, min, max }) => ({
		decimals: boundIn(digit),
		min: boundIn(min),
		max: boundIn(max),
	}),
	input: 'number',
	compares: 'order',
	isMore,
	isOrdered: (key) => canonicalNumber(key) !== undefined,
	write: writeNumber,
	read: () => (value) =>
		typeof value === 'string' && PLAIN.test(value) ? (exactNumber(value) ?? value) : value,
	key: (known) => canonicalNumber(asText(known)) ?? asText(known),
};

/** A formula may return a code such as 007, which is not a number. */
const PLAIN = /^-?(0(?!\d)|[1-9])/;

/** A text if digits would be lost. Throws an `InputError` outside the bounds (Resources, Field: min, max, digit). */
function writeNumber(field: FormField, value: unknown): number | string {
	const text = typeof value === 'object' ? '' : String(value).trim();
	const { min = '', max = '', decimals = Infinity } = field;
	const facts = { field: fieldLabel(field), value: glimpse(text || asText(value)) };
	if (canonicalNumber(text) === undefined) throw mistake('notNumber', facts);
	if (isMore(String(min), text)) throw mistake('belowMinimum', { ...facts, min });
	if (isMore(text, String(max))) throw mistake('aboveMaximum', { ...facts, max });
	const count = countDecimals(text);
	if (count > decimals)
		throw mistake('tooManyDecimals', { ...facts, decimals: count, most: decimals });
	return exactNumber(text) ?? text;
}
