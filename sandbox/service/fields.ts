import { badRequest } from './errors.ts';
import { fieldOf, isChoice, isOutput } from './identifiers.ts';
import type { Field, Form } from './resources.ts';

export interface OutputField {
	field: Field;
	/** Return this related code instead of the choice name. */
	relatedCode?: 1 | 2 | 3;
}

/** The fields that `record` of each item holds: rules 1, 2, 6, 7 and 8 of output-field limiting. */
export function outputFields(form: Form, fields: string | undefined): OutputField[] {
	if (fields === undefined) return form.fields.filter(isOutput).map((field) => ({ field }));
	return fields.split(',').map((identifier) => outputField(form, identifier));
}

function outputField(form: Form, identifier: string): OutputField {
	const whole = fieldOf(form, identifier);
	if (whole !== undefined) {
		if (isOutput(whole)) return { field: whole };
		throw badRequest(`The specified field [${identifier}] cannot be output.`);
	}
	const suffixed = /^(.+)\[([123])\]$/.exec(identifier);
	const field = suffixed?.[1] === undefined ? undefined : fieldOf(form, suffixed[1]);
	if (field === undefined || !isChoice(field)) {
		throw badRequest(`The specified field [${identifier}] does not exist.`);
	}
	return { field, relatedCode: Number(suffixed?.[2]) as 1 | 2 | 3 };
}
