import type { Dialect } from './dialects.ts';
import { badRequest } from './errors.ts';
import { isWritable } from './identifiers.ts';
import type { Field, Form, Values } from './resources.ts';
import { PRESENT_TIME } from './further-fields.ts';
import { missingFields } from './requirement.ts';
import { collectMessages, isEmpty, type Names, readValue } from './values.ts';

export interface BodyContext {
	form: Form;
	names: Names;
	dialect: Dialect;
	/** The stored values of the record to update; undefined for a new one. */
	before?: Values;
	/** Whether another record of the form has this value in its key field. */
	keyTaken(field: Field, value: unknown): boolean;
}

/** Returns the values to store for the `record` of a body. Throws one 400 with a detail per bad field. */
export function readRecordBody(given: Values, context: BodyContext): Values {
	const { form, before, dialect } = context;
	const values = new Map(Object.entries(before ?? {}));
	const messages = collectMessages(
		form.fields.map((field) => () => {
			const sent = Object.hasOwn(given, field.uniqueId);
			if (!isWritable(field)) {
				if (sent && dialect.readOnlyFields === 'refused') throw notUpdatable(field);
				return;
			}
			if (field.primaryKey) checkKey(field, sent ? given[field.uniqueId] : undefined, context);
			if (!sent && before !== undefined && dialect.updateBody === 'partial') return;
			const otherwise = before === undefined ? initialValue(field) : undefined;
			const raw = sent ? given[field.uniqueId] : otherwise;
			const value = readValue(raw, field, context.names);
			if (value === undefined) values.delete(field.uniqueId);
			else values.set(field.uniqueId, value);
		}),
	);
	if (messages.length > 0) throw badRequest(...messages);
	const missing = missingFields(form.fields, values).map(
		({ uniqueId }) => `The field [${uniqueId}] is required by its condition.`,
	);
	if (missing.length > 0) throw badRequest(...missing);
	for (const field of form.fields) {
		if (field.calc !== undefined && field.calc !== PRESENT_TIME)
			values.set(field.uniqueId, calculated(field.calc, values));
	}
	return Object.fromEntries(values);
}

function checkKey(field: Field, raw: unknown, { before, dialect, keyTaken }: BodyContext): void {
	const optional = before !== undefined && !dialect.keyRequiredOnUpdate;
	if (isEmpty(raw)) {
		if (optional) return;
		throw badRequest(`The key field [${field.uniqueId}] is required.`);
	}
	if (dialect.doubleKey === 'rejected' && keyTaken(field, raw)) {
		throw badRequest(`The key field [${field.uniqueId}] has a value that is already used.`);
	}
}

function initialValue(field: Field): unknown {
	const chosen = field.selectItems?.filter((item) => item.regulationValue);
	if (chosen !== undefined && chosen.length > 0) {
		const names = chosen.map((item) => item.selectName);
		return field.fieldType === 'checkBox' || field.fieldType === 'listBox' ? names : names[0];
	}
	return field.default;
}

/** Formulas of the form `<field ID or number> <+ - *> <field ID or number>`. */
function calculated(formula: string, values: ReadonlyMap<string, unknown>): number {
	const [left = '', operator, right = ''] = formula.split(' ');
	const operand = (term: string) => Number(values.get(term) ?? term) || 0;
	if (operator === '*') return operand(left) * operand(right);
	return operator === '-' ? operand(left) - operand(right) : operand(left) + operand(right);
}

const notUpdatable = (field: Field) =>
	badRequest(`The field [${field.uniqueId}] cannot be updated.`);
