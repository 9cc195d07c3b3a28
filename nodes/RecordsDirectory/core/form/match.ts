import { canonical } from '../fingerprint';
import type { Row } from '../json';
import { Refusal } from '../refusal';
import type { FormField } from './definition';
import { fieldFor, labelOf } from './names';
import { readerOf } from './read';
import { isEmpty } from './value';

/**
 * The fields by which records are found: those named, else the key fields of the form. Throws a
 * `Refusal` where there are none, and for detail tables.
 */
export function matchFields(
	fields: readonly FormField[],
	names: readonly string[],
): readonly FormField[] {
	const found =
		names.length > 0
			? names.map((name) => fieldFor(fields, name))
			: fields.filter(({ isKey }) => isKey);
	const table = found.find(({ kind }) => kind === 'table');
	if (table) {
		throw new Refusal(
			`Records cannot be matched on ${labelOf(table)}, a detail table`,
			'Match on a field with one value.',
		);
	}
	if (found.length > 0) return found;
	throw new Refusal(
		'The form has no key field, so that it is not known what to match on',
		'Choose the fields by which an existing record is found.',
	);
}

/** What records are found by: equal texts for equal values, whatever their spelling. */
export function keyReader(by: readonly FormField[]): (record: Row) => string {
	const read = readerOf(by, { keys: 'identifiers' });
	return (record) => {
		const values = read(record);
		return canonical(by.map(({ id }) => values[id]));
	};
}

/** The match key of an input item. Throws a `Refusal` where a value to find the record by is missing. */
export function wantedKey(by: readonly FormField[], record: Row): string {
	const missing = by.filter(({ id }) => isEmpty(record[id]));
	if (missing.length === 0) return keyReader(by)(record);
	throw new Refusal(
		`${missing.map(labelOf).join(' and ')} is empty, so that no record can be found by it`,
		'Give every field that is matched on a value, or match on others.',
	);
}
