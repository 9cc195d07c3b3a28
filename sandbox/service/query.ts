import type { Value } from './database.ts';
import type { Dialect } from './dialects.ts';
import { badRequest } from './errors.ts';
import { fieldOf, isMultiple, systemColumns, valueColumn } from './identifiers.ts';
import type { Form } from './resources.ts';

export interface Condition {
	where: string[];
	values: Value[];
}

const term =
	/^\s*(\S+?)\s*(!=|>=|<=|=|>|<|\blike\b)\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d+(?:\.\d+)?))\s*/;

/**
 * The document does not show the syntax of `query`. This service understands `<field ID or system field>
 * <operator> <"text" or number>`, several joined by `and`. Operators: = != < <= > >= like; a backslash escapes
 * within quotes. For fields with several values and selections, = and != mean "has" and "has not".
 */
export function queryCondition(form: Form, query: string): Condition {
	const condition: Condition = { where: [], values: [] };
	let rest = query;
	do {
		const [matched, identifier = '', operator = '', text, number] = term.exec(rest) ?? [];
		if (matched === undefined) throw badRequest(`The parameter [query] is not valid: [${query}].`);
		const value = text === undefined ? Number(number) : text.replace(/\\(.)/g, '$1');
		condition.where.push(comparison(form, identifier, operator));
		condition.values.push(operator === 'like' ? `%${value}%` : value);
		rest = rest.slice(matched.length);
		const and = /^and\b/i.exec(rest);
		if (and === null && rest !== '') {
			throw badRequest(`The parameter [query] is not valid: [${query}].`);
		}
		rest = rest.slice(3);
	} while (rest !== '');
	return condition;
}

function comparison(form: Form, identifier: string, operator: string): string {
	const field = fieldOf(form, identifier);
	if (field === undefined) {
		const column = systemColumns.get(identifier);
		if (column === undefined) {
			throw badRequest(`The field [${identifier}] of [query] does not exist.`);
		}
		return `${column} ${operator} ?`;
	}
	const column = valueColumn(identifier);
	if (field.fieldType === 'detailTable') {
		throw badRequest(`The detail-table field [${identifier}] cannot be used in [query].`);
	}
	const selection = /Selection$/.test(field.fieldType);
	if (!selection && !isMultiple(field)) return `${column} ${operator} ?`;
	const member = selection ? "json_extract(value, '$.code')" : 'value';
	const has = `EXISTS (SELECT 1 FROM json_each(coalesce(${column}, '[]')) WHERE ${member} = ?)`;
	return operator === '!=' ? `NOT ${has}` : has;
}

/** `keyword` is searched in all simple-search fields of the form. */
export function keywordCondition(form: Form, keyword: string, dialect: Dialect): Condition {
	const fields = form.simpleSearch ?? [];
	if (keyword === '') return { where: [], values: [] };
	if (fields.length === 0) return withoutFields(dialect);
	const any = fields.map((identifier) => `instr(${valueColumn(identifier)}, ?) > 0`);
	return { where: [`(${any.join(' OR ')})`], values: fields.map(() => keyword) };
}

function withoutFields({ keywordWithoutFields }: Dialect): Condition {
	switch (keywordWithoutFields) {
		case 'all':
			return { where: [], values: [] };
		case 'none':
			return { where: ['FALSE'], values: [] };
		case 'refused':
			throw badRequest('The parameter [keyword] needs search fields, and the form has none.');
	}
}
