import { fingerprint } from '../fingerprint';
import { asText, isJsonObject } from '../json';
import { identifiersIn } from '../values/identifier-list';
import type { RecordRow } from './listed-record';

/** Returns the watched values of a record, as a text that differs after a change. */
export type ValueOf = (row: RecordRow) => string;

/** The name of the process status among fields. */
export const STATUS = 'status';

/** Returns the process status as a text (Resources, Record). */
export const statusIn: ValueOf = ({ raw }) =>
	asText(('status' in raw ? raw.status : undefined) ?? '');

/** Events about one value of a record: what it is called, how it is read, and where an item has the value before. */
export const VALUE_EVENTS = {
	recordStatusChanged: { name: STATUS, valueOf: statusIn, previous: 'previousStatus' },
} as const satisfies Readonly<Record<string, { name: string; valueOf: ValueOf; previous: string }>>;

export type ValueEvent = keyof typeof VALUE_EVENTS;

export const isValueEvent = (event: string): event is ValueEvent =>
	Object.hasOwn(VALUE_EVENTS, event);

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
