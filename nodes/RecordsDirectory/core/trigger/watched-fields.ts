import { identifiersIn } from '../values/identifier-list';
import { InputError } from '../values/input-error';
import type { Values } from '../values/validate';
import { STATUS } from './watched-values';

/** Returns the watched fields without the process status, which is not a field of the form. */
export const fieldNamesIn = (watchedFields: unknown): readonly string[] =>
	identifiersIn(watchedFields ?? '').filter((name) => name !== STATUS);

/** Adds the watched fields to the output: without them no change would be visible. */
export function withWatched(values: Values): Values {
	const { fields, watchedFields } = values;
	if (fields === undefined || watchedFields === undefined) return values;
	const all = new Set([...identifiersIn(fields), ...fieldNamesIn(watchedFields)]);
	return { ...values, fields: [...all].join(',') };
}

/**
 * Throws an `InputError` for a query about watched fields: a change of one takes a record out of the list, or
 * adds one that was never seen.
 */
export function mustStayListed(query: unknown, watchedFields: unknown): void {
	const asked = String(query ?? '')
		.replace(QUOTED, ' ')
		.split(SIGNS);
	const name = identifiersIn(watchedFields ?? '').find((one) => asked.includes(one));
	if (name === undefined) return;
	throw new InputError(
		`The 'Query' contains ${name}, whose changes should start the workflow`,
		`Remove ${name} from the query: the trigger does not see a record that no longer matches. Check ${name} in the workflow instead, for example with an If node.`,
	);
}

/** A text without an end quote continues to the end of the query. */
const QUOTED = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|'(?:[^'\\]|\\[^])*(?:'|\\?$)/g;
const SIGNS = /[\s()=!<>,:]+/;
