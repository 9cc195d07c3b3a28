import { isJsonObject } from '../json';
import { mustBeJson } from '../values/record-json';
import { InputError } from '../values/input-error';
import { isMoment } from '../values/moment';
import type { ValueContext } from '../values/time-zone';
import type { FormField } from './definition';
import { dateTimeFor } from './date-time';
import { labelOf } from './names';

/**
 * Returns a text as the service accepts it; a time with offset becomes a local date and time. A list or an
 * object is sent unchanged if the type of the field is unknown, and throws an `InputError` if it is a text.
 * Also throws for a text that is too long or too short (Resources, Field: min_length, max_length), and for
 * characters that JSON cannot contain.
 */
export function textFor(field: FormField, value: unknown, reading: ValueContext): unknown {
	if (isMoment(value)) return dateTimeFor(field, value, reading);
	if (isJsonObject(value) || Array.isArray(value)) {
		mustBeJson(labelOf(field), value);
		if (!field.isUntyped) throw notText(field, Array.isArray(value));
		return value;
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw InputError.about(
			labelOf(field),
			` is ${value}, not a value`,
			'Check the calculation in the expression.',
		);
	}
	const text = String(value);
	if (!text.isWellFormed()) {
		throw InputError.about(
			labelOf(field),
			' contains a broken character',
			'The text was cut inside a character such as an emoji. Cut it elsewhere.',
		);
	}
	mustFit(field, [...text].length);
	return text;
}

const notText = (field: FormField, isList: boolean) =>
	InputError.about(
		labelOf(field),
		` takes a text, and the value is ${isList ? 'a list' : 'an object'}`,
		isList
			? "Join its entries, for example with {{ $json.tags.join(', ') }}."
			: 'Give one of its properties, or write it as a text with {{ JSON.stringify($json.data) }}.',
	);

function mustFit(field: FormField, length: number): void {
	const { minLength = 0, maxLength = Infinity } = field;
	const isShort = length < minLength;
	if (!isShort && length <= maxLength) return;
	throw InputError.about(
		labelOf(field),
		` is ${length} characters long; the form takes ${
			isShort ? `${minLength} or more` : `up to ${maxLength}`
		}`,
		`${isShort ? 'Lengthen' : 'Shorten'} the text.`,
	);
}
