import type { Dialect } from './dialects.ts';
import { badRequest, notFound } from './errors.ts';

export interface Page {
	number: number;
	limit: number;
	offset: number;
}

const maxPerRetrieval = 1000;
const DEEP = 200;

/** Returns the requested page; openapi.yaml has checked that both values are integers. */
function readPage(query: Record<string, string>, dialect: Dialect): Page {
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

/** Returns the requested rows; `read` selects them. */
export function pageOf<Row>(
	query: Record<string, string>,
	dialect: Dialect,
	read: (page: Page) => Row[],
): Row[] {
	const page = readPage(query, dialect);
	if (page.offset >= DEEP && dialect.deepPages === 'empty') return [];
	if (page.offset >= DEEP && dialect.deepPages === 'refused')
		throw badRequest(`The rows from [${DEEP}] on cannot be retrieved.`);
	const rows = read(page);
	if (rows.length > 0 || page.number === 1) return rows;
	switch (dialect.pastTheEnd) {
		case 'notFound':
			throw notFound();
		case 'lastAgain': {
			const all = read({ number: 1, limit: maxRows, offset: 0 });
			return all.slice(Math.floor((all.length - 1) / page.limit) * page.limit);
		}
		default:
			return rows;
	}
}

const maxRows = 1_000_000;
