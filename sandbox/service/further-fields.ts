import type { Dialect } from './dialects.ts';
import type { Field, Form, RecordRow } from './resources.ts';

/** The formula of a field that shows the current time. */
export const PRESENT_TIME = 'NOW()';

const file: Field = {
	fieldId: 91,
	fieldType: 'file',
	caption: 'Attached file',
	uniqueId: 'field-91',
};
const image: Field = { fieldId: 92, fieldType: 'image', caption: 'Picture', uniqueId: 'field-92' };
const clock: Field = {
	fieldId: 93,
	fieldType: 'calculation',
	caption: 'Shown at',
	uniqueId: 'field-93',
	calc: PRESENT_TIME,
};

/** Rows 40 and 41 of the list of silent points: fields that every form then has. They store nothing. */
export function withFurtherFields(form: Form, { fileFields, changingValues }: Dialect): Form {
	const more = [
		...(fileFields === 'none' ? [] : [file, image]),
		...(changingValues ? [clock] : []),
	];
	return more.length === 0 ? form : { ...form, fields: [...form.fields, ...more] };
}

let replies = 0;

/** A signature that no other reply has. */
export const signed = (address: string, { changingValues }: Dialect): string =>
	changingValues ? `${address}?signature=${++replies}` : address;

export interface Shown {
	row: Pick<RecordRow, 'appsId' | 'recordId'>;
	/** The service's base address. */
	base: string;
}

/** Returns the value of such a field; undefined for every other field. */
export function furtherValue(field: Field, { row, base }: Shown, dialect: Dialect): unknown {
	if (field.calc === PRESENT_TIME) return ++replies;
	if (field.fieldType !== 'file' && field.fieldType !== 'image') return undefined;
	const name = field.fieldType === 'file' ? 'manual.pdf' : 'photo.png';
	const type = field.fieldType === 'file' ? 'application/pdf' : 'image/png';
	const url = signed(`${base}/files/${row.appsId}/${row.recordId}/${name}`, dialect);
	return dialect.fileFields === 'addresses' ? url : [{ name, type, size: 1024, url }];
}
