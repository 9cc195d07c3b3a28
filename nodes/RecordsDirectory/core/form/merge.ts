import { isEmpty, type JsonObject } from '../json';
import type { Values } from '../values/validate';
import type { FormField } from './field';
import { writableCells } from './kinds/table';

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
 * that can be sent, unchanged. Empty fields are skipped, unless the service might set a default.
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

const asItCame = (field: FormField, value: unknown): unknown =>
	Array.isArray(value) ? value.map((row) => writableCells(row, field.columns)) : value;
