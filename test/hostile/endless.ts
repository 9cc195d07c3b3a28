import type { Answer, Arrived } from './wire';

/** The rows of a list's reply for the requested page and limit, which it may ignore. */
export type Rows = (page: number, limit: number) => readonly unknown[];

const FIRST_ID = 2 ** 50;

/** A row that is one of everything; the newest stands first. */
export const rowAt = (index: number) => ({
	recordId: FIRST_ID - index,
	id: FIRST_ID - index,
	fieldId: FIRST_ID - index,
	code: `C${index}`,
	uniqueId: `field-${index}`,
	name: 'Name',
	caption: 'Caption',
	createdAt: timeAt(index),
	updatedAt: timeAt(index),
	isDeleted: 0,
	record: {},
});

/** A different second for each row. */
const timeAt = (index: number) => {
	const moment = new Date(Date.UTC(2026, 0, 28) - index * 1000);
	return moment.toISOString().slice(0, 19).replace('T', ' ');
};

export const rowsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, n) => rowAt(first + n));

/** Services whose lists never end, or that ignore what was requested. */
export const SERVICES: Readonly<Record<string, Rows>> = {
	'the same page for ever': () => rowsFrom(0, 1000),
	'the same page, larger than asked': () => rowsFrom(0, 3000),
	'the same page, in another order each time': (page) => {
		const rows = rowsFrom(0, 1000);
		return [...rows.slice(page % 1000), ...rows.slice(0, page % 1000)];
	},
	'the same two pages in turn': (page) => rowsFrom((page % 2) * 1000, 1000),
	'the same row on each page': (page, limit) => [
		rowAt(0),
		...rowsFrom(Math.min(page, 3) * limit, limit - 1),
	],
	'one row for ever': (_, limit) => Array.from({ length: limit }, () => rowAt(7)),
	'the oldest first': (_, limit) => rowsFrom(0, limit).reverse(),
};

const LIST = /\/(comments|records|fields|forms|users|organizations|positions)$/;

/** The answer of a list with these rows; anything else succeeds without words. */
export function answering(rows: Rows): (request: Arrived) => Answer {
	// Half of the time of these tests would go into writing the same pages again.
	const written = new Map<string, string>();
	return ({ method, target }) => {
		const { pathname, searchParams } = new URL(target, 'http://x');
		const [, list] = LIST.exec(pathname) ?? [];
		if (method !== 'GET' || !list) return { status: method === 'GET' ? 404 : 204 };
		const name = list === 'users' ? 'user' : list;
		const [page, limit] = ['page', 'limit'].map((key) => Number(searchParams.get(key)));
		const body =
			written.get(target) ??
			JSON.stringify({ appsId: 1, recordId: 1, [name]: rows(page ?? 1, limit ?? 20) });
		written.set(target, body);
		return { body };
	};
}
