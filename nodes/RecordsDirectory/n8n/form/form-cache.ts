import { resources } from '../../api';
import { withFacts, Failure } from '../../core/request/failure';
import type { Id } from '../../core/id';
import { formOf, type FormField } from '../../core/form/definition';
import type { Client } from '../transport/client';
import { readRows } from '../transport/list-reader';

/** Returns the fields of a form by its ID. Reads each form once, however many items need it. */
export type Forms = (form: Id) => Promise<readonly FormField[]>;

export const formsOf = (client: Client): Forms =>
	oncePer(
		(form: Id) => form,
		(form) => readForm(client, form).catch(inOtherWords),
	);

/** Does some work once per key. All callers share its result, also an error. */
export function oncePer<A, T>(
	keyOf: (given: A) => unknown,
	work: (given: A) => Promise<T>,
): (given: A) => Promise<T> {
	const results = new Map<unknown, Promise<T>>();
	return (given) => {
		const key = keyOf(given);
		const result = results.get(key) ?? work(given);
		results.set(key, result);
		return result;
	};
}

/** A user who reads or watches records does not know that the node also reads the definition. */
function inOtherWords(error: unknown): never {
	throw error instanceof Failure && ['key', 'right', 'refused'].includes(error.kind)
		? withFacts(error, { message: `The fields of the form cannot be read: ${error.message}` })
		: error;
}

export async function readForm(client: Client, form: Id): Promise<readonly FormField[]> {
	const list = { resource: resources.field, operation: resources.field.operations.getAll };
	return formOf(await readRows(client, { ...list, values: { form } }));
}
