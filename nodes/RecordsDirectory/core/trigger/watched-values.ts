import { asText, fingerprint, isJsonObject, type JsonObject } from '../json';
import { identifiersIn } from '../values/list-parameters';
import { mistake } from '../values/input-error';
import type { Values } from '../values/validate';
import type { RecordRow } from './listed-record';

/** Returns the watched values of a record, as a text that differs after a change. */
export type ValueOf = (row: Pick<RecordRow, 'raw'>) => string;

/** The name of the process status among fields. */
const STATUS = 'status';

/** Returns the watched fields without the process status, which is not a field of the form. */
export const fieldNamesIn = (watchedFields: unknown): readonly string[] =>
	identifiersIn(watchedFields ?? '').filter((name) => name !== STATUS);

/** Returns a property of records as a text, such as the process status (Resources, Record). */
export const propertyReader =
	(name: string): ValueOf =>
	({ raw }) =>
		asText((raw as JsonObject)[name] ?? '');

const statusIn = propertyReader(STATUS);

/** Returns the reader of the named fields, which may include the status, however the service spells empty values. */
export function watchedValueReader(names: unknown): ValueOf {
	const all = identifiersIn(names);
	return (row) => {
		const values = 'record' in row.raw && isJsonObject(row.raw.record) ? row.raw.record : {};
		const read = (name: string) =>
			name === STATUS ? statusIn(row) : notEmpty(Object.hasOwn(values, name) && values[name]);
		return fingerprint(all.map(read));
	};
}

const notEmpty = (value: unknown) =>
	value === false || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

/** Adds the watched fields to the output: without them no change would be visible. */
export function withWatched(values: Values): Values {
	const { fields, watchedFields } = values;
	if (fields === undefined || watchedFields === undefined) return values;
	const all = new Set([...identifiersIn(fields), ...fieldNamesIn(watchedFields)]);
	return { ...values, fields: [...all].join(',') };
}

/**
 * Throws an `InputError` for a query about watched values: a change of one takes a record out of the list, or
 * adds one that was never seen.
 */
export function mustStayListed(query: unknown, watched: unknown): void {
	const asked = String(query ?? '')
		.replace(QUOTED, ' ')
		.split(SIGNS);
	const name = identifiersIn(watched ?? '').find((one) => asked.includes(one));
	if (name === undefined) return;
	throw mistake('watchedInQuery', { name });
}

/** A text without an end quote continues to the end of the query. */
const QUOTED = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|'(?:[^'\\]|\\[^])*(?:'|\\?$)/g;
const SIGNS = /[\s()=!<>,:]+/;
