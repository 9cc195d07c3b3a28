import type { Entry } from '../api';
import { Failure, type RawReply } from '../core/failure';
import type { Row } from '../core/json';
import type { Values } from '../core/limits';
import { firstPage, pageAt, type Position } from '../core/pages';
import { rowsOf } from '../core/reply';
import { pageOf, requestOf } from '../core/request';
import type { Client } from './client';

/** The rows of a list, page by page, at most `wanted`; a page is asked for only when it is needed. */
export async function* collect(
	client: Client,
	{ resource, operation }: Pick<Entry, 'resource' | 'operation'>,
	values: Values,
	wanted: number,
): AsyncGenerator<readonly Row[]> {
	const request = requestOf(operation, values);
	for (let position: Position | undefined = firstPage(wanted); position; ) {
		const { page, size }: Position = position;
		const reply: RawReply | undefined = await client
			.send(pageOf(request, page, size))
			.catch(endOfList(page));
		if (!reply) return;
		const { rows, next }: ReturnType<typeof pageAt<Row>> = pageAt(
			position,
			rowsOf(resource, operation, values, reply),
		);
		yield rows;
		position = next;
	}
}

/** Some services answer a page past the end with 404; only the first page can really be missing. */
export const endOfList = (page: number) => (error: unknown) => {
	if (page > 1 && error instanceof Failure && error.status === 404) return undefined;
	throw error;
};
