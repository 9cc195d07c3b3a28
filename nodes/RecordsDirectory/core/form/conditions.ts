import { OPERATORS } from '../../api/fields/shared';
import { asText, canonical, isEmpty, isNothing, type JsonObject, omit, put, textIn } from '../json';
import { type InputError, withPlace, mistake } from '../values/input-error';
import { identifiersIn } from '../values/list-parameters';
import { glimpse, listed } from '../text';
import { recordIn, SYSTEM_FIELDS } from '../values/record-properties';
import type { ValueContext } from '../values/moment';
import { isWrittenNothing, type Values } from '../values/validate';
import { parseForm } from './definition';
import { keyReader, Lookalikes } from './equality';
import { isOfUnknownZone, valueKey, valueToSend, type FormField, type Kind } from './field';
import { looseMeaning } from './kinds/text';
import { fieldFor, fieldLabel, namedBy } from './names';

type Operator = keyof typeof OPERATORS;

const ANY: readonly Operator[] = ['empty', 'notEmpty'];
const EQUAL: readonly Operator[] = ['equals', 'notEquals', ...ANY];
const PARTS: readonly Operator[] = ['contains', 'notContains', ...EQUAL];
const ORDER: readonly Operator[] = ['less', 'more', 'atLeast', 'atMost'];

const OPERATORS_BY: Readonly<Record<NonNullable<Kind['compares']>, readonly Operator[]>> = {
	equality: EQUAL,
	parts: PARTS,
	order: [...EQUAL, ...ORDER],
};

/**
 * Values are read as for writing a record. Throws an `InputError` for a condition that does not fit its
 * field; the test throws one for a value that cannot be compared, if the other conditions do not decide.
 */
export function parseConditions(
	fields: readonly FormField[],
	{ conditions = [], mustMatch, fields: output }: Values,
	zone: ValueContext,
): (row: JsonObject) => boolean {
	// Only output fields can be checked (Output-field limiting).
	const checkable =
		output === undefined ? undefined : new Set([...SYSTEM_FIELDS.keys(), ...identifiersIn(output)]);
	const tests = conditions.map((one, n) => {
		try {
			const name = textIn(one.field);
			const field = fieldToCompare(fields, name);
			if (checkable && !checkable.has(field.id))
				throw mistake('conditionNotOutput', { field: fieldLabel(field), id: field.id });
			return parseCondition(field, one, zone);
		} catch (problem) {
			throw withPlace(`Condition ${n + 1}`, problem);
		}
	});
	return (row) => {
		const results = tests.map((test) => test(row));
		const decisive = mustMatch === 'any';
		if (results.includes(decisive)) return decisive;
		const unclear = results.find((result) => typeof result !== 'boolean');
		if (unclear) throw unclear;
		return !decisive;
	};
}

function fieldToCompare(fields: readonly FormField[], name: string): FormField {
	if (name === '') throw mistake('noConditionField');
	return OWN_FIELDS.find(({ id }) => id === name) ?? fieldFor(fields, name);
}

/** What matches has one key. Throws an `InputError` for a field that cannot be compared; `wantedIn` for a value. */
export function recordMatcher(
	fields: readonly FormField[],
	names: readonly string[],
	zone: ValueContext,
) {
	const by = names.map((name) => fieldToCompare(fields, name));
	for (const field of by) operatorFor(field, 'equals');
	const [own, others] = [by.filter(isOwnField), by.filter((field) => !isOwnField(field))];
	const [ownKey, otherKey] = [keyReader(own, zone.named), keyReader(others, zone.named)];
	return {
		labels: by.map(fieldLabel),
		lookalikes: new Lookalikes(others, zone),
		keyIn: (row: JsonObject) => ownKey(row) + otherKey(recordIn(row)),
		wantedIn(values: readonly unknown[]) {
			const record: JsonObject = {};
			for (const [n, field] of by.entries())
				put(record, field.id, valueToSend(unbounded(field), values[n], zone));
			return { key: ownKey(record) + otherKey(record), record };
		},
	};
}

const OWN_TYPES: Readonly<Record<string, string>> = {
	recordId: 'number',
	isDeleted: 'number',
	createdAt: 'datetime',
	updatedAt: 'datetime',
};

const OWN_FIELDS = parseForm(
	Array.from(SYSTEM_FIELDS, ([uniqueId, caption]) => {
		const fieldType = OWN_TYPES[uniqueId] ?? 'text';
		return { uniqueId, caption, fieldType };
	}),
);

