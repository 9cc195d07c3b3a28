import { resources } from '../../api';
import { withFacts, Failure } from '../../core/request/failure';
import type { Id } from '../../core/id';
import { formOf, type FormField } from '../../core/form/definition';
import type { Client } from '../transport/client';
import { readRows } from '../transport/list-reader';

/** Returns the fields of a form by its ID. Reads each form once, however many items need it. */
export type Forms = (form: Id) => Promise<readonly FormField[]>;

export function formsOf(client: Client): Forms {
	const fetched = new Map<Id, Promise<readonly FormField[]>>();
	return (form) => {
		const fields = fetched.get(form) ?? readForm(client, form).catch(inOtherWords);
		fetched.set(form, fields);
		return fields;
	};
}

/** A user who reads or watches records does not know that the node also reads the definition. */
function inOtherWords(error: unknown): never {
	throw error instanceof Failure && ['key', 'right', 'refused'].includes(error.kind)
		? withFacts(error, { message: `The fields of the form cannot be read: ${error.message}` })
		: error;
}

export async function readForm(client: Client, form: Id): Promise<readonly FormField[]> {
	const resource = resources.field;
	const list = { resource, operation: resource.operations.getAll, values: { form } };
	return formOf(await readRows(client, list));
}
