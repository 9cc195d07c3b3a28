import { SiteZone } from '../../nodes/RecordsDirectory/core/values/moment';
import {
	itemReader,
	startExecution,
} from '../../nodes/RecordsDirectory/n8n/parameters/item-reader';
import { ordersOf } from '../contestants/job';
import { contextOf, itemsOf } from '../contestants/n8n';
import { record, WAYS } from '../contestants/ours';
import { offer } from '../remote';

export type Way = keyof typeof WAYS;

export const readerCalls = {
	/** Returns the milliseconds for reading the parameters of `count` items of an import. */
	read(way: Way, count: number): number {
		const job = { url: 'http://127.0.0.1', count };
		const context = contextOf(record(job, 'import', WAYS[way]), itemsOf(ordersOf(count)));
		const started = performance.now();
		const zone = new SiteZone('UTC', 'UTC');
		const read = itemReader(startExecution(context, zone));
		for (let item = 0; item < count; item++) read(item);
		return performance.now() - started;
	},
};

export type ReaderCalls = typeof readerCalls;

offer(readerCalls);
