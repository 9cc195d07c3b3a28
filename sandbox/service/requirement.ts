import { isEmpty } from './values.ts';
import type { SubField } from './resources.ts';

/**
 * Returns the empty fields that their conditions make required. The document does not explain the numbers of
 * `requiredCompare`; here 1 is "equal" (or "contains", for several choices), 2 "not equal", 3 "or more", 4 "or
 * less".
 */
export function missingFields(
	fields: readonly SubField[],
	values: ReadonlyMap<string, unknown>,
): SubField[] {
	return fields.filter((field) => {
		const compared = fields.find(({ fieldId }) => fieldId === field.requiredId);
		if (compared === undefined || !isEmpty(values.get(field.uniqueId))) return false;
		return isMet(field, values.get(compared.uniqueId));
	});
}

function isMet({ requiredCompare, requiredValue = '' }: SubField, value: unknown): boolean {
	const equals = [value].flat().some((one) => String(one ?? '') === requiredValue);
	switch (requiredCompare) {
		case 1:
			return equals;
		case 2:
			return !equals;
		case 3:
			return !isEmpty(value) && Number(value) >= Number(requiredValue);
		case 4:
			return !isEmpty(value) && Number(value) <= Number(requiredValue);
		default:
			return false;
	}
}
