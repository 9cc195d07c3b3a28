import { resources } from '../../api';
import { parseForm } from '../../core/form/definition';
import type { FormField } from '../../core/form/field';
import type { Id } from '../../core/id';
import { Failure } from '../../core/request/failure';
import { toRows } from '../../core/request/reply';
import { pageRequest, toRequest } from '../../core/request/request';
import { mistake } from '../../core/values/input-error';
import { UNKNOWN_WORD } from '../../core/values/list-parameters';
import { formIn, type Values } from '../../core/values/validate';
import type { Client } from '../transport/client';
import { readRows } from '../transport/list-reader';

/** Returns the fields of a form by its ID. Reads each form once, however many items need it. */
export interface Forms {
	(form: Id): Promise<readonly FormField[]>;
	/** Returns the fields of a form that has been asked for; undefined for others. */
	known(form: Id): Promise<readonly FormField[]> | undefined;
}

export const formReader = (client: Client): Forms =>
	oncePer(
		(form: Id) => form,
		(form) => readForm(client, form).catch(inOtherWords),
	);

/** Does some work once per key. All callers share its result, also an error. */
export function oncePer<A, T>(
	keyOf: (given: A) => unknown,
	work: (given: A) => Promise<T>,
): ((given: A) => Promise<T>) & { known(given: A): Promise<T> | undefined } {
	const results = new Map<unknown, Promise<T>>();
	const done = (given: A) => {
		const key = keyOf(given);
		const result = results.get(key) ?? work(given);
		results.set(key, result);
		return result;
	};
	return Object.assign(done, { known: (given: A) => results.get(keyOf(given)) });
}

/** A user who reads or watches records does not know that the node also reads the definition. */
function inOtherWords(error: unknown): never {
	throw error instanceof Failure && ['key', 'right', 'refused'].includes(error.kind)
		? error.with({ message: `The fields of the form cannot be read: ${error.message}` })
		: error;
}

export async function readForm(client: Client, form: Id): Promise<readonly FormField[]> {
	const list = { resource: resources.field, operation: resources.field.operations.getAll };
	return parseForm(await readRows(client, { ...list, values: { form } }));
}

const list = { resource: resources.record, operation: resources.record.operations.getAll };

/** Throws an `InputError` for a keyword in a form that ignores it. */
export type KeywordCheck = (values: Values) => Promise<void>;

/** Checks each form once, however many items need it. */
export function keywordChecker(client: Client): KeywordCheck {
	const answers = new Map<Id, boolean>();
	return async (values) => {
		if (values.keyword === undefined) return;
		const form = formIn(values);
		const isIgnored = answers.get(form) ?? (await ignoresKeywords(client, form));
		answers.set(form, isIgnored);
		if (!isIgnored) return;
		throw mistake('keywordIgnored', { form });
	};
}

/** Whether a form returns its records whatever the keyword. An empty form does no harm. */
export async function ignoresKeywords(client: Client, form: Id): Promise<boolean> {
	const values = { form, keyword: UNKNOWN_WORD };
	const request = pageRequest(toRequest(list.operation, values), 1, 1);
	return toRows(list, values, await client.send(request)).length > 0;
}
