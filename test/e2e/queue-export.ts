import type { QueueSandbox } from '../../sandbox/queue/sandbox.ts';
import { exampleNamed, runExample } from './examples-runs.ts';
import { database } from './queue-sandbox.ts';
import { eventually } from './waiting.ts';

const ORDERS = 4;

/** What one run of the example has read and written. */
export interface Export {
	/** Records that it read. */
	read: unknown[];
	writes: number;
	/** Rows of the table then: the ID, number and state of each record, by ID. */
	rows: string[];
	/** The same of the form. */
	records: string[];
}

/** Three runs of the export to PostgreSQL: the first, one after changes, one without changes. */
export async function exportRuns(sandbox: QueueSandbox): Promise<Export[]> {
	const { service } = sandbox;
	await withoutNewOrders(sandbox);
	const ask = await database(sandbox);
	const run = async (): Promise<Export> => {
		const since = service.log.length;
		const { 'Changed Orders': read = [] } = await runExample(sandbox, 'Export to PostgreSQL');
		const query = 'SELECT record_id, number, state FROM orders_export ORDER BY record_id';
		return {
			read: read.map(({ json }) => json['recordId']),
			writes: service.log
				.slice(since)
				.filter(({ method, path }) => method !== 'GET' && path.startsWith(`/api/apps/${ORDERS}/`))
				.length,
			rows: ask(query).split('\n'),
			records: recordsOf(sandbox),
		};
	};
	const first = await run();
	service.store.updateRecord(ORDERS, 5, { 'field-45': 'Paid' });
	service.store.createRecord(ORDERS, { 'field-41': "O'Neill", 'field-45': 'New' });
	return [first, await run(), await run()];
}

async function withoutNewOrders({ n8n }: QueueSandbox): Promise<void> {
	const { id } = exampleNamed('Orders to records');
	await n8n.call('POST', `/workflows/${id}/deactivate`);
	await eventually(
		'end of the last order',
		async () =>
			(await n8n.executions(id)).every(({ status }) => !['new', 'running'].includes(status)) ||
			undefined,
	);
}

const recordsOf = ({ service }: QueueSandbox) =>
	service.store.records
		.select(ORDERS, { where: [], values: [], order: 'recordId', limit: 1000, offset: 0 })
		.sort((a, b) => a.recordId - b.recordId)
		.map(({ recordId, data }) => {
			const record = JSON.parse(data) as Record<string, string>;
			return [recordId, record['field-41'], record['field-45']].join('|');
		});
