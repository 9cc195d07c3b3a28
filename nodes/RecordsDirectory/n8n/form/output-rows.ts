import type { Resource } from '../../api/define';
import type { JsonObject } from '../../core/json';
import { identifiersIn } from '../../core/values/identifier-list';
import { formIn, type Values } from '../../core/values/validate';
import { valuesReader } from '../../core/form/record-reader';
import { withLayout, splitBy, tableOf, withRowsOf } from '../../core/form/layout';
import { captionKeys } from '../../core/form/names';
import { usersAsOf, withUsers } from '../../core/form/selections';
import { simplified } from '../../core/output/simplify';
import type { Forms } from './form-cache';

/** Returns the function that makes items from a row; reads the definition of the form if needed. */
export async function layoutOf(
	resource: Resource,
	forms: Forms,
	{ values, simplify }: { readonly values: Values; readonly simplify: boolean },
): Promise<(row: JsonObject) => readonly JsonObject[]> {
	const { splitTable: table, names = 'captions' } = values;
	const usersAs = usersAsOf(values.usersAs);
	const isRecord = 'record' in resource.entity && values.form !== undefined;
	// By identifier, values stay as the service spells them.
	const isRaw = names === 'identifiers';
	if (!simplify || !isRecord || (isRaw && table === undefined && usersAs === 'objects'))
		return (row) => [simplify ? simplified(resource, row) : row];
	const all = await forms(formIn(values));
	const output = values.fields === undefined ? undefined : identifiersIn(values.fields);
	const fields = output ? all.filter(({ id }) => output.includes(id)) : all;
	const keys = { keys: 'captions', among: all, usersAs } as const;
	if (!isRaw && table === undefined) {
		const eachValue = valuesReader(fields, keys);
		return (row) => [simplified(resource, row, eachValue)];
	}
	const split = table === undefined ? undefined : tableOf(fields, table);
	const withRows = split ? withRowsOf(split) : asItCame;
	const shown = usersAs === 'objects' ? asItCame : withUsers(all, usersAs);
	const laidOut = isRaw ? (row: JsonObject) => withRows(shown(row)) : withLayout(fields, keys);
	const name = split && (isRaw ? split.id : captionKeys(all)(split.id));
	return (row) => {
		const whole = laidOut(row);
		const items = name === undefined ? [whole] : splitBy(name, whole, all);
		return items.map((one) => simplified(resource, one));
	};
}

const asItCame = (row: JsonObject) => row;
