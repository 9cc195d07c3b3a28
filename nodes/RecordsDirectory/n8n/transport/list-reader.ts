import { sleep } from 'n8n-workflow';
import { resources } from '../../api';
import type { Resource } from '../../api/define';
import { PAGE_LIMIT } from '../../core/limits';
import { Failure, ignoring } from '../../core/request/failure';
import { idIn, idsAbove, type Id } from '../../core/id';
import { numberIn, textIn, type JsonObject } from '../../core/json';
import { windowIn, type TimeWindow } from '../../core/values/list-parameters';
import type { Values } from '../../core/values/validate';
import { firstPage, JoinedList } from '../../core/listing/joined-list';
import {
	isRound,
	mayBeCut,
	rowsBefore,
	SMALLEST_PAGE,
	type RequestedPage,
} from '../../core/listing/pages';
import { toRows, type Call, hasList, isDeleted } from '../../core/request/reply';
import { BY_RECORD_ID, pageRequest, toAddress, toRequest } from '../../core/request/request';
import {
	mustNotBeCut,
	SAME_PAGE,
	ScanError,
	startDenseWalk,
	resumeWalk,
	advanceWalk,
	walkRequest,
} from '../../core/listing/walk';
import { ChangePoll, type ChangeState } from '../../core/trigger/changes/changes';
import { isZoned, recordTime } from '../../core/values/moment';
import type { Client } from './client';
import { PageSize } from './smaller-pages';

export const recordList = {
	resource: resources.record,
	operation: resources.record.operations.getAll,
};

export type Rows = readonly JsonObject[];

interface ListQuery extends Call {
	readonly values: Values;
	readonly isMatch?: ((row: JsonObject) => boolean) | undefined;
	readonly withDeleted?: boolean;
	readonly pageSize?: number | undefined;
	/** Whether a page must show that nothing follows, however long the list was before. */
	readonly mustShowEnd?: boolean;
}

/**
 * In order of record IDs page by page, the next one requested while one is processed. Any other list as a
 * whole, because it may have to be read again or in another order.
 */
export function readList(client: Client, list: ListQuery, wanted: number): AsyncGenerator<Rows> {
	const window = windowIn(list.values);
	if (window)
		return withSmallerPages(client, list, (smaller) => newest(client, smaller, window, wanted));
	const pages = openPages(client, list);
	if (pages.isById) return ahead(walked(pages, sizeIn(client, list), wanted));
	return withSmallerPages(client, list, (smaller) => joined(openPages(client, smaller), wanted));
}

/** Reads the list again if a page is too large or too slow. */
async function* withSmallerPages(
	client: Client,
	list: ListQuery,
	read: (list: ListQuery) => AsyncGenerator<Rows, void>,
): AsyncGenerator<Rows, void> {
	for (const size = sizeIn(client, list); ; ) {
		const limit = Math.min(list.pageSize ?? PAGE_LIMIT, size.most);
		try {
			return yield* read({ ...list, pageSize: limit });
		} catch (error) {
			size.requireSmaller(error, { limit });
		}
	}
}

/** For the whole process: another run need not ask for too many rows again. */
function sizeIn({ learnt: { sizes } }: Client, { operation, values }: ListQuery): PageSize {
	const { path } = toRequest(operation, values);
	const size = sizes.get(path) ?? new PageSize();
	sizes.set(path, size);
	return size;
}

async function* ahead<T>(pages: AsyncGenerator<T>): AsyncGenerator<T> {
	for (let next = pages.next(); ; ) {
		const page = await next;
		if (page.done) return;
		next = pages.next();
		// A failure counts when the turn of its page comes.
		next.catch(() => {});
		// Sends the request before the work on this page blocks everything else.
		await sleep(0);
		try {
			yield page.value;
		} finally {
			// A reader that has seen enough leaves no request behind.
			await next.catch(() => {});
		}
	}
}

export async function readRows(client: Client, list: ListQuery, wanted = Infinity): Promise<Rows> {
	const pages: Rows[] = [];
	for await (const rows of readList(client, list, wanted)) pages.push(rows);
	return pages.flat();
}

export async function allEntries(client: Client, resource: Resource): Promise<Rows> {
	const { getAll: operation } = resource.operations;
	return operation ? await readRows(client, { resource, operation, values: {} }) : [];
}

type Pages = ReturnType<typeof openPages>;

