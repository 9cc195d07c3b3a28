import { resources } from '../../../api';
import { editedAmong, editedIn, latestOf, reachBack } from '../../../core/form/edits';
import { isLocalTime } from '../../../core/values/date-text';
import { FIRST_PAGE, pageAfter, pagesFor } from '../../../core/listing/edit-pages';
import type { RequestedPage } from '../../../core/listing/joined-list';
import type { Id } from '../../../core/id';
import type { JsonObject } from '../../../core/json';
import type { Values } from '../../../core/values/validate';
import { objectIn, rowsOf } from '../../../core/request/reply';
import { pageOf, pathOf, requestOf } from '../../../core/request/request';
import { endOfList } from '../../transport/list-reader';
import { exactRequests, type Job, type Requests } from '../job';

const { get, getAll } = resources.record.operations;

export const recordList = { resource: resources.record, operation: getAll };

/** A record whose update also sends values that the item does not give. */
export interface KeptRecord {
	readonly item: number;
	readonly recordId: Id;
	/** Its content when the run began. */
	readonly listed: JsonObject;
	/** Returns the body for the record in its current state. Throws an `InputError` if it no longer matches. */
	bodyWith(row: JsonObject): JsonObject;
}

/** The state of a form when its records were listed. */
export interface Listing {
	readonly query: Values;
	/** The time of the last edit before the listing. */
	readonly since: string;
	/** The number of records. */
	readonly records: number;
	/** The number of records edited in the second of the last edit, or later. */
	readonly ties: number;
	/** The largest page size, as far as it is known. */
	readonly pageSize: number;
}

/** Work before some records are written. */
export interface Upkeep {
	readonly requests: Requests;
	/** Checks whether others have edited the records. */
	refresh(): Promise<void>;
}

/** Updates between two checks for edits by others. */
const UPDATES_PER_CHECK = 10;
/** Pages of a check: the list may contain many newly created records. */
const MOST_PAGES = 11;

/** Returns the time of the last edit of a form. To be called before its records are listed. */
export const lastEdit = async (job: Job, query: Values): Promise<string> =>
	latestOf((await lastEdited(job, query, { page: 1, limit: 1 })) ?? []);

async function lastEdited(
	{ client }: Job,
	query: Values,
	{ page, limit }: RequestedPage,
): Promise<readonly JsonObject[] | undefined> {
	const list = { ...query, order: 'updatedAt:desc' };
	const reply = await client
		.send(pageOf(requestOf(getAll, list), page, limit))
		.catch(endOfList(page));
	return reply && rowsOf(recordList, list, reply);
}

/**
 * Keeps the values to send up to date during a run. Every ten updates it lists the records edited last and
 * reads those again that others have edited. The times of these checks are planned in advance, so that the run
 * sends as many requests as announced.
 */
export class Edits {
	readonly job: Job;
	private readonly listing: Listing;
	private since: string;
	/** The content of the records that still have to be updated, by record ID. */
	private readonly pending: Map<string, JsonObject>;
	private readonly edited = new Set<string>();
	private readonly bodies = new Map<number, JsonObject>();
	/** Updates until the next check, as planned. */
	private left = 0;
	/** Records written by everything planned so far. */
	private written = 0;
	/** Whether the last check did not reach back far enough; then records it does not show are read again. */
	private isOutOfSight = false;
	/** Whether the last check failed. */
	private isOverdue = false;

	constructor(job: Job, listing: Listing, kept: readonly KeptRecord[]) {
		this.job = job;
		this.listing = listing;
		this.since = listing.since;
		this.pending = new Map(kept.map((one) => [String(one.recordId), one.listed]));
	}

	/**
	 * Plans the work before a request that writes `writes` records, `some` of them with kept values. Call it in
	 * the order of the requests.
	 */
	before(some: readonly KeptRecord[], writes: number): Upkeep {
		const isDue = some.length > 0 && this.left <= 0;
		const check = isDue ? this.requestsOfCheck() : exactRequests(0);
		if (isDue) this.left = UPDATES_PER_CHECK;
		this.left -= some.length;
		this.written += writes;
		const most = check.most + (this.isOutOfSight ? some.length : 0);
		return {
			requests: { least: check.least, most },
			refresh: async () => await this.refresh(some, isDue),
		};
	}

	/** Returns the body for an item whose record others edited during the run. */
	bodyOf(item: number): JsonObject | undefined {
		return this.bodies.get(item);
	}

	/** Takes rows read for other reasons: they may show edits by others, too. */
	learnFrom(rows: readonly JsonObject[]): void {
		for (const id of editedIn(this.pending, rows)) this.edited.add(id);
	}

	/**
	 * In the list, all records that the run has written may come before the last earlier edit, in the same
	 * second.
	 */
	private requestsOfCheck(): Requests {
		const { records, ties, since, pageSize } = this.listing;
		const all = records + this.written;
		const above = isLocalTime(since) ? this.written + ties + 1 : all + 1;
		// Only a page that has room for one more row shows that the list has ended.
		const most = pagesFor(Math.min(above, all + 1), pageSize);
		this.isOutOfSight ||= most > MOST_PAGES;
		return { least: 1, most: Math.min(most, MOST_PAGES) };
	}

	private async refresh(some: readonly KeptRecord[], isDue: boolean): Promise<void> {
		if (some.length === 0) return;
		this.isOverdue ||= isDue;
		if (this.isOverdue) await this.check();
		this.isOverdue = false;
		for (const { item, recordId, bodyWith } of some) {
			const id = String(recordId);
			if (this.edited.has(id)) {
				const now = await recordNow(this.job, { ...this.listing.query, recordId });
				this.bodies.set(item, bodyWith(now));
			}
			this.pending.delete(id);
		}
	}

	private async check(): Promise<void> {
		const { query, records } = this.listing;
		let seen: JsonObject[] = [];
		let asked: RequestedPage | undefined = { page: 1, limit: FIRST_PAGE };
		for (let n = 0; n < MOST_PAGES && asked; n++) {
			const found: readonly JsonObject[] = (await lastEdited(this.job, query, asked)) ?? [];
			seen = asked.page === 1 ? [...found] : [...seen, ...found];
			const isEnd: boolean = seen.length >= records && found.length < asked.limit;
			asked = isEnd || reachBack(seen, this.since) ? undefined : pageAfter(asked, found.length);
		}
		for (const id of editedAmong(this.pending, seen, this.since)) this.edited.add(id);
		this.since = latestOf(seen);
	}
}

/** Reads a record by its form and ID. */
export async function recordNow({ client }: Job, values: Values): Promise<JsonObject> {
	const { body } = await client.send({ method: 'GET', path: pathOf(get, values), query: {} });
	return objectIn(body);
}
