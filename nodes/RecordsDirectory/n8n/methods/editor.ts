import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Fields } from '../../api/define';
import { folded } from '../../core/values/folded';
import { InputError } from '../../core/values/input-error';
import { accepted, type Values } from '../../core/values/validate';

/** A user waits for the list and cannot stop it. */
export const IN_THE_EDITOR = { patienceMs: 5_000, timeoutMs: 30_000, longestMs: 60_000 };

/** Returns the current value of an input of the open node. */
export const current = (context: ILoadOptionsFunctions, name: string): unknown =>
	context.getCurrentNodeParameter(name);

/** Whether a name contains the search text, ignoring case and width. */
export const contains = (name: string, filter = ''): boolean =>
	folded(name).includes(folded(filter));

/** Returns the current inputs that a list depends on. Throws an `InputError` if one is not chosen yet. */
export function chosenNow(context: ILoadOptionsFunctions, fields: Fields): Values {
	const raw = Object.fromEntries(Object.keys(fields).map((name) => [name, current(context, name)]));
	const values = accepted(fields, raw, { reading: { zone: 'UTC' }, emptiness: 'ignored' });
	for (const [name, { label }] of Object.entries(fields))
		if (!(name in values))
			throw new InputError(`Choose a ${label.toLowerCase()} first`, 'This list depends on it.');
	return values;
}
