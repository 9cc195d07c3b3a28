import { canonical } from '../fingerprint';
import { isExact, isJsonObject, isNothing, propertyOf, textIn, type JsonObject } from '../json';
import { InputError } from '../values/input-error';
import type { FormField } from './definition';
import { KINDS } from './kind';
import { isOfUnknownZone, meaningOf } from './meaning';
import { fieldFor, labelOf } from './names';

/**
 * Returns the fields to match records by: the named ones, else the key fields of the form. Throws an
 * `InputError` if there are none, and for detail tables.
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
		throw InputError.about(
			`Records cannot be matched on ${labelOf(table)}`,
			', a detail table',
			'Match on a field with one value.',
		);
	}
	if (found.length > 0) return found;
	throw new InputError(
		'The form has no key field to match on',
		'Choose the fields that identify existing records.',
	);
}

/** Returns a function that makes equal match keys for equal values. */
export function keyReader(
	by: readonly FormField[],
	zone: string | undefined,
): (record: JsonObject) => string {
	const parts = by.map((field) => ({ field, meaning: meaningOf(field, zone) }));
	return (record) =>
		canonical(
			parts.map(({ field, meaning }) => {
				const value = propertyOf(record, field.id);
				if (!isExact(value)) throw inexact(field);
				const meant = meaning(value);
				if (isOfUnknownZone(field, meant)) throw unknownZone(field);
				if (!Array.isArray(meant)) return meant;
				return KINDS[field.kind].resource ? [...meant].sort() : (codesOf(meant) ?? meant);
			}),
		);
}

/**
 * Only users and organizations are output with codes (Resources, Record: value shapes), so the codes are
 * compared whatever the type of their field.
 */
function codesOf(entries: readonly unknown[]): readonly string[] | undefined {
	const codes = entries.map((entry) => textIn(isJsonObject(entry) ? entry.code : entry));
	return codes.includes('') ? undefined : codes.sort();
}

/** A rounded number may be the number of another record. */
const inexact = (field: FormField) =>
	InputError.about(
		labelOf(field),
		' of a record is a number beyond 2^53, which is not exact',
		'Match on another field, or on a text field with these digits.',
	);

const unknownZone = (field: FormField) =>
	InputError.about(
		labelOf(field),
		' of a record is a time in UTC, and the time zone of the site is not known',
		"Enter it as 'Time Zone' in the credential, such as Asia/Tokyo, or match on another field.",
	);

/** Returns the match key of an input item. Throws an `InputError` if a value to match by is missing. */
export function wantedKey(
	by: readonly FormField[],
	record: JsonObject,
	zone: string | undefined,
): string {
	const missing = by.filter(({ id }) => isNothing(record[id]));
	if (missing.length === 0) return keyReader(by, zone)(record);
	throw InputError.about(
		missing.map(labelOf).join(' and '),
		' is empty, so no record can be found by it',
		'Enter a value for each field to match on, or match on other fields.',
	);
}