export function openPages(client: Client, list: ListQuery) {
	const { pages } = client.learnt;
	const request = toRequest(list.operation, list.values);
	// Each filter makes another list.
	const address = toAddress(request);
	const { entity } = list.resource;
	const withDeleted = list.withDeleted || !('isDeleted' in entity);
	const identity = ['recordId', 'code', 'fieldId', 'id'].find((name) => name in entity) ?? '';
	const identify = (row: JsonObject) => row[identity];
	const isById = request.query.order === BY_RECORD_ID;
	let first: ReturnType<typeof firstPage<JsonObject>> | undefined;
	/** The page that was read last, and the number of rows up to its last one. */
	let [last, at] = [0, 0];
	const read = async (asked: RequestedPage): Promise<Rows> => {
		const { page, limit } = asked;
		const send = async () => {
			const sent = client.send(pageRequest(request, page, limit));
			const reply = await sent.catch(endOfList(page));
			const rows = reply ? toRows(list, list.values, reply) : [];
			return { rows, isClear: page > 1 || hasList(reply?.body, list.operation) };
		};
		const answered = await send();
		// An empty list that is written in another way is read again. Where writes depend on it, the form must count nothing else.
		const { rows, isClear } = answered.isClear ? answered : await send();
		if (withDeleted && !isClear && (await isCounted(client, list, rows)) === false)
			throw new Failure({ kind: 'service', message: NOT_LISTED });
		if (page === 1) first = firstPage(limit, rows, identify);
		if (first?.isAgain(asked, rows)) {
			const isWhole = await isCounted(client, list, first.rows);
			if (isWhole === false || (isWhole === undefined && first.mayContinue()))
				throw new Failure({ kind: 'pages', message: SAME_PAGE });
			return first.within(asked);
		}
		[last, at] = [page, rowsBefore(asked) + rows.length];
		// Each counts for an hour.
		if (pages.size >= 1_000) pages.clear();
		if (rows.length < limit && !mayBeCut(rows.length, 0))
			pages.set(address, { rows: at, until: performance.now() + 3_600_000 });
		return rows;
	};
	return {
		...list,
		pageSize: list.pageSize ?? PAGE_LIMIT,
		isById,
		isWanted: (row: JsonObject) =>
			(withDeleted || !isDeleted(row)) && (list.isMatch?.(row) ?? true),
		/** A short page of fewer rows ends the list: where it was seen to end; 0 if a site may have ended the page by bytes. */
		most() {
			const known = list.mustShowEnd ? undefined : pages.get(address);
			const isAsLong = known?.rows === at && performance.now() < known.until;
			return isAsLong && !(last === 1 && isRound(at)) ? Infinity : 0;
		},
		read,
		identify,
	};
}

/** Whether the form has no more records than these, as its definition counts them; undefined if nothing counts them. */
async function isCounted(client: Client, { resource, values }: ListQuery, rows: Rows) {
	const isFiltered = values.query !== undefined || values.keyword !== undefined;
	if (resource !== resources.record || isFiltered) return undefined;
	const counted = await recordCount(client, values);
	const listed = rows.filter((row) => !isDeleted(row)).length;
	return counted === undefined ? undefined : counted <= listed;
}

/** As the definition of the form counts them (Resources, Form); undefined if that cannot be read. */
export async function recordCount(client: Client, values: Values): Promise<number | undefined> {
	const form = { resource: resources.form, operation: resources.form.operations.get };
	const rows = client
		.send(toRequest(form.operation, values))
		.then((reply) => toRows(form, values, reply));
	const [{ count } = {} as JsonObject] = await rows.catch(() => []);
	return numberIn(count);
}

const NOT_LISTED = 'The service returns no records, although it counts some in the form';
/** A longer list, each of its pages counted as 100 rows at least, is a service that invents pages. */
const MOST_ROWS = 1_000_000;

function mustEnd(rows: number, pages: number): void {
	if (Math.max(rows, pages * 100) <= MOST_ROWS) return;
	throw new Failure({ kind: 'service', message: 'The list of the service does not end' });
}

/** In the service's order. */
async function* joined(pages: Pages, wanted: number): AsyncGenerator<Rows, void> {
	const { isMatch, isWanted } = pages;
	// Few of the rows match, or most.
	const least = isMatch ? Infinity : wanted;
	const first = await rowsFrom(pages, least);
	const found = first.filter(isWanted);
	const isEnough = found.length >= wanted || first.length < least;
	const all = isEnough ? found : (await rowsFrom(pages, Infinity)).filter(isWanted);
	yield all.slice(0, wanted);
}

async function rowsFrom(pages: Pages, wanted: number): Promise<Rows> {
	const size = Math.min(wanted, pages.pageSize);
	const list = new JoinedList<JsonObject>({ size, wanted, idOf: pages.identify });
	for (let n = 1; ; n++) {
		mustEnd(list.rows.length, n);
		const asked = list.next();
		if (list.take(asked, await pages.read(asked), pages.most()) === 'end') return list.rows;
	}
}

