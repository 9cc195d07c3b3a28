import { resources } from '../../api';
import { keywordIgnored, UNKNOWN_WORD } from '../../core/values/keyword';
import { toRows } from '../../core/request/reply';
import { pageRequest, toRequest } from '../../core/request/request';
import type { Id } from '../../core/id';
import { formIn, type Values } from '../../core/values/validate';
import type { Client } from '../transport/client';

const list = { resource: resources.record, operation: resources.record.operations.getAll };

/** Throws an `InputError` for a keyword in a form that ignores it. */
export type KeywordCheck = (values: Values) => Promise<void>;

/** Checks each form once, however many items need it. */
export function keywordCheckOf(client: Client): KeywordCheck {
	const answers = new Map<Id, boolean>();
	return async (values) => {
		if (values.keyword === undefined) return;
		const id = formIn(values);
		const ignores = answers.get(id) ?? (await ignoresKeywords(client, id));
		answers.set(id, ignores);
		if (ignores) throw keywordIgnored(id);
	};
}

/** Whether a form returns its records whatever the keyword. An empty form does no harm. */
export async function ignoresKeywords(client: Client, form: Id): Promise<boolean> {
	const values = { form, keyword: UNKNOWN_WORD };
	const request = pageRequest(toRequest(list.operation, values), 1, 1);
	return toRows(list, values, await client.send(request)).length > 0;
}
