import { canonical } from '../fingerprint';
import { asList, isEmpty, isEmptyList } from '../json';
import { InputError } from '../values/input-error';
import { isMoment, parseTime } from '../values/moment';
import { mustBeExact } from '../values/record-json';
import type { ComparisonZone, ValueContext } from '../values/time-zone';
import type { FormField, Keys } from './field';
import { parsedJson } from './list-entries';
import { labelOf } from './names';

/**
 * Returns the value to send for a field that is not a table; null, '' and an empty list clear the field. Throws an
 * `InputError` for a value that the field does not accept.
 */
export function valueToSend(field: FormField, value: unknown, reading: ValueContext): unknown {
	const { isList, isUntyped, write } = field.kind;
	if (isEmptyList(value) && !isList && !isUntyped) throw hasNothing(field, 'an empty list');
	// An empty list stays a list in a field of unknown type.
	if (isEmpty(value)) return isList || isEmptyList(value) ? [] : '';
	const given = isList ? parsedJson(labelOf(field), value) : value;
	// A rounded number may be another number; the same is true in a text, a code or a choice.
	if (!isMoment(value)) mustBeExact(labelOf(field), given);
	const sent = write?.(field, value, reading);
	// Only an empty value may clear the field.
	if (isEmpty(sent) && !isEmpty(given)) throw hasNothing(field, 'separators');
	return sent;
}

const hasNothing = (field: FormField, what: string) =>
	InputError.about(
		labelOf(field),
		` has no value, only ${what}`,
		'Check what the expression returns. To clear the field, give an empty text.',
	);

/** Returns a list, or a list of the single value; [] for an empty value. */
export const rowsIn = (value: unknown): readonly unknown[] => (isEmpty(value) ? [] : asList(value));

/** Returns a function that reads the values of a field; null or [] for an empty one. */
export function valueReader(field: FormField, options: Keys): (value: unknown) => unknown {
	const { isList } = field.kind;
	const read = field.kind.read(field, options);
	return (value) => (isEmpty(value) ? (isList || Array.isArray(value) ? [] : null) : read(value));
}

/**
 * Returns a function that gives equal values of a field one key, whatever their spelling: '' for an empty value.
 * This is the only equality of values. `zone` is the time zone of the site, if known.
 */
export function valueKey(field: FormField, zone: string | undefined): (value: unknown) => unknown {
	const read = valueReader(field, { keys: 'identifiers' });
	return (value) => {
		const known = read(value);
		return isEmpty(known) ? '' : field.kind.key(known, zone, field);
	};
}

/**
 * Returns a function that gives one key to values that may be equal though services change spellings; undefined
 * for a value that may be equal to any.
 */
export function looseValueKey(
	field: FormField,
	zone: ComparisonZone,
): (value: unknown) => string | undefined {
	const read = valueReader(field, { keys: 'identifiers' });
	const { key, looseKey, isAmbiguous } = field.kind;
	return (value) => {
		const known = read(value);
		if (isEmpty(known)) return '';
		if (isAmbiguous?.(field, value)) return undefined;
		const exact = key(known, zone.named, field);
		return looseKey ? looseKey(exact, known, zone) : canonical(exact);
	};
}

/** Whether a key is a time with an offset, because the local time of the site is unknown. */
export const isOfUnknownZone = ({ kind }: FormField, key: unknown): boolean =>
	kind.isTime === true && parseTime(key)?.offset !== undefined;
