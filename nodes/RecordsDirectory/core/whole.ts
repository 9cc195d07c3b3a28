import type { Field, Operation } from '../api/define';
import { rowsIn, type Row } from './json';
import { fieldsOf } from './request';

/**
 * The body of an update with everything else that the entity holds at the service, so that fields
 * left out are neither refused nor cleared (Endpoints: PUT; what a left-out field means is not shown).
 * Read-only properties stay out; write-only ones, such as a password, cannot be read and stay absent.
 */
export function wholeBody(operation: Operation, entity: Row, body: object): object {
	const kept = Object.entries(fieldsOf(operation))
		.filter(([, { place }]) => place !== 'local')
		.map(([name, field]) => [field.wire ?? name, writable(field, entity[field.wire ?? name])])
		.filter(([, value]) => value !== undefined && value !== null);
	return { ...Object.fromEntries(kept), ...body };
}

function writable({ kind, columns = {} }: Field, value: unknown): unknown {
	if (kind !== 'rows') return value;
	if (!Array.isArray(value)) return undefined;
	return rowsIn(value).map((row) =>
		Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(columns, name))),
	);
}
