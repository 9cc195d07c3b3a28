import { sortKeysOf } from '../values/identifier-list';
import { InputError } from '../values/input-error';
import type { FormField } from './definition';
import { labelOf } from './names';

/** Throws an `InputError` for sorting by a detail table, which the service rejects (Output-field limiting, 5). */
export function mustBeSortable(fields: readonly FormField[], order: unknown): void {
	const names = sortKeysOf(String(order ?? ''));
	const table = fields.find(({ id, kind }) => kind === 'table' && names.includes(id));
	if (!table) return;
	throw InputError.about(
		"'Sort By'",
		` names ${labelOf(table)}, a detail table`,
		'Sort by a field with one value.',
	);
}
