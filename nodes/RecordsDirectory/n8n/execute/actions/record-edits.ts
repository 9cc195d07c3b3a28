import { resources } from '../../../api';
import {
	editedAmong,
	editedIn,
	latestOf,
	reachBack,
	type HeldRecords,
} from '../../../core/form/edits';
import { isLocalTime } from '../../../core/values/date-text';
import { PAGE_LIMIT } from '../../../core/limits';
import type { Id } from '../../../core/id';
import type { JsonObject } from '../../../core/json';
import type { Values } from '../../../core/values/validate';
import { objectIn, rowsOf } from '../../../core/request/reply';
import { pageOf, pathOf, requestOf } from '../../../core/request/request';
import { endOfList } from '../../transport/list-reader';
import { exactly, type Job, type Requests } from '../job';

const { record } = resources;
const { get, getAll } = record.operations;

export const records = { resource: record, operation: getAll };

/** A record of which an update sends values that nobody gave. */
export interface KeptRecord {
	readonly item: number;
	readonly recordId: Id;
	/** What it held when the run began. */
	readonly listed: JsonObject;
	/** The body for the record as it is now. Throws an `InputError` where it is not the one that matches any more. */
	bodyWith(row: JsonObject): JsonObject;
}

/** How the records of a form were listed. */
export interface Listing {
	readonly query: Values;
	/** The time of the last edit before. */
	readonly since: string;
	/** How many there were. */
	readonly rows: number;
	/** How many of them were edited in the second of the last edit, or later. */
	readonly ties: number;
	/** The most rows that a page holds, as far as it is known. */
	readonly page: number;
}

/** What is to be done before some records are written. */
export interface Upkeep {
	readonly requests: Requests;
	/** Looks whether others have edited them. */
	refresh(): Promise<void>;
}

/** Updates between two looks at what others have edited. */
const UPDATES_PER_LOOK = 10;
/** Rows of the first page of a look: an import of a hundred updates stands in the list, too. */
const FIRST_PAGE = 200;
/** Pages of a look, as there may be many creations in between. */
const MOST_PAGES = 11;

type Asked = Readonly<Record<'page' | 'limit', number>>;

/** The page behind one that gave so many rows. A site may cut pages, and then at each limit that is larger. */
function pageAfter({ page, limit }: Asked, rows: number): Asked | undefined {
	if (rows === 0) return undefined;
	if (rows < limit) return page === 1 ? { page: 2, limit: rows } : undefined;
	return limit === FIRST_PAGE && page === 1
		? { page: 1, limit: PAGE_LIMIT }
		: { page: page + 1, limit };
}

/** How many pages it takes to see so many rows, where a page holds `size` of them. */
function pagesFor(rows: number, size: number): number {
	const first = Math.min(FIRST_PAGE, size);
	if (rows <= first) return 1;
	return size < FIRST_PAGE ? Math.ceil(rows / size) : 1 + Math.ceil(rows / size);
}

/** The time of the last edit of a form, before its records are listed. */
export const lastEdit = async (job: Job, query: Values): Promise<string> =>
	latestOf((await lastEdited(job, query, { page: 1, limit: 1 })) ?? []);

async function lastEdited(
	{ client }: Job,
	query: Values,
	{ page, limit }: Asked,
): Promise<readonly JsonObject[] | undefined> {
	const list = { ...query, order: 'updatedAt:desc' };
	const reply = await client
		.send(pageOf(requestOf(getAll, list), page, limit))
		.catch(endOfList(page));
	return reply && rowsOf(records, list, reply);
}

/**
 * Keeps what is sent of records up to date while a run updates them: every ten updates the records edited
 * last are listed, and those of the run that others have edited are read again before their update. When it looks is
 * decided beforehand, so that the run sends what was said.
 */
export class Edits {
	private readonly job: Job;
	private readonly listing: Listing;
	private since: string;
	/** What is still to be updated, by record ID. */
	private readonly pending: Map<string, KeptRecord>;
	private readonly edited = new Set<string>();
	private readonly bodies = new Map<number, JsonObject>();
	/** Updates until the next look, as planned. */
	private left = 0;
	/** Records written by all that is planned. */
	private written = 0;
	/** A look may not reach back: then what it does not show is read again. */
	private isOutOfSight = false;
	/** The last look has failed. */
	private isOverdue = false;

	constructor(job: Job, listing: Listing, kept: readonly KeptRecord[]) {
		this.job = job;
		this.listing = listing;
		this.since = listing.since;
		this.pending = new Map(kept.map((one) => [String(one.recordId), one]));
	}

	/** What is to be done before a request that writes so many records, of which some are kept. In the order of the requests. */
	before(some: readonly KeptRecord[], writes: number): Upkeep {
		const isDue = some.length > 0 && this.left <= 0;
		const look = isDue ? this.requestsOfLook() : exactly(0);
		if (isDue) this.left = UPDATES_PER_LOOK;
		this.left -= some.length;
		this.written += writes;
		const most = look.most + (this.isOutOfSight ? some.length : 0);
		const requests = { least: look.least, most };
		return { requests, refresh: async () => await this.refresh(some, isDue) };
	}

	/** What is sent for an item whose record was edited meanwhile. */
	bodyOf(item: number): JsonObject | undefined {
		return this.bodies.get(item);
	}

	/** Any rows that are read meanwhile may show that others have edited what is still to be updated. */
	notice(rows: readonly JsonObject[]): void {
		for (const id of editedIn(this.held(), rows)) this.edited.add(id);
	}

	/** All that the run has written may stand in the list above the last edit before, in the same second. */
	private requestsOfLook(): Requests {
		const { rows, ties, since, page } = this.listing;
		const all = rows + this.written;
		const above = isLocalTime(since) ? this.written + ties + 1 : all + 1;
		const pages = pagesFor(Math.min(above, all), page);
		// The end of a list may show only by a page behind it.
		const most = pages + (above > all && pages > 1 ? 1 : 0);
		this.isOutOfSight ||= most > MOST_PAGES;
		return { least: 1, most: Math.min(most, MOST_PAGES) };
	}

	private async refresh(some: readonly KeptRecord[], isDue: boolean): Promise<void> {
		if (some.length === 0) return;
		if (isDue || this.isOverdue) {
			this.isOverdue = true;
			await this.look();
			this.isOverdue = false;
		}
		for (const one of some) {
			const id = String(one.recordId);
			if (this.edited.has(id)) this.bodies.set(one.item, one.bodyWith(await this.read(one)));
			this.pending.delete(id);
		}
	}

	private async look(): Promise<void> {
		const { query, rows } = this.listing;
		let seen: JsonObject[] = [];
		let asked: Asked | undefined = { page: 1, limit: FIRST_PAGE };
		for (let n = 0; n < MOST_PAGES && asked; n++) {
			const found: readonly JsonObject[] = (await lastEdited(this.job, query, asked)) ?? [];
			seen = asked.page === 1 ? [...found] : [...seen, ...found];
			const isEnd: boolean = seen.length >= rows && found.length < asked.limit;
			asked = isEnd || reachBack(seen, this.since) ? undefined : pageAfter(asked, found.length);
		}
		for (const id of editedAmong(this.held(), seen, this.since)) this.edited.add(id);
		this.since = latestOf(seen);
	}

	private held(): HeldRecords {
		return new Map([...this.pending].map(([id, { listed }]) => [id, listed]));
	}

	private async read({ recordId }: KeptRecord): Promise<JsonObject> {
		const path = pathOf(get, { ...this.listing.query, recordId });
		const { body } = await this.job.client.send({ method: 'GET', path, query: {} });
		return objectIn(body);
	}
}
