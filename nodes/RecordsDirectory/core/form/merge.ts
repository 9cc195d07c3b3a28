import { isExact, type JsonObject } from '../json';
import { InputError } from '../values/input-error';
import type { Values } from '../values/validate';
import type { FormField } from './definition';
import { labelOf } from './names';
import { writableCells } from './table-cells';
import { isEmpty } from './value';

/** Fields that an update must send besides the changes. */
type KeptFields = 'keys' | 'whole';

export const keptIn = ({ wholeRecord }: Values): KeptFields =>
	wholeRecord === true ? 'whole' : 'keys';

/** Whether an update needs the current record, because the body must contain its key fields as well. */
export const needsCurrent = (
	fields: readonly FormField[],
	changes: JsonObject,
	kept: KeptFields,
): boolean => fields.some((field) => isKept(field, kept) && !Object.hasOwn(changes, field.id));

/**
 * Returns the `record` of an update: the changes, and from the current record its key fields, or everything
 * that can be sent, unchanged. Empty fields are skipped, unless the service might set a default. Throws an
 * `InputError` for a value that cannot be sent back unchanged.
 */
export function mergedRecord(
	fields: readonly FormField[],
	current: JsonObject,
	{ changes, kept }: { readonly changes: JsonObject; readonly kept: KeptFields },
): JsonObject {
	const rest = fields.flatMap((field) => {
		const { id } = field;
		if (!isKept(field, kept) || Object.hasOwn(changes, id) || !Object.hasOwn(current, id))
			return [];
		const value = current[id];
		return isEmpty(value) && !hasDefault(field) ? [] : [[id, asItCame(field, value)] as const];
	});
	return { ...Object.fromEntries(rest), ...changes };
}

const hasDefault = (field: FormField) =>
	!field.required &&
	(field.default !== undefined || field.choices.some(({ isDefault }) => isDefault));

/**
 * Files are sent back as well: a service that rejects them loses nothing, and one that clears missing fields
 * would lose them.
 */
const isKept = ({ isKey, isReadOnly }: FormField, kept: KeptFields) =>
	!isReadOnly && (isKey || kept === 'whole');

function asItCame(field: FormField, value: unknown): unknown {
	if (!isExact(value)) throw inexact(field);
	return Array.isArray(value) ? value.map((row) => writableCells(row, field.columns)) : value;
}

const inexact = (field: FormField) =>
	InputError.about(
		labelOf(field),
		' of the record contains a number beyond 2^53, which is not exact and cannot be sent back',
		"Give the field a value as well, as a text, or switch 'Send Whole Record' off.",
	);
