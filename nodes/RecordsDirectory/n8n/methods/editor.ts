import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Fields } from '../../api/define';
import { folded } from '../../core/values/text';
import { InputError } from '../../core/values/input-error';
import { accepted, type Values } from '../../core/values/validate';

/** A user waits for the list and cannot stop it. */
export const IN_THE_EDITOR = { patienceMs: 5_000, timeoutMs: 30_000, longestMs: 60_000 };

/** Returns the current value of an input of the open node. */
export const currentInput = (context: ILoadOptionsFunctions, name: string): unknown =>
	context.getCurrentNodeParameter(name);

/** Whether a name contains the search text, ignoring case and width. */
export const nameContains = (name: string, filter = ''): boolean =>
	folded(name).includes(folded(filter));

/** Returns the current inputs that a list depends on. Throws an `InputError` if one is not chosen yet. */
export function currentValues(context: ILoadOptionsFunctions, fields: Fields): Values {
	const raw = Object.fromEntries(
		Object.keys(fields).map((name) => [name, currentInput(context, name)]),
	);
	const values = accepted(fields, raw, { reading: { zone: 'UTC' }, empty: 'column' });
	for (const [name, { label }] of Object.entries(fields))
		if (!(name in values))
			throw new InputError(`Choose a ${label.toLowerCase()} first`, 'This list depends on it.');
	return values;
}
