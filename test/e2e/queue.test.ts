import type { QueueSandbox } from '../../sandbox/queue/sandbox.ts';
import { exampleNamed, runExample } from './examples-runs.ts';
import { newFolder, removeFolder } from './own-sandbox.ts';
import { type Report, rowsEach, rowsInRequest } from './queue-imports.ts';
import {
	concurrency,
	database,
	executionsAtAll,
	importsWithKill,
	type Outcome,
	startOwnQueue,
} from './queue-story.ts';
import { eventually } from './waiting.ts';

/** What n8n says about an execution whose worker no longer answers. */
const workerGone = /^crashed|stalled|failed to be processed too many times/;

let folder: string;
let sandbox: QueueSandbox;
let outcome: Outcome;

beforeAll(async () => {
	folder = await newFolder();
	sandbox = await startOwnQueue(folder);
	outcome = await importsWithKill(sandbox);
});

afterAll(async () => {
	await sandbox?.stop();
	await removeFolder(folder);
});

/** The numbers of the rows that an execution saved, in order; twice if it saved one twice. */
const rowsOf = ({ id }: Report) =>
	outcome.saved
		.filter(({ execution }) => execution === id)
		.map(({ row }) => row)
		.sort((one, other) => one - other);

test('an execution that reports success has saved each of its records exactly once', () => {
	const { reports, saved } = outcome;
	expect(reports).toHaveLength(executionsAtAll);
	const known = reports.map(({ id }) => id);
	expect(saved.filter(({ execution }) => !known.includes(execution))).toEqual([]);
	const succeeded = reports.filter(({ status }) => status === 'success');
	expect(succeeded.length).toBeGreaterThanOrEqual(executionsAtAll - concurrency);
	const all = Array.from({ length: rowsEach }, (_, row) => row);
	for (const report of succeeded)
		expect([report.id, report.items, rowsOf(report)]).toEqual([report.id, rowsEach, all]);
});

test('executions on the killed worker failed, and saved none of their records twice', () => {
	const failed = outcome.reports.filter(({ status }) => status !== 'success');
	// One at least was killed in the middle: the service had records of it.
	expect(failed.flatMap(rowsOf)).not.toEqual([]);
	for (const report of failed) {
		expect(`${report.status}: ${report.error}`).toMatch(workerGone);
		const rows = rowsOf(report);
		expect([report.id, rows]).toEqual([report.id, [...new Set(rows)]]);
		expect(rows.length % rowsInRequest).toBe(0);
	}
});

test('workers that did not know of each other reached the rate limit, and waited', () => {
	expect(outcome.rejected).toBeGreaterThan(0);
});

test('the trigger emitted each record exactly once, also one created before its first poll on schedule', () => {
	expect(outcome.events).toEqual([outcome.early, ...outcome.saved.map(({ recordId }) => recordId)]);
});

test('Export to PostgreSQL copies all records, and writes nothing to the service', async () => {
	const { n8n, service } = sandbox;
	const { id } = exampleNamed('Orders to records');
	await n8n.call('POST', `/workflows/${id}/deactivate`);
	const isEnded = ({ status }: { status: string }) => !['new', 'running'].includes(status);
	await eventually(
		'end of the last order',
		async () => (await n8n.executions(id)).every(isEnded) || undefined,
	);
	service.store.createRecord(4, { 'field-41': "O'Neill", 'field-45': 'New' });
	const before = service.log.length;
	await runExample(sandbox, 'Export to PostgreSQL');
	const orders = service.store.records
		.select(4, { where: [], values: [], order: 'recordId', limit: 1000, offset: 0 })
		.map(({ recordId, data }) => {
			const { 'field-41': number, 'field-45': state } = JSON.parse(data) as Record<string, string>;
			return [recordId, number, state].join('|');
		});
	const ask = await database(sandbox);
	const rows = ask('SELECT record_id, number, state FROM orders_export').split('\n');
	expect(rows.sort()).toEqual(orders.sort());
	const ofOrders = service.log.slice(before).filter(({ path }) => path.startsWith('/api/apps/4/'));
	expect(ofOrders.filter(({ method }) => method !== 'GET')).toEqual([]);
});
