import type { Dialect } from './dialects.ts';
import { badRequest, notFound } from './errors.ts';

export interface Page {
	number: number;
	limit: number;
	offset: number;
}

const maxPerRetrieval = 1000;

/** Returns the requested page; openapi.yaml has checked that both values are integers. */
export function readPage(query: Record<string, string>, dialect: Dialect): Page {
	const number = Number(query.page ?? 1);
	const limit = Number(query.limit ?? dialect.defaultLimit);
	if (number < 1) throw badRequest('The parameter [page] must be 1 or more.');
	if (limit < 1) throw badRequest('The parameter [limit] must be 1 or more.');
	if (limit > maxPerRetrieval && dialect.overLimit === 'error') {
		throw badRequest(`The parameter [limit] must be ${maxPerRetrieval} or less.`);
	}
	const rows = Math.min(limit, maxPerRetrieval, dialect.pageCap);
	const isFirst = dialect.pastTheEnd === 'repeats';
	return { number, limit: rows, offset: isFirst ? 0 : (number - 1) * rows };
}

/** Returns the rows, or an error past the end if the dialect wants one. */
export function answeredPage<Row>(rows: Row[], page: Page, dialect: Dialect): Row[] {
	const past = rows.length === 0 && page.number > 1;
	if (past && dialect.pastTheEnd === 'notFound') throw notFound();
	return rows;
}
