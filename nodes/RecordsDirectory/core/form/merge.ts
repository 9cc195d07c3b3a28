import type { Row } from '../json';
import type { Reading } from '../values/validate';
import type { FormField } from './definition';
import { readable } from './record-reader';
import { isEmpty } from './value';
import { written } from './record-writer';

/** Fields that an update has to send beside what changes. */
export type Kept = 'keys' | 'whole';

/** Whether an update needs the record as it is: key fields have to be in the body as well. */
export const needsCurrent = (fields: readonly FormField[], changes: Row, kept: Kept): boolean =>
	fields.some((field) => isKept(field, kept) && !Object.hasOwn(changes, field.id));

/**
 * The `record` of an update: the changes, and of the record as it is its key fields, or all that can
 * be sent. What is empty is left out: it has nothing to keep.
 */
export function merged(
	fields: readonly FormField[],
	current: Row,
	changes: Row,
	kept: Kept,
	reading: Reading,
): Row {
	const values = readable(fields, current, { keys: 'identifiers' });
	const rest = fields
		.filter((field) => isKept(field, kept) && !isEmpty(values[field.id]))
		.map((field) => [field.id, asItIs(field, current, values, reading)]);
	return { ...Object.fromEntries(rest), ...changes };
}

const isKept = ({ isKey, isReadOnly }: FormField, kept: Kept) =>
	!isReadOnly && (isKey || kept === 'whole');

/** A value that the form would not take today, such as a choice it no longer has, goes back as it came. */
function asItIs(field: FormField, current: Row, values: Row, reading: Reading): unknown {
	try {
		return written([field], { [field.id]: values[field.id] }, reading).record[field.id];
	} catch {
		return current[field.id];
	}
}
