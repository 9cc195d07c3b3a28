import { Refusal } from '../values/input-error';
import type { FormField } from './definition';
import { labelOf } from './names';

const WRITTEN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const GROUPED = /^[+-]?\d{1,3}([,' _]\d{3})+(\.\d*)?$/;

/**
 * The number that a text is, if a number can hold all its digits: a whole one up to 2^53, else
 * 15 digits. Undefined otherwise.
 */
export function exactNumber(text: string): number | undefined {
	if (!WRITTEN.test(text)) return undefined;
	const number = Number(text);
	const digits = text
		.replace(/e.*$/i, '')
		.replace(/[+\-.]/g, '')
		.replace(/^0+/, '');
	const isHeld = Number.isInteger(number) ? Number.isSafeInteger(number) : digits.length <= 15;
	return isHeld || (String(number) === text && !Number.isInteger(number)) ? number : undefined;
}

/** One text for every spelling of a number, of any length; undefined for what is none. */
export function decimalOf(text: string): string | undefined {
	const plain = text.trim().toLowerCase();
	if (!WRITTEN.test(plain)) return undefined;
	const [mantissa = '', exponent = '0'] = plain.replace(/^[+-]/, '').split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const digits = (whole + fraction).replace(/^0+/, '');
	const short = digits.replace(/0+$/, '');
	if (short === '') return '0';
	const scale = BigInt(exponent) - BigInt(fraction.length - (digits.length - short.length));
	return `${plain.startsWith('-') ? '-' : ''}${short}e${scale}`;
}

/**
 * A number as the service takes it, from a number or its text; digits that a number would lose stay
 * text. Throws a `Refusal` for what is no number, and beyond the bounds of the field (Resources,
 * Field: min, max, digit).
 */
export function numberFor(field: FormField, value: unknown): number | string {
	const text = typeof value === 'object' ? '' : String(value).trim();
	if (GROUPED.test(text)) {
		throw new Refusal(
			`${labelOf(field)} is written with separators: "${text.slice(0, 40)}"`,
			'Write the number without separators, such as 1234567.5.',
		);
	}
	if (!WRITTEN.test(text)) throw notNumber(field, value);
	const number = typeof value === 'number' ? value : exactNumber(text);
	mustBeWithin(field, text, Number(text));
	mustHaveDecimals(field, number === undefined ? text : String(number));
	return number ?? text;
}

function notNumber(field: FormField, value: unknown): Refusal {
	const shown = typeof value === 'string' ? `: "${value.slice(0, 40)}"` : '';
	return new Refusal(
		`${labelOf(field)} is not a number${shown}`,
		'Use digits and a point, such as 1234.5.',
	);
}

/** Rounding a long text keeps it on the same side of a bound. */
function mustBeWithin(field: FormField, text: string, number: number): void {
	const { min, max } = field;
	const isBelow = min !== undefined && number < min;
	if (!isBelow && (max === undefined || number <= max)) return;
	const bound = isBelow ? `smallest is ${min}` : `largest is ${max}`;
	throw new Refusal(
		`${labelOf(field)} is ${text}; the ${bound}`,
		'Enter a number within the bounds.',
	);
}

function mustHaveDecimals(field: FormField, text: string): void {
	if (field.decimals === undefined || decimalsOf(text) <= field.decimals) return;
	throw new Refusal(
		`${labelOf(field)} is ${text}, with ${decimalsOf(text)} decimals; the form takes ${field.decimals}`,
		`Round it, for example with {{ (1.25).toFixed(${field.decimals}) }}.`,
	);
}

function decimalsOf(text: string): number {
	const [digits = '', exponent = '0'] = text.toLowerCase().split('e');
	const fraction = digits.split('.')[1]?.replace(/0+$/, '') ?? '';
	return Math.max(0, fraction.length - Number(exponent));
}
