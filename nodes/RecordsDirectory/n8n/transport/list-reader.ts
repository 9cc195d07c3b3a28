import { sleep } from 'n8n-workflow';
import type { Entry } from '../../api';
import { Failure } from '../../core/request/failure';
import type { Row } from '../../core/json';
import { PAGE_LIMIT, type Values } from '../../core/values/validate';
import { firstPage, pageAt, type Position } from '../../core/listing/page-loop';
import { rowsOf } from '../../core/request/reply';
import { pageOf, requestOf } from '../../core/request/request';
import { startHopefulWalk, walkOn, walkRequest } from '../../core/listing/walk';
import type { Client } from './client';

type List = Pick<Entry, 'resource' | 'operation'>;

/**
 * The rows of a list, page by page, at most `wanted`. While one page is worked on the next one is under
 * way; none is asked for that is not needed.
 */
export function collect(
	client: Client,
	list: List,
	values: Values,
	wanted: number,
): AsyncGenerator<readonly Row[]> {
	const isOurOrder = 'order' in (list.operation.options ?? {}) && values.order === undefined;
	const read = readingOf(client, list, values);
	const isWalk = isOurOrder && wanted > PAGE_LIMIT;
	return ahead(isWalk ? walked(read, wanted) : paged(read, list, wanted));
}

async function* ahead<T>(pages: AsyncGenerator<T>): AsyncGenerator<T> {
	for (let next = pages.next(); ; ) {
		const page = await next;
		if (page.done) return;
		next = pages.next();
		// Its failure is met when its turn comes.
		next.catch(() => {});
		// The request is on its way before work on this page holds up everything else.
		await sleep(0);
		yield page.value;
	}
}

/** All rows of a list, or the first `wanted`, in the memory at once. */
export async function collected(
	client: Client,
	list: List,
	values: Values,
	wanted = Infinity,
): Promise<readonly Row[]> {
	const all: Row[] = [];
	for await (const rows of collect(client, list, values, wanted)) {
		for (const row of rows) all.push(row);
	}
	return all;
}

type Read = (page: number, limit: number) => Promise<readonly Row[] | undefined>;

function readingOf(client: Client, { resource, operation }: List, values: Values): Read {
	const request = requestOf(operation, values);
	return async (page, limit) => {
		const reply = await client.send(pageOf(request, page, limit)).catch(endOfList(page));
		return reply && rowsOf(resource, operation, values, reply);
	};
}

/** More than a million rows: no list that anybody wants in n8n, but a service that makes up pages. */
const MOST_PAGES = 1_000;

function mustEnd(pages: number): void {
	if (pages <= MOST_PAGES) return;
	const message = 'The list of the service does not come to an end';
	throw new Failure({ kind: 'service', message });
}

/**
 * Page after page. A row that comes twice shows that rows have moved meanwhile, so that others may
 * be missing: better no list than one that looks whole.
 */
async function* paged(read: Read, { resource }: List, wanted: number) {
	const identity = ['recordId', 'code', 'fieldId', 'id'].find((name) => name in resource.entity);
	const known = new Set<unknown>();
	for (let position: Position | undefined = firstPage(wanted); position; ) {
		mustEnd(position.page);
		const found: readonly Row[] | undefined = await read(position.page, position.size);
		if (!found) return;
		const { rows, next }: ReturnType<typeof pageAt<Row>> = pageAt(position, found);
		for (const row of rows) {
			const id = row[identity ?? ''];
			if (id === undefined) continue;
			if (known.has(id)) throw moved();
			if (next || position.page > 1) known.add(id);
		}
		yield rows;
		position = next;
	}
}

const moved = () =>
	new Failure({
		kind: 'service',
		message: 'Rows moved from page to page while they were read, so some may be missing',
	});

/** Records by record ID: each page joins what has been read, so that none is lost or doubled. */
async function* walked(read: Read, wanted: number) {
	let walk = startHopefulWalk(PAGE_LIMIT);
	let left = wanted;
	for (let pages = 1; ; pages++) {
		mustEnd(pages);
		const asked = walkRequest(walk);
		const rows = (await read(asked.page, asked.limit)) ?? [];
		const ids = rows.map(idOf);
		const edge = walk.edge === null ? Infinity : Number(walk.edge);
		const step = walkOn(walk, asked, ids, PAGE_LIMIT);
		walk = step.walk;
		// A page that does not join says nothing of what lies between.
		if (!step.isJoined) continue;
		const fresh = rows.filter((row) => idOf(row) < edge).slice(0, left);
		left -= fresh.length;
		yield fresh;
		if (step.outcome !== 'next' || left <= 0) return;
	}
}

function idOf(row: Row): number {
	const id = Number(row.recordId ?? NaN);
	if (Number.isInteger(id)) return id;
	const message = 'The service lists a record without an ID';
	throw new Failure({ kind: 'foreign', message });
}

/** Some services answer a page past the end with 404; only the first page can really be missing. */
export const endOfList = (page: number) => (error: unknown) => {
	if (page > 1 && error instanceof Failure && error.status === 404) return undefined;
	throw error;
};
