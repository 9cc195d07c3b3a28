import { resources } from '../../../api';
import { editedAmong, latestOf, reachBack } from '../../../core/form/edits';
import type { Id } from '../../../core/id';
import type { Row } from '../../../core/json';
import { PAGE_LIMIT, type Values } from '../../../core/values/validate';
import { objectIn, rowsOf } from '../../../core/request/reply';
import { pageOf, pathOf, requestOf } from '../../../core/request/request';
import { endOfList } from '../../transport/list-reader';
import type { Job } from '../job';

const { record } = resources;
const { get, getAll } = record.operations;

/** A record of which an update sends values that nobody gave. */
export interface Kept {
	readonly item: number;
	readonly recordId: Id;
	/** What it held when the run began. */
	readonly listed: Row;
	/** The body for the record as it is now. Throws a `Refusal` where it is not the one that matches any more. */
	bodyWith(row: Row): Row;
}

/** How the records of a form were listed. */
export interface Listing {
	readonly query: Values;
	/** The time of the last edit before. */
	readonly since: string;
}

/** Updates between two looks at what others have edited. */
const UPDATES_PER_LOOK = 10;

/** An import of a hundred updates stands in the list, too. Further pages are for many creations in between. */
const PAGES = [
	{ page: 1, limit: 200 },
	...Array.from({ length: 10 }, (_, n) => ({ page: n + 1, limit: PAGE_LIMIT })),
];

/** The time of the last edit of a form, before its records are listed. */
export const lastEdit = async (job: Job, query: Values): Promise<string> =>
	latestOf((await lastEdited(job, query, { page: 1, limit: 1 })) ?? []);

async function lastEdited(
	{ client }: Job,
	query: Values,
	{ page, limit }: (typeof PAGES)[number],
): Promise<readonly Row[] | undefined> {
	const list = { ...query, order: 'updatedAt:desc' };
	const reply = await client
		.send(pageOf(requestOf(getAll, list), page, limit))
		.catch(endOfList(page));
	return reply && rowsOf(record, getAll, list, reply);
}

/**
 * Keeps what is sent of records up to date while a run updates them: every ten updates the records edited
 * last are listed, and those of the run that others have edited are read again before their update.
 */
export class Edits {
	private readonly job: Job;
	private readonly query: Values;
	private since: string;
	/** What is still to be updated, by record ID. */
	private readonly pending: Map<string, Kept>;
	private readonly edited = new Set<string>();
	private readonly bodies = new Map<number, Row>();
	/** Updates until the next look. */
	private left = 0;

	constructor(job: Job, { query, since }: Listing, kept: readonly Kept[]) {
		this.job = job;
		this.query = query;
		this.since = since;
		this.pending = new Map(kept.map((one) => [String(one.recordId), one]));
	}

	/** Looks after some records whose updates are about to be sent. */
	async refresh(some: readonly Kept[]): Promise<void> {
		if (some.length === 0) return;
		if (this.left <= 0) await this.look();
		this.left -= some.length;
		for (const one of some) {
			const id = String(one.recordId);
			if (this.edited.has(id)) this.bodies.set(one.item, one.bodyWith(await this.read(one)));
			this.pending.delete(id);
		}
	}

	/** What is sent for an item whose record was edited meanwhile. */
	bodyOf(item: number): Row | undefined {
		return this.bodies.get(item);
	}

	private async look(): Promise<void> {
		const seen: Row[] = [];
		for (const asked of PAGES) {
			const rows = (await lastEdited(this.job, this.query, asked)) ?? [];
			seen.push(...rows);
			if (rows.length < asked.limit || reachBack(rows, this.since)) break;
		}
		const held = new Map([...this.pending].map(([id, { listed }]) => [id, listed]));
		for (const id of editedAmong(held, seen, this.since)) this.edited.add(id);
		this.since = latestOf(seen);
		this.left = UPDATES_PER_LOOK;
	}

	private async read({ recordId }: Kept): Promise<Row> {
		const path = pathOf(get, { ...this.query, recordId });
		const { body } = await this.job.client.send({ method: 'GET', path, query: {} });
		return objectIn(body);
	}
}