/** Each page overlaps with what has been read, so that no record is missed or repeated. */
async function* walked(pages: Pages, size: PageSize, wanted: number): AsyncGenerator<Rows, void> {
	const { isMatch, isWanted } = pages;
	const pageSize = Math.min(pages.pageSize, size.most);
	let walk = startDenseWalk(
		Math.min(Math.max(isMatch ? Infinity : wanted, SMALLEST_PAGE), pageSize),
	);
	let taken = 0;
	for (let n = 1; ; n++) {
		mustEnd(taken, n);
		const asked = walkRequest(walk);
		const rows = await pages.read(asked).catch((error: unknown) => {
			size.requireSmaller(error, asked);
			walk = resumeWalk(walk, size.most);
		});
		if (!rows) continue;
		const { edge } = walk;
		const isBelow = (row: JsonObject) => edge === null || idsAbove(requireRecordId(row), edge) < 0;
		const fresh = rows.filter((row) => isBelow(row) && isWanted(row));
		const page = { asked, keys: rows.map(requireRecordId) };
		const step = inWords(() => mustNotBeCut(advanceWalk(walk, page, pages.most())));
		walk = step.walk;
		// A page without overlap says nothing about the rows in between.
		if (!step.isJoined) continue;
		yield fresh.slice(0, wanted - taken);
		taken += fresh.length;
		if (step.outcome !== 'next' || taken >= wanted) return;
		// Many of the first rows may be unwanted.
		if (n === 1 && rows.length >= asked.limit)
			walk = { ...walk, size: pageSize, wantedSize: pageSize };
	}
}

/**
 * Like a trigger that starts then: each listed record once, as read last; the next scan finds what moves to
 * the top. A single page, or a scan that finds nothing new, is the last one.
 */
async function* newest(
	client: Client,
	list: ListQuery,
	first: TimeWindow,
	wanted: number,
): AsyncGenerator<Rows, void> {
	let window = first;
	const { by } = window;
	const found = new Map<Id, ReturnType<typeof timedRow>>();
	const inOrder = (order: string) =>
		openPages(client, { ...list, values: { ...list.values, order } });
	const byTime = inOrder(`${by}:desc`);
	const byId = inOrder(BY_RECORD_ID);
	const { isWanted, pageSize } = byTime;
	const settings = {
		event: by === 'createdAt' ? 'recordCreated' : 'recordCreatedOrUpdated',
		appsId: 0,
		comparesTimes: true,
		overlapSeconds: 0,
		maxRequests: Infinity,
		mostItems: Infinity,
		pageSize,
	} as const;
	let state: ChangeState | undefined;
	for (let requests = 0, isLast = false; !isLast; ) {
		const poll = new ChangePoll(state, { ...settings, since: window.from });
		const before = requests;
		for (let asked = poll.request; asked; asked = poll.request) {
			mustEnd(found.size, ++requests);
			const rows = await (asked.order === BY_RECORD_ID ? byId : byTime).read(asked);
			if (rows.some((row) => isZoned(row[by])))
				window = windowIn(list.values, client.zone.zone) ?? window;
			const timed = rows.map((row) => timedRow(row, by));
			inWords(() => poll.take({ rows: timed, since: window.from }));
			for (const one of timed)
				if (one.time >= window.from && window.isWanted(one.raw) && isWanted(one.raw))
					found.set(one.recordId, one);
				else found.delete(one.recordId);
			// A first page is the top of the list, even if the scan reads it again in full.
			const edge = requests === 1 ? timed.at(-1)?.time : poll.readDownTo;
			if (!edge) continue;
			const newer = [...found.values()].filter(({ time }) => time >= edge);
			if (newer.length >= wanted) poll.stop(edge);
		}
		const ended = poll.end();
		isLast = requests - before <= 1 || ended.fresh === 0;
		({ state } = ended);
	}
	const sorted = [...found.values()].sort((a, b) =>
		a.time === b.time ? idsAbove(b.recordId, a.recordId) : a.time < b.time ? 1 : -1,
	);
	yield sorted.slice(0, wanted).map(({ raw }) => raw);
}

/** As the detector of changes takes it: only the time that counts matters. */
function timedRow(raw: JsonObject, by: TimeWindow['by']) {
	const [recordId, time] = [requireRecordId(raw), recordTime(raw[by])];
	if (time !== undefined) return { recordId, time, createdAt: time, updatedAt: time, raw };
	const message = `Record ${recordId} has no time as YYYY-MM-DD hh:mm:ss: ${by} "${textIn(raw[by])}"`;
	throw new Failure({ kind: 'foreign', message });
}

/** A contradiction with the document fails like a request: there is no next poll to try again. */
function inWords<T>(take: () => T): T {
	try {
		return take();
	} catch (error) {
		throw error instanceof ScanError
			? new Failure({ kind: error.isPassing ? 'service' : 'pages', message: error.message })
			: error;
	}
}

/** Throws a `Failure` for a record without an ID. */
export function requireRecordId({ recordId }: JsonObject): Id {
	const id = idIn(recordId);
	if (id !== undefined) return id;
	throw new Failure({ kind: 'foreign', message: 'The service lists a record without an ID' });
}

/** Some services reply 404 to a page past the end; the first page can really be missing. Others list only so many rows: 400. */
export const endOfList = (page: number) => (error: unknown) => {
	if (page === 1) throw error;
	if (error instanceof Failure && error.status === 400) throw error.with({ kind: 'pages' });
	return ignoring(404)(error);
};
