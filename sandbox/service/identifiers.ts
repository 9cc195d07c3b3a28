import type { Field, Form } from './resources.ts';

/** The system fields of a record, and the column that each is sorted and queried by. */
export const systemColumns: ReadonlyMap<string, string> = new Map([
	['recordId', 'recordId'],
	['uniqueId', 'uniqueId'],
	['status', 'status'],
	['isDeleted', 'isDeleted'],
	['createdAt', 'createdAt'],
	['creatorCode', 'creatorCode'],
	['creator', 'creator'],
	['updatedAt', 'updatedAt'],
	['updaterCode', 'updaterCode'],
	['updater', 'updater'],
	['accessUrl', 'recordId'],
	['accessEditUrl', 'recordId'],
]);

export function fieldOf(form: Form, identifier: string): Field | undefined {
	return form.fields.find((field) => field.uniqueId === identifier);
}

/** Returns SQL that reads a field's value from the JSON column. */
export function valueColumn(identifier: string): string {
	const path = `$."${identifier}"`.replaceAll("'", "''");
	return `json_extract(data, '${path}')`;
}

export const isChoice = (field: { fieldType: string }) =>
	['radioButton', 'comboBox', 'checkBox', 'listBox'].includes(field.fieldType);

/** By its type alone. */
export const isSeveral = (field: { fieldType: string }) =>
	['checkBox', 'listBox'].includes(field.fieldType);

export const isMultiple = (field: { fieldType: string; multiple?: boolean }) =>
	field.multiple ?? isSeveral(field);

export const isOutput = (field: { fieldType: string }) =>
	!['label', 'qrCode'].includes(field.fieldType);

export const isWritable = (field: { fieldType: string }) =>
	isOutput(field) && !['calculation', 'file', 'image'].includes(field.fieldType);
