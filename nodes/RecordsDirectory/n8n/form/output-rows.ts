import type { Resource } from '../../api/define';
import type { JsonObject } from '../../core/json';
import { identifiersIn } from '../../core/values/list-parameters';
import { formIn, type Values } from '../../core/values/validate';
import { valuesReader } from '../../core/form/value';
import { withUsers } from '../../core/form/selections';
import { simplified } from '../../core/output/simplify';
import type { Forms } from './form-cache';

/** Returns the function that makes an item from a row; reads the definition of the form if needed. */
export async function readLayout(
	resource: Resource,
	forms: Forms,
	{ values, simplify }: { readonly values: Values; readonly simplify: boolean },
): Promise<(row: JsonObject) => JsonObject> {
	if (!simplify) return (row) => row;
	const usersAs = (['names', 'codes'] as const).find((as) => as === values.usersAs) ?? 'objects';
	const isRecord = 'record' in resource.entity && values.form !== undefined;
	// By identifier, values stay as the service spells them.
	const isRaw = values.names === 'identifiers';
	if (!isRecord || (isRaw && usersAs === 'objects')) return (row) => simplified(resource, row);
	const all = await forms(formIn(values));
	if (isRaw) {
		const shown = withUsers(all, usersAs);
		return (row) => simplified(resource, shown(row));
	}
	const output = values.fields === undefined ? undefined : identifiersIn(values.fields);
	const fields = output ? all.filter(({ id }) => output.includes(id)) : all;
	const eachValue = valuesReader(fields, { keys: 'captions', among: all, usersAs });
	return (row) => simplified(resource, row, eachValue);
}
