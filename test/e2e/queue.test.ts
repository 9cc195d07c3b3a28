import type { QueueSandbox } from '../../sandbox/queue/sandbox.ts';
import { newFolder, removeFolder } from './own-sandbox.ts';
import { type Report, rowsEach, rowsInRequest } from './queue-imports.ts';
import {
	concurrency,
	executionsAtAll,
	importsWithKill,
	type Outcome,
	startOwnQueue,
} from './queue-story.ts';

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
