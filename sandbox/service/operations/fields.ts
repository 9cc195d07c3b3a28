import type { Dialect } from '../dialects.ts';
import { notFound } from '../errors.ts';
import { isSeveral } from '../identifiers.ts';
import { namedLike } from '../names.ts';
import type { Operation } from '../operation.ts';
import { pageOf } from '../paging.ts';
import { formOf } from '../record-changes.ts';
import type { Field, SubField } from '../resources.ts';

export const listFields: Operation = ({ params, query, store, dialect }) => {
	const { id, fields } = formOf(store, Number(params.appsId));
	const named = fields.filter(({ caption }) => namedLike(query.name, dialect)?.(caption) ?? true);
	const answered = pageOf(query, dialect, ({ offset, limit }) =>
		named.slice(offset, offset + limit),
	);
	return { status: 200, body: { fields: answered.map((field) => reply(id, field, dialect)) } };
};

export const getField: Operation = ({ params, store, dialect }) => {
	const { id, fields } = formOf(store, Number(params.appsId));
	const fieldId = Number(params.fieldId);
	const field = fields.find((candidate) => candidate.fieldId === fieldId);
	if (field !== undefined) return { status: 200, body: reply(id, field, dialect) };
	for (const parent of fields) {
		const column = parent.subTable?.find((candidate) => candidate.fieldId === fieldId);
		if (column === undefined) continue;
		const body = { ...reply(id, column, dialect), parentFieldId: parent.fieldId };
		return { status: 200, body };
	}
	throw notFound();
};

function reply(appsId: number, field: Field, dialect: Dialect) {
	const { explanation = '', note = '', primaryKey = false, subTable, ...definition } = field;
	return {
		appsId,
		parentFieldId: -1,
		...column(definition, dialect),
		explanation,
		note,
		primaryKey,
		...(subTable ? { subTable: subTable.map((one) => column(one, dialect)) } : {}),
	};
}

function column({ required = false, ...field }: SubField, dialect: Dialect) {
	const isSingle = dialect.multipleFlag === 'false' && isSeveral(field);
	return {
		...field,
		required,
		fieldType: typeName(field.fieldType, dialect),
		...(isSingle ? { multiple: false } : {}),
	};
}

/** 'codes' gives each type a stable name without meaning. */
function typeName(fieldType: string, dialect: Dialect): string {
	if (dialect.fieldTypes === 'words') return fieldType;
	const sum = [...fieldType].reduce((code, letter) => code * 31 + letter.charCodeAt(0), 7);
	return `T${sum % 10_007}`;
}
