import { FORM, orderOf } from '../orders';

/** What a contestant has to do, and where. */
export interface Job {
	readonly url: string;
	/** Records to import or to read. */
	readonly count: number;
	/** The number of the first order to import, if several jobs must not import the same ones. */
	readonly from?: number;
	/** Milliseconds between two requests, if the user sets the pace by hand. */
	readonly interval?: number;
	/** The setting for the pace of our node. */
	readonly requestsPer100Seconds?: number;
}

/** Prepares the work, unmeasured. The returned function does it and returns the number of records. */
export type Task = (job: Job) => Promise<() => Promise<number>>;

export const KEY = 'sandbox-key';
export const KEY_HEADER = 'X-Service-API-Key';
export const RECORDS = `/api/apps/${FORM}/records`;
/** The most records per import and per page. */
export const BATCH = 100;
export const PAGE = 1000;

const TODAY = Date.UTC(2026, 2, 3);

export const ordersOf = (count: number, from = 0) =>
	Array.from({ length: count }, (_, i) => orderOf(from + i, new Date(TODAY + i * 1000)));

/** Bodies of imports, ready to send. */
export const bodiesOf = (count: number) => {
	const records = ordersOf(count).map((record) => ({ record }));
	const batches = Math.ceil(count / BATCH);
	return Array.from({ length: batches }, (_, i) => ({
		records: records.slice(i * BATCH, (i + 1) * BATCH),
	}));
};

export const idsTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
