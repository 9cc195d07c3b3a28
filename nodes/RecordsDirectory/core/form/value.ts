import { asList, isEmptyList } from '../json';
import { InputError } from '../values/input-error';
import { mustBeExact } from '../values/record-json';
import type { ValueContext } from '../values/time-zone';
import { choicesFor, oneChoiceFor } from './choices';
import type { FormField } from './definition';
import { KINDS, type FormFieldKind } from './kind';
import { isMoment } from '../values/moment';
import { dateFor, dateTimeFor, timeOfDayFor } from './date-time';
import { parsedJson } from './list-entries';
import { labelOf } from './names';
import { numberFor } from './number';
import { selectionFor } from './selections';
import { textFor } from './text';

/**
 * Returns the value to send for a field that is not a table; null, '' and an empty list clear the field. Throws an
 * `InputError` for a value that the field does not accept.
 */
export function valueFor(field: FormField, value: unknown, reading: ValueContext): unknown {
	if (isEmptyList(value) && !isList(field) && !field.isUntyped) throw listIn(field);
	if (isEmpty(value)) return clearedFor(field, value);
	const given = isList(field) ? parsedJson(labelOf(field), value) : value;
	// A rounded number may be another number; the same is true in a text, a code or a choice.
	if (!isMoment(value)) mustBeExact(labelOf(field), given);
	const wire = WRITERS[field.kind](field, value, reading);
	// Only an empty value may clear the field.
	if (isEmpty(wire) && !isEmpty(given)) throw nothingIn(field);
	return wire;
}

const listIn = (field: FormField) =>
	InputError.about(
		labelOf(field),
		' has no value, only an empty list',
		'Check what the expression returns. To clear the field, give an empty text.',
	);

const nothingIn = (field: FormField) =>
	InputError.about(
		labelOf(field),
		' has no value, only separators',
		'Check what the expression returns. To clear the field, give an empty text.',
	);

/** Whether a value is empty, in any spelling of the service (unset values, Record). */
export const isEmpty = (value: unknown) =>
	value === undefined || value === null || value === '' || isEmptyList(value);

/** Returns a list, or a list of the single value; [] for an empty value. */
export const listOf = (value: unknown): readonly unknown[] => (isEmpty(value) ? [] : asList(value));

/** Whether a field holds a list, which is empty as []. */
export const isList = ({ kind }: FormField) => KINDS[kind].isList === true;

/** An empty list stays a list in a field of unknown type. */
const clearedFor = (field: FormField, value: unknown) =>
	isList(field) || (field.kind === 'text' && isEmptyList(value)) ? [] : '';

type Write = (field: FormField, value: unknown, reading: ValueContext) => unknown;

/**
 * How values of each kind are written. Files have been rejected before, and tables are written row by row
 * (`record-writer.ts`).
 */
const WRITERS: Readonly<Record<FormFieldKind, Write>> = {
	text: textFor,
	number: numberFor,
	date: dateFor,
	dateTime: dateTimeFor,
	time: timeOfDayFor,
	choice: oneChoiceFor,
	choices: choicesFor,
	users: selectionFor,
	organizations: selectionFor,
	file: textFor,
	table: textFor,
};
