import { decimalsOf, exactNumber, isDecimal, isMore, LONGEST_NUMBER } from '../decimal';
import { withThousands } from '../request/subject';
import { InputError } from '../values/input-error';
import type { FormField } from './definition';
import { labelOf } from './names';
import { glimpse } from '../shortened';

const GROUPED = /^[+-]?\d{1,3}([,' _]\d{3})+(\.\d*)?$/;

/**
 * Returns a number as the service accepts it, from a number or a text. Stays a text if a number would lose
 * digits. Throws an `InputError` for values that are not numbers, or outside the bounds of the field (Resources,
 * Field: min, max, digit).
 */
export function numberFor(field: FormField, value: unknown): number | string {
	const text = typeof value === 'object' ? '' : String(value).trim();
	if (text.length > LONGEST_NUMBER) throw tooLong(field, text);
	if (GROUPED.test(text)) {
		throw InputError.about(
			labelOf(field),
			` is written with separators: "${glimpse(text)}"`,
			'Write the number without separators, such as 1234567.5.',
		);
	}
	if (!isDecimal(text)) throw notNumber(field, value);
	mustBeWithin(field, text);
	mustHaveDecimals(field, text);
	return exactNumber(text) ?? text;
}

const tooLong = (field: FormField, text: string) =>
	InputError.about(
		labelOf(field),
		` has ${withThousands(text.length)} characters; a number has ${withThousands(LONGEST_NUMBER)} at most: "${glimpse(text)}"`,
		'Use digits and a point, such as 1234.5.',
	);

function notNumber(field: FormField, value: unknown): InputError {
	const given = typeof value === 'string' ? `: "${glimpse(value)}"` : '';
	return InputError.about(
		labelOf(field),
		` is not a number${given}`,
		'Use digits and a point, such as 1234.5.',
	);
}

function mustBeWithin(field: FormField, text: string): void {
	const { min = '', max = '' } = field;
	const isBelow = isMore(String(min), text);
	if (!isBelow && !isMore(text, String(max))) return;
	const bound = isBelow ? `minimum is ${min}` : `maximum is ${max}`;
	throw InputError.about(
		labelOf(field),
		` is ${glimpse(text)}; the ${bound}`,
		'Enter a number within the bounds.',
	);
}

function mustHaveDecimals(field: FormField, text: string): void {
	if (field.decimals === undefined || decimalsOf(text) <= field.decimals) return;
	throw InputError.about(
		labelOf(field),
		` is ${glimpse(text)}, with ${decimalsOf(text)} decimals; the form takes ${field.decimals}`,
		`Round it, for example with {{ (1.25).toFixed(${field.decimals}) }}.`,
	);
}