const isOwnField = (field: FormField): boolean => OWN_FIELDS.includes(field);

function parseCondition(
	field: FormField,
	{ condition = 'equals', value }: JsonObject,
	zone: ValueContext,
): (row: JsonObject) => boolean | InputError {
	const how = operatorFor(field, condition);
	const keyIn = valueKey(field, zone.named);
	const isOwn = isOwnField(field);
	const valueIn = (row: JsonObject) => (isOwn ? row : recordIn(row))[field.id];
	const readKey = (row: JsonObject) => keyIn(valueIn(row));
	if (how === 'empty') return (row) => isEmpty(readKey(row));
	if (how === 'notEmpty') return (row) => !isEmpty(readKey(row));
	const isMissing = isNothing(value) || isWrittenNothing(value);
	const wanted = isMissing ? '' : keyIn(valueToSend(unbounded(field), value, zone));
	if (isEmpty(wanted))
		throw mistake('nothingToCompare', { field: fieldLabel(field), ...OPERATORS });
	const isUnordered = (key: unknown) =>
		ORDER.includes(how) && !isEmpty(key) && field.kind.isOrdered?.(asText(key)) === false;
	const isExact = how === 'equals' || how === 'notEquals';
	const meaning = isExact && field.kind.isUntyped ? looseMeaning(value, zone) : undefined;
	/** Whether it may be the value of the condition in another spelling. */
	const isLike = (row: JsonObject, key: unknown) =>
		meaning !== undefined &&
		looseMeaning(valueIn(row), zone) === meaning &&
		!same(key, wanted, field);
	return (row) => {
		const key = readKey(row);
		// A time of an unknown time zone, or a value that is not a number or time.
		if (!isOfUnknownZone(field, key) && !isUnordered(key) && !isLike(row, key))
			return MEETS[how](key, wanted, field);
		return mistake('notComparable', {
			record: asText(row.recordId),
			value: glimpse(asText(key)),
			field: fieldLabel(field),
		});
	};
}

const operatorsOn = ({ kind: { compares } }: FormField) =>
	compares ? OPERATORS_BY[compares] : ANY;

/** Everything if there is no such field. */
export function conditionChoices(fields: readonly FormField[], name = '') {
	const field = OWN_FIELDS.find(({ id }) => id === name) ?? namedBy(fields, name)[0];
	const possible = field ? operatorsOn(field) : [...PARTS, ...ORDER];
	return possible.map((value) => ({ name: OPERATORS[value], value }));
}

function operatorFor(field: FormField, operator: unknown): Operator {
	const possible = operatorsOn(field);
	const found = possible.find((one) => one === operator);
	if (found) return found;
	const names = possible.map((one) => `'${OPERATORS[one]}'`);
	throw mistake('wrongOperator', {
		field: fieldLabel(field),
		operator: OPERATORS[operator as Operator] ?? asText(operator),
		operators: listed(names),
	});
}

/** A condition may name a value outside the field's bounds: "more than 100" where the maximum is 50. */
const unbounded = (field: FormField): FormField =>
	omit(field, ['min', 'max', 'minLength', 'maxLength', 'decimals']);

type Meets = (held: unknown, wanted: unknown, field: FormField) => boolean;

const same: Meets = (held, wanted) => canonical(held) === canonical(wanted);
const includes: Meets = (held, wanted) =>
	Array.isArray(wanted)
		? wanted.every((one) => Array.isArray(held) && held.includes(one))
		: asText(held).includes(asText(wanted));
const exceeds: Meets = (one, other, { kind }) =>
	!isEmpty(one) && !isEmpty(other) && kind.isMore?.(asText(one), asText(other)) === true;

const MEETS: Readonly<Record<Exclude<Operator, 'empty' | 'notEmpty'>, Meets>> = {
	equals: same,
	notEquals: (held, wanted, field) => !same(held, wanted, field),
	contains: includes,
	notContains: (held, wanted, field) => !includes(held, wanted, field),
	more: exceeds,
	less: (held, wanted, field) => exceeds(wanted, held, field),
	atLeast: (held, wanted, field) => !isEmpty(held) && !exceeds(wanted, held, field),
	atMost: (held, wanted, field) => !isEmpty(held) && !exceeds(held, wanted, field),
};
