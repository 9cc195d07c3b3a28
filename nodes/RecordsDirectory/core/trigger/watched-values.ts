import { fingerprint } from '../fingerprint';
import { asText, isJsonObject } from '../json';
import { identifiersIn } from '../values/identifier-list';
import type { RecordRow } from './listed-record';

/** Returns what is watched of a record, as a text that differs after a change. */
export type ValueOf = (row: RecordRow) => string;

/** How the process status is named among fields. */
export const STATUS = 'status';

/** The text of some fields of a record, however the service spells an empty one. */
export const fieldsIn =
	(names: readonly string[]): ValueOf =>
	({ raw }) => {
		const values = 'record' in raw && isJsonObject(raw.record) ? raw.record : {};
		return fingerprint(names.map((name) => notEmpty(Object.hasOwn(values, name) && values[name])));
	};

const notEmpty = (value: unknown) =>
	value === false || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

/** The text of the process status (Resources, Record). */
export const statusIn: ValueOf = ({ raw }) =>
	asText(('status' in raw ? raw.status : undefined) ?? '');

/** What is watched where fields are named, the status among them. */
export function valuesIn(names: unknown): ValueOf {
	const all = identifiersIn(names);
	const inFields = fieldsIn(all.filter((name) => name !== STATUS));
	return all.includes(STATUS) ? (row) => `${statusIn(row)}:${inFields(row)}` : inFields;
}
