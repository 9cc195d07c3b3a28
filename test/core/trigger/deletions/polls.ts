import { idsAbove } from '../../../../nodes/RecordsDirectory/core/id';
import {
	DeletionPoll,
	type DeletionReply,
	type DeletionRequest,
} from '../../../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import type {
	DeletionState,
	ListedRow,
} from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import { IdSet } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/id-set';

type DeletionSettings = ConstructorParameters<typeof DeletionPoll>[1];

export const settings: DeletionSettings = {
	appsId: 4,
	maxRequests: 30,
	pageSize: 100,
};

export const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The numbers from 1 to `count` without some. */
export const without = (count: number, ...gone: readonly number[]) =>
	range(1, count).filter((id) => !gone.includes(id));

export const packed = (...ids: readonly number[]) => IdSet.of(ids).pack();

/** A state in which these records are listed, and one page has held 100 rows. */
export const stateOf = (
	listed: readonly number[],
	changes: Partial<DeletionState> = {},
): DeletionState => ({
	listed: packed(...listed),
	largestPage: 100,
	sincePatrol: 0,
	...changes,
});

type Listed = ReadonlyArray<number | ListedRow>;

/** The rows of a list, highest record first; a number is a live record. */
const rowsOf = (listed: Listed): ListedRow[] =>
	listed
		.map((row) => (typeof row === 'number' ? { recordId: row, isDeleted: false } : row))
		.sort((a, b) => idsAbove(b.recordId, a.recordId));

/** A page of a service that cuts pages to `cap` rows without saying so. */
const pageOf = (
	rows: readonly ListedRow[],
	{ page, limit }: { page: number; limit: number },
	cap = 1_000,
) => {
	const size = Math.min(limit, cap);
	return rows.slice((page - 1) * size, page * size);
};

/** The list, and the records that single reads find; other records are answered with 404. */
export interface Service {
	readonly listed: Listed;
	readonly single?: Readonly<Record<number, (DeletionReply & { kind: 'record' })['record']>>;
	/** The most rows per page. */
	readonly cap?: number;
	/** From which position on the site rejects pages, or returns none of their rows, or those of the first page. */
	readonly deepest?: number;
	readonly deepPages?: 'refused' | 'empty' | 'first';
	/** Why no record can be read singly. */
	readonly failure?: string;
}

/** A request in few words: `page 2 of 50`, `page 1 of 10 by isDeleted:desc`, `record 7`. */
function inWords(ask: DeletionRequest): string {
	if (ask.kind === 'record') return `record ${ask.recordId}`;
	const page = `${ask.kind} ${ask.page} of ${ask.limit}`;
	return ask.order === 'recordId:desc' ? page : `${page} by ${ask.order}`;
}

/** One poll; the service may change from one request to the next. */
export function poll(
	saved: DeletionState | undefined,
	service: Service | ((requests: number) => Service),
	changed: Partial<DeletionSettings> = {},
) {
	const polling = new DeletionPoll(saved, { ...settings, ...changed });
	const before = JSON.stringify(saved);
	const asked: string[] = [];
	for (let ask = polling.request; ask; ask = polling.request) {
		const {
			listed,
			single,
			cap,
			failure,
			deepest = Infinity,
			deepPages,
		} = typeof service === 'function' ? service(asked.length) : service;
		asked.push(inWords(ask));
		if (ask.kind === 'record') {
			const record = single?.[Number(ask.recordId)];
			const reply = failure === undefined ? record && { record } : { failure };
			polling.take({ kind: 'record', ...reply });
			continue;
		}
		const isDeep = (ask.page - 1) * Math.min(ask.limit, cap ?? Infinity) >= deepest;
		if (isDeep && deepPages !== 'first') {
			const refusal = { kind: 'rejected', error: new Error('Too deep') } as const;
			polling.take(deepPages === 'empty' ? { kind: 'page', rows: [] } : refusal);
			continue;
		}
		const deletion = (row: ListedRow) => Number(row.isDeleted);
		const rows = rowsOf(listed);
		if (ask.order !== 'recordId:desc') rows.sort((a, b) => deletion(b) - deletion(a));
		polling.take({ kind: 'page', rows: pageOf(rows, isDeep ? { ...ask, page: 1 } : ask, cap) });
	}
	const { events, state } = polling.end();
	expect(JSON.stringify(saved)).toBe(before);
	const told = events.map(({ eventId }) => eventId);
	return { told, events, asked, state: JSON.parse(JSON.stringify(state)) as DeletionState };
}
